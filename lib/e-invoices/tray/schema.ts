import { z } from "zod";
import { TRAY_FILTERS } from "./types";

/** The largest body of the API call: one file and the form around it. */
export const MAX_FORM_BYTES = 21_000_000;

export const eInvoiceUpload = z.object({
  /** XML, PDF, or a ZIP archive of these. */
  file: z.file(),
});

export const receiptSum = z.object({
  added: z.number().int(),
  known: z.number().int(),
  refusedCount: z.number().int(),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  files: z.array(z.object({ id: z.string(), name: z.string(), isNew: z.boolean() })),
});

export const eInvoiceQuery = z.object({
  filter: z.enum(TRAY_FILTERS).default("all"),
  outcome: z.string().max(40).optional(),
  /** The `next` of the page before. */
  after: z.string().max(60).optional(),
  size: z.coerce.number().int().min(1).max(250).default(25),
});

export const eInvoiceView = z.object({
  id: z.string(),
  name: z.string(),
  byteCount: z.number().int(),
  sha256: z.string(),
  receivedVia: z.enum(["upload", "mail", "api"]),
  receivedAt: z.string(),
  /** `held` waits for an answer of a person, `refused` is no invoice that can be used. */
  status: z.enum(["waiting", "done", "held", "refused"]),
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
  /** The invoice that the file became or belongs to. */
  invoiceId: z.string().nullable(),
  number: z.string().nullable(),
  buyerName: z.string().nullable(),
  payableCents: z.number().int().nullable(),
  currency: z.string().nullable(),
  xmlSha1: z.string().nullable(),
});

export const eInvoicePage = z.object({ content: z.array(eInvoiceView), next: z.string().nullable() });
