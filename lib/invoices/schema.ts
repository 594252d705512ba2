import { z } from "zod";
import { BookStatus, CollectionStatus, DecisionOutcome, InvoiceKind } from "@/lib/core/prisma/enums";

export const invoiceListInput = z.object({
  page: z.number().int().min(0).max(10_000).default(0),
  size: z.number().int().min(1).max(250).default(25),
  search: z.string().max(200).optional(),
  /** Only invoices with a collection in this status, whatever its age. */
  status: z.enum(CollectionStatus).optional(),
});

export const invoiceView = z.object({
  id: z.string(),
  externalId: z.string(),
  number: z.string(),
  date: z.string(),
  dueDate: z.string(),
  creationDate: z.iso.datetime(),
  amount: z.number().describe("What is debited; without a debit what is open, or the total once nothing is."),
  grossAmount: z.number().describe("What the document claims, tax included."),
  netAmount: z.number().nullable().describe("The same without tax; null where the accounting system does not say."),
  openAmountCents: z.number().int(),
  /** The currency of the amounts. Documents in a currency other than EUR are never collected. */
  currency: z.string(),
  type: z.enum(InvoiceKind),
  bookStatus: z.enum(BookStatus),
  /** The payment status of the current collection; null if there is none. */
  status: z.enum(CollectionStatus).nullable(),
  chargeDate: z.string().nullable(),
  outcome: z.enum(DecisionOutcome).nullable(),
  reason: z.string().nullable(),
  contact: z.string(),
  paymentTerm: z.string(),
});
