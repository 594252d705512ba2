import type { CustomerId } from "@/lib/auth/scope";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { CollectionStatus, DecisionOutcome } from "@/lib/core/prisma/enums";
import { searchFilters } from "@/lib/core/text/search-text";
import { today } from "@/lib/core/time/clock";
import { fromDate, monthStart, toDate } from "@/lib/core/time/dates";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import type { InvoiceFilter, InvoiceOrder, InvoiceRow } from "@/lib/invoices/types";
import { DIFFERING_KINDS } from "@/lib/notices/types";
import { NOT_PAID_OUT, WITHOUT_MONEY } from "@/lib/statuses/collection-rules";

/** Money counts as received from the moment it is confirmed (domain rules, section 3). */
const COLLECTED: CollectionStatus[] = ["confirmed", "paid_out"];

/** Reasons that end only when the supplier acts on this invoice. */
export const NEEDS_YOU = [
  "mandate_ambiguous",
  "match_unconfirmed",
  "contact_without_email",
  "condition_near_miss",
  "very_late",
  "failed_needs_action",
  "payer_deceased",
  "requests_off",
  "request_unconfirmed",
  "down_payment_not_deducted",
  "claimed_by_closing",
];

/**
 * The accounting system still shows an invoice as paid although the payer got the money back. It is the only reason for
 * which a paid document needs the supplier. It ends when the supplier removes the payment there or dismisses the
 * return, which excludes the invoice. The dashboard shows it by the notice of the return.
 */
const PAID_BY_RETURN = { bookStatus: "paid", reason: "paid_by_returned_debit", isExcluded: false } as const;

/** Reasons that the dashboard already shows by a notice or a proposal. */
const TOLD = ["failed_needs_action", "contact_without_email", "match_unconfirmed", "request_unconfirmed"];
export const TO_DECIDE = NEEDS_YOU.filter((code) => !TOLD.includes(code));
/** Outcomes that lead to a collection automatically, on a later day or after a signature. */
export const WAITING_OUTCOMES = ["collect", "wait", "request_mandate"] as const satisfies DecisionOutcome[];

/**
 * Returns the condition for a filter. The supplier's id is repeated in relations: the database reads a relation on its
 * own, and would scan the rows of all suppliers.
 */
export function filterWhere(customerId: CustomerId, filter: InvoiceFilter): Prisma.InvoiceWhereInput {
  const none = { customerId, holdsInvoice: true };
  switch (filter) {
    case "all":
      return {};
    case "needs-you":
      return { OR: [{ bookStatus: "open", reason: { in: NEEDS_YOU } }, PAID_BY_RETURN], collections: { none } };
    case "waiting":
      return {
        bookStatus: "open",
        outcome: { in: [...WAITING_OUTCOMES] },
        reason: { notIn: NEEDS_YOU },
        collections: { none },
      };
    case "on-its-way":
    case "collected":
    case "collected-this-month":
      return { collections: { some: debitWhere(customerId, filter) } };
    case "returned":
      return { collections: { some: { customerId, status: { in: WITHOUT_MONEY } }, none } };
    case "not-collected":
      return {
        outcome: { in: ["skip", "cancel"] },
        reason: { notIn: NEEDS_YOU },
        NOT: PAID_BY_RETURN,
        collections: { none },
      };
    case "differs":
      return { notices: { some: { customerId, resolvedAt: null, kind: { in: [...DIFFERING_KINDS] } } } };
    case "open":
      return { bookStatus: "open", isArchived: false };
    case "to-decide":
      return { bookStatus: "open", reason: { in: TO_DECIDE }, collections: { none } };
  }
}

/** Returns the condition for the collections behind a filter of collected invoices. */
function debitWhere(customerId: CustomerId, filter: InvoiceFilter): Prisma.CollectionWhereInput {
  const status = { in: filter === "on-its-way" ? NOT_PAID_OUT : COLLECTED };
  const since = filter === "collected-this-month" ? { debitDate: { gte: toDate(monthStart(today())) } } : {};
  return { customerId, holdsInvoice: true, status, ...since };
}

export const LAST_COLLECTION = {
  orderBy: [{ holdsInvoice: "desc" }, { attempt: "desc" }],
  take: 1,
} satisfies Prisma.Invoice$collectionsArgs;

const LISTED_DEBIT = {
  ...{ id: true, customerId: true, status: true, holdsInvoice: true, amountCents: true },
  ...{ requestedDate: true, chargeDate: true, debitDate: true },
} as const satisfies Prisma.CollectionSelect;

const LISTED = {
  ...{
    id: true,
    customerId: true,
    number: true,
    contactId: true,
    contactName: true,
    voucherDate: true,
    dueDate: true,
    termLabel: true,
  },
  ...{
    totalCents: true,
    openCents: true,
    currency: true,
    bookStatus: true,
    outcome: true,
    reason: true,
    isExcluded: true,
  },
} as const satisfies Prisma.InvoiceSelect;

/** The columns of a row of the list. */
export const LISTED_ROW = { ...LISTED, collections: { ...LAST_COLLECTION, select: LISTED_DEBIT } } as const;

/**
 * The columns of an invoice for the list and its export, with the collection that counts, or else the last one. The
 * other columns, three quarters of both tables, are not read.
 */
export type ListedRow = Prisma.InvoiceGetPayload<{ select: typeof LISTED_ROW }>;

export function rowOf(invoice: ListedRow): InvoiceRow {
  const last = invoice.collections[0];
  const live = last?.holdsInvoice ? last : undefined;
  return {
    id: invoice.id,
    number: invoice.number,
    contactId: invoice.contactId ?? undefined,
    contactName: invoice.contactName,
    dueDate: fromDate(invoice.dueDate),
    debitDate: live ? fromDate(live.chargeDate ?? live.requestedDate) : undefined,
    // A settled document has nothing open, so its total is shown instead of zero.
    amountCents: live?.amountCents ?? (invoice.openCents || invoice.totalCents),
    currency: live ? "EUR" : invoice.currency,
    bookStatus: invoice.bookStatus,
    // A cancelled attempt explains nothing; the decision after it does.
    collectionStatus: last && last.status !== "cancelled" ? last.status : undefined,
    outcome: invoice.outcome ?? undefined,
    reason: invoice.reason ?? undefined,
    needsYou: !live && (NEEDS_YOU.includes(invoice.reason ?? "") || isPaidByReturn(invoice)),
  };
}

function isPaidByReturn({ bookStatus, reason, isExcluded }: ListedRow): boolean {
  const { bookStatus: booked, reason: why } = PAID_BY_RETURN;
  return bookStatus === booked && reason === why && !isExcluded;
}

export function searchWhere(text: string | undefined): Prisma.InvoiceWhereInput {
  const filters = searchFilters(text);
  return filters.length > 0 ? { AND: filters.map((holds) => ({ searchText: holds })) } : {};
}

/** Returns the condition for the list with a filter and a search. */
export function listWhere(
  customerId: CustomerId,
  { filter, search }: { filter: InvoiceFilter; search?: string },
): Prisma.InvoiceWhereInput {
  return { customerId, bookStatus: { not: "deleted" }, AND: [filterWhere(customerId, filter), searchWhere(search)] };
}

export interface InvoiceQuery {
  filter: InvoiceFilter;
  search?: string;
  order: InvoiceOrder;
  page: PageRequest;
}

/**
 * Returns an order that an index has, forwards or backwards; equal values are ordered by id. The charge date is a
 * column of the collection (`findByDebitDay`), so for `debit` this falls back to the due date.
 */
function orderOf({ by, isAscending }: InvoiceOrder): Prisma.InvoiceOrderByWithRelationInput[] {
  const way = isAscending ? "asc" : "desc";
  if (by === "amount") return [{ amountCents: way }, { id: way }];
  if (by === "number") return [{ sortNumber: way }, { id: way }];
  if (by === "contact") return [{ sortName: way }, { id: way }];
  return [{ dueDate: way }, { id: isAscending ? "desc" : "asc" }];
}

/** Returns one page of the list. */
export async function findInvoices(customerId: CustomerId, query: InvoiceQuery): Promise<Page<InvoiceRow>> {
  const page = await findListed(customerId, query);
  return { ...page, items: page.items.map(rowOf) };
}

/** Returns one page of the list, and how many invoices in total need the supplier. */
export async function findCounted(
  customerId: CustomerId,
  query: InvoiceQuery,
): Promise<Page<InvoiceRow> & { needsYou: number }> {
  let needsYou = 0;
  const page = await findListed(customerId, query, (count) => {
    needsYou = count;
  });
  return { ...page, items: page.items.map(rowOf), needsYou };
}

/**
 * Returns one page of the list with the columns that the export needs.
 *
 * @param tell receives how many invoices in total need the supplier, counted by the statement that reads the rows
 */
export async function findListed(
  customerId: CustomerId,
  query: InvoiceQuery,
  tell?: (needsYou: number) => void,
): Promise<Page<ListedRow>> {
  if (query.order.by === "debit") return await findByDebitDay(customerId, query, tell);
  const list = listWhere(customerId, query);
  return await findSortedPage(customerId, query.page, {
    order: orderOf(query.order),
    row: (id) => db.invoice.findUnique({ where: { customerId_id: { customerId, id } } }),
    rows: async ({ where, ...args }) => {
      const invoices = { ...args, where: { AND: [list, where] }, select: LISTED_ROW };
      if (!tell) return await db.invoice.findMany(invoices);
      const found = await db.customer.findUniqueOrThrow({
        where: { id: customerId },
        select: { invoices, _count: needsYouOf(customerId) },
      });
      tell(found._count.invoices);
      return found.invoices;
    },
  });
}

/**
 * Returns one page ordered by charge date. The date is a column of the collection, and at most one collection of an
 * invoice counts, so this reads collections.
 */
async function findByDebitDay(
  customerId: CustomerId,
  query: InvoiceQuery,
  tell?: (needsYou: number) => void,
): Promise<Page<ListedRow>> {
  const way = query.order.isAscending ? "asc" : "desc";
  const invoice = { bookStatus: { not: "deleted" as const }, ...searchWhere(query.search) };
  const list = { ...debitWhere(customerId, query.filter), invoice };
  const order: Prisma.CollectionOrderByWithRelationInput[] = [{ debitDate: way }, { id: way }];
  const found = await findSortedPage(customerId, query.page, {
    order,
    row: (id) => db.collection.findUnique({ where: { customerId_id: { customerId, id } } }),
    rows: async ({ where, ...args }) => {
      const select = { ...LISTED_DEBIT, invoice: { select: LISTED } };
      const collections = { ...args, where: { AND: [list, where] }, select };
      if (!tell) return await db.collection.findMany(collections);
      const supplier = await db.customer.findUniqueOrThrow({
        where: { id: customerId },
        select: { collections, _count: needsYouOf(customerId) },
      });
      tell(supplier._count.invoices);
      return supplier.collections;
    },
  });
  return { ...found, items: found.items.map(({ invoice: row, ...debit }) => ({ ...row, collections: [debit] })) };
}

function needsYouOf(customerId: CustomerId) {
  return { select: { invoices: { where: listWhere(customerId, { filter: "needs-you" }) } } };
}

/** Returns the selected invoices, at most one page, in the order of the list. */
export async function findPicked(customerId: CustomerId, ids: string[], order: InvoiceOrder): Promise<ListedRow[]> {
  const rows = await db.invoice.findMany({
    where: { customerId, bookStatus: { not: "deleted" }, id: { in: ids } },
    orderBy: orderOf(order),
    select: LISTED_ROW,
  });
  if (order.by !== "debit") return rows;
  const dayOf = ({ collections }: ListedRow) => collections[0]?.debitDate.getTime() ?? 0;
  return rows.sort((a, b) => (order.isAscending ? dayOf(a) - dayOf(b) : dayOf(b) - dayOf(a)));
}
