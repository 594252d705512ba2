import type { Day } from "@/lib/core/dates";
import type { BookStatus, CollectionStatus, DecisionOutcome } from "@/lib/core/prisma/enums";

export const INVOICE_FILTERS = [
  "all",
  "needs-you",
  "waiting",
  "on-its-way",
  "collected",
  "returned",
  "not-collected",
] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

export function invoiceFilterOf(value: string | undefined): InvoiceFilter {
  return INVOICE_FILTERS.find((filter) => filter === value) ?? "all";
}

export interface InvoiceRow {
  id: string;
  number: string;
  contactName: string;
  dueDate: Day;
  /** The day the payer is debited; the granted one, where the provider has said. */
  debitDate?: Day;
  amountCents: number;
  bookStatus: BookStatus;
  collectionStatus?: CollectionStatus;
  outcome?: DecisionOutcome;
  reason?: string;
  needsYou: boolean;
}

/** The longest time for which an invoice can be held back. */
export const HOLD_DAYS = 365;
