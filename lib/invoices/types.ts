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
  "differs",
  "open",
  "to-decide",
  "collected-this-month",
] as const;
export type InvoiceFilter = (typeof INVOICE_FILTERS)[number];

/** Led to by what the dashboard says: they stand among the others only while they are the one in force. */
export const QUIET_FILTERS: InvoiceFilter[] = ["differs", "open", "to-decide", "collected-this-month"];

export function invoiceFilterOf(value: string | undefined): InvoiceFilter {
  return INVOICE_FILTERS.find((filter) => filter === value) ?? "all";
}

export const INVOICE_SORTS = ["due", "amount", "number", "contact", "debit"] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

export interface InvoiceOrder {
  by: InvoiceSort;
  isAscending: boolean;
}

/** What has a debit, and therefore a day to sort by. */
const DEBITED: InvoiceFilter[] = ["on-its-way", "collected", "collected-this-month"];

/** Which columns a list can be sorted by. */
export function sortsOf(filter: InvoiceFilter): InvoiceSort[] {
  return INVOICE_SORTS.filter((sort) => sort !== "debit" || DEBITED.includes(filter));
}

/** The order asked for in the address; the newest due date first without further words. */
export function invoiceOrderOf(filter: InvoiceFilter, sort?: string, direction?: string): InvoiceOrder {
  const by = sortsOf(filter).find((one) => one === sort) ?? "due";
  return { by, isAscending: direction ? direction === "asc" : ASCENDING_FIRST.includes(by) };
}

/** Names are read from A, debit days from the next one; due dates, amounts and numbers from the newest and largest. */
export const ASCENDING_FIRST: InvoiceSort[] = ["contact", "debit"];

export interface InvoiceRow {
  id: string;
  number: string;
  contactName: string;
  dueDate: Day;
  /** The day the payer is debited; the granted one, where the provider has said. */
  debitDate?: Day;
  amountCents: number;
  /** Of the amount: debits are in euros, whatever the document is in. */
  currency: string;
  bookStatus: BookStatus;
  collectionStatus?: CollectionStatus;
  outcome?: DecisionOutcome;
  reason?: string;
  needsYou: boolean;
}

/** The longest time for which an invoice can be held back. */
export const HOLD_DAYS = 365;

/** What people do about an invoice, its payer and its debits, as the audit log names it. */
export const INVOICE_ACTS = [
  "invoice.held",
  "invoice.released",
  "invoice.excluded",
  "invoice.included",
  "invoice.late-confirmed",
  "invoice.collect-now",
  "invoice.transferred",
  "invoice.retry-approved",
  "invoice.retry-stopped",
  "return.laid-aside",
  "return.taken-up",
  "collection.stopped",
  "contact.excluded",
  "contact.included",
  "contact.death-report-cleared",
] as const;

export interface InvoiceAct {
  id: string;
  act: (typeof INVOICE_ACTS)[number];
  /** Unknown if we did it ourselves. */
  by?: string;
  at: string;
  /** Of a hold: the day until which. */
  until?: Day;
}

/** Either the rows that were ticked, or all behind a filter and a search, of which somebody was told how many these are. */
export type Selection = { ids: string[] } | { filter: InvoiceFilter; search?: string; counted: number };
