import type { EInvoiceFile } from "@/lib/core/prisma/client";
import type { EInvoiceFileStatus, EInvoiceSource } from "@/lib/core/prisma/enums";
import { ANSWERS as INTAKE_ANSWERS } from "@/lib/e-invoices/intake/types";

/** The largest XML or PDF that is stored. */
export const MAX_FILE_BYTES = 20_000_000;
/** The largest ZIP archive of an upload. Its files are stored one by one, so it is never in memory as a whole. */
export const MAX_ARCHIVE_BYTES = 500_000_000;

/** Why a file is refused before anybody reads it. */
export type Refused =
  | "empty"
  | "too_large"
  | "file_type"
  | "archive_broken"
  | "archive_in_archive"
  | "archive_too_many"
  | "archive_too_large"
  | "unsafe_name";

/** A file without the lines of its invoice, which no list shows. */
export type ListedFile = Omit<EInvoiceFile, "lines">;

/** The result of receiving a file. */
export type Receipt =
  | { name: string; status: "new" | "known"; id: string }
  | { name: string; status: "refused"; reason: Refused };

/** A file as received, before it is stored. */
export type Candidate = { name: string; bytes: Uint8Array } | { name: string; refused: Refused };

/** The way by which files came, and their sender. */
export interface Origin {
  via: EInvoiceSource;
  sender?: string;
  userName?: string;
}

export const TRAY_FILTERS = ["all", "held", "waiting", "debit", "done", "refused"] as const;
export type TrayFilter = (typeof TRAY_FILTERS)[number];

/** The answers that a person may give to a held file; `again` also to a refused one. */
export const ANSWERS = [...INTAKE_ANSWERS, "ignore", "again"] as const;
export type Answer = (typeof ANSWERS)[number];

/** A row of the in-tray. */
export interface TrayRow {
  id: string;
  name: string;
  status: EInvoiceFileStatus;
  outcome: string | null;
  reason: string | null;
  /** The value that the reason's sentence quotes. */
  detail: string | null;
  receivedVia: EInvoiceSource;
  receivedAt: string;
  number: string;
  buyerName: string;
  payableCents: number | null;
  currency: string;
  invoiceId: string | null;
}

export interface TrayProgress {
  /** Files that were read in the last ten minutes, and all of these together with those that wait. */
  done: number;
  total: number;
  perSecond?: number;
  minutesLeft?: number;
}
