import type { CustomerId } from "@/lib/auth/scope";
import { CAME_TO_NOTHING } from "@/lib/collections/status-rules";
import { fromDate } from "@/lib/core/dates";
import { db, type Prisma } from "@/lib/core/db";
import { findJoinedPage } from "@/lib/core/page-reading";
import type { Page, PageRequest } from "@/lib/core/paging";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import type { InvoiceFilter, InvoiceOrder, InvoiceRow } from "./types";

const ON_ITS_WAY: CollectionStatus[] = ["pending", "created", "submitted", "mandate_transferred"];
/** Money counts as received from the moment it is confirmed (domain rules, section 3). */
const COLLECTED: CollectionStatus[] = ["confirmed", "paid_out"];

/** Reasons that end only when the supplier does something with this very invoice. */
export const NEEDS_YOU = [
  "mandate_ambiguous",
  "match_unconfirmed",
  "contact_without_email",
  "condition_near_miss",
  "very_late",
  "failed_needs_action",
  "payer_deceased",
  "requests_off",
  "too_late_to_change",
  "down_payment_not_deducted",
  "claimed_by_closing",
];

/** Of these the dashboard tells already, by a notice or a proposal of its own. */
export const TOLD = ["failed_needs_action", "contact_without_email", "too_late_to_change", "match_unconfirmed"];

/**
 * What stands behind a filter. The supplier is named inside, too: the database looks up a relation's rows on their own, and
 * would go through those of all suppliers.
 */
export function filterWhere(customerId: CustomerId, filter: InvoiceFilter): Prisma.InvoiceWhereInput {
  const none = { customerId, holdsInvoice: true };
  switch (filter) {
    case "all":
      return {};
    case "needs-you":
      return { bookStatus: "open", reason: { in: NEEDS_YOU }, collections: { none } };
    case "waiting":
      return {
        outcome: { in: ["collect", "wait", "request_mandate"] },
        reason: { notIn: NEEDS_YOU },
        collections: { none },
      };
    case "on-its-way":
      return { collections: { some: { customerId, holdsInvoice: true, status: { in: ON_ITS_WAY } } } };
    case "collected":
      return { collections: { some: { customerId, holdsInvoice: true, status: { in: COLLECTED } } } };
    case "returned":
      return { collections: { some: { customerId, status: { in: CAME_TO_NOTHING } }, none } };
    case "not-collected":
      return { outcome: { in: ["skip", "cancel"] }, reason: { notIn: NEEDS_YOU }, collections: { none } };
  }
}

export const LAST_COLLECTION = {
  orderBy: [{ holdsInvoice: "desc" }, { attempt: "desc" }],
  take: 1,
} satisfies Prisma.Invoice$collectionsArgs;

type StoredRow = Prisma.InvoiceGetPayload<{ include: { collections: typeof LAST_COLLECTION } }>;

export function rowOf(invoice: StoredRow): InvoiceRow {
  const last = invoice.collections[0];
  const live = last?.holdsInvoice ? last : undefined;
  return {
    id: invoice.id,
    number: invoice.number,
    contactName: invoice.contactName,
    dueDate: fromDate(invoice.dueDate),
    debitDate: live ? fromDate(live.chargeDate ?? live.requestedDate) : undefined,
    // Settled documents are open by nothing; a list of zeros would tell nobody anything.
    amountCents: live?.amountCents ?? (invoice.openCents || invoice.totalCents),
    bookStatus: invoice.bookStatus,
    // A cancelled attempt explains nothing; the decision after it does.
    collectionStatus: last && last.status !== "cancelled" ? last.status : undefined,
    outcome: invoice.outcome ?? undefined,
    reason: invoice.reason ?? undefined,
    needsYou: !live && NEEDS_YOU.includes(invoice.reason ?? ""),
  };
}

function searchWhere(text: string | undefined): Prisma.InvoiceWhereInput {
  if (!text) return {};
  const contains = { contains: text, mode: "insensitive" } as const;
  return { OR: [{ number: contains }, { contactName: contains }] };
}

/** What belongs to the list behind a filter and a search. */
export function listWhere(
  customerId: CustomerId,
  { filter, search }: { filter: InvoiceFilter; search?: string },
): Prisma.InvoiceWhereInput {
  return { customerId, bookStatus: { not: "deleted" }, AND: [filterWhere(customerId, filter), searchWhere(search)] };
}

/** Only the rows that were ticked, whatever the list is filtered by. */
export function pickedWhere(customerId: CustomerId, ids: string[]): Prisma.InvoiceWhereInput {
  return { customerId, bookStatus: { not: "deleted" }, id: { in: ids } };
}

export interface InvoiceQuery {
  filter: InvoiceFilter;
  search?: string;
  order: InvoiceOrder;
  page: PageRequest;
}

/**
 * Each order is that of an index, or of one read backwards; equal values stand in the order of their ids. The day of the
 * debit stands with the debit (`findByDebitDay`): asked for here, it is the due date.
 */
export function orderBy({ by, isAscending }: InvoiceOrder): Prisma.InvoiceOrderByWithRelationInput[] {
  const way = isAscending ? "asc" : "desc";
  if (by === "amount") return [{ amountCents: way }, { id: way }];
  if (by === "number") return [{ sortNumber: way }, { id: way }];
  if (by === "contact") return [{ sortName: way }, { id: way }];
  return [{ dueDate: way }, { id: isAscending ? "desc" : "asc" }];
}

/** One page of the list. */
export async function findInvoices(customerId: CustomerId, query: InvoiceQuery): Promise<Page<InvoiceRow>> {
  if (query.order.by === "debit") return await findByDebitDay(customerId, query);
  const list = { where: listWhere(customerId, query), orderBy: orderBy(query.order) };
  const found = await findJoinedPage(customerId, query.page, {
    ids: (args) => db.invoice.findMany({ ...list, ...args, select: { id: true } }),
    rows: (args) => db.invoice.findMany({ ...list, ...args, include: { collections: LAST_COLLECTION } }),
  });
  return { ...found, items: found.items.map(rowOf) };
}

/** The day stands with the debit, of which an invoice has at most one that counts: those are stepped through instead. */
async function findByDebitDay(customerId: CustomerId, query: InvoiceQuery): Promise<Page<InvoiceRow>> {
  const way = query.order.isAscending ? "asc" : "desc";
  const status = { in: query.filter === "collected" ? COLLECTED : ON_ITS_WAY };
  const invoice = { bookStatus: { not: "deleted" as const }, ...searchWhere(query.search) };
  const list = {
    where: { customerId, holdsInvoice: true, status, invoice },
    orderBy: [{ debitDate: way }, { id: way }],
  } satisfies Prisma.CollectionFindManyArgs;
  const found = await findJoinedPage(customerId, query.page, {
    ids: (args) => db.collection.findMany({ ...list, ...args, select: { id: true } }),
    rows: (args) => db.collection.findMany({ ...list, ...args, include: { invoice: true } }),
  });
  return {
    ...found,
    items: found.items.map(({ invoice: row, ...collection }) => rowOf({ ...row, collections: [collection] })),
  };
}
