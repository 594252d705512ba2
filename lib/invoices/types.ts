import type { BookStatus, CollectionStatus, DecisionOutcome } from "@/lib/core/prisma/enums";
import type { Day } from "@/lib/core/time/dates";

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

/** Filters that only the dashboard links to. They appear among the others only while they are active. */
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

/** Filters whose invoices have a collection, and therefore a charge date to sort by. */
const DEBITED: InvoiceFilter[] = ["on-its-way", "collected", "collected-this-month"];

/** Returns the columns by which a list can be sorted. */
export function sortsOf(filter: InvoiceFilter): InvoiceSort[] {
  return INVOICE_SORTS.filter((sort) => sort !== "debit" || DEBITED.includes(filter));
}

/** Returns the order that the URL asks for; by default the latest due date first. */
export function invoiceOrderOf(filter: InvoiceFilter, sort?: string, direction?: string): InvoiceOrder {
  const by = sortsOf(filter).find((one) => one === sort) ?? "due";
  return { by, isAscending: direction ? direction === "asc" : ASCENDING_FIRST.includes(by) };
}

/**
 * Columns sorted ascending by default: names from A, charge dates from the next one. Due dates, amounts and numbers
 * start with the newest and largest.
 */
export const ASCENDING_FIRST: InvoiceSort[] = ["contact", "debit"];

export interface InvoiceRow {
  id: string;
  number: string;
  contactId?: string;
  contactName: string;
  dueDate: Day;
  /** The charge date: the one GoCardless granted, if known. */
  debitDate?: Day;
  amountCents: number;
  /** The currency of the amount. Collections are in euros, whatever the document's currency is. */
  currency: string;
  bookStatus: BookStatus;
  collectionStatus?: CollectionStatus;
  outcome?: DecisionOutcome;
  reason?: string;
  needsYou: boolean;
}

/** People's acts on an invoice, its payer and its collections, as the audit log names it. */
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
  /** Undefined if no person did it. */
  by?: string;
  at: string;
  /** Of a hold: the day until which it applies. */
  until?: Day;
}

/** Either the selected rows, or all that match a filter and a search, with the count that the person saw. */
export type Selection = { ids: string[] } | { filter: InvoiceFilter; search?: string; counted: number };
