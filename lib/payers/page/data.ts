import type { CustomerId } from "@/lib/auth/scope";
import { CONTACT_NAME } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { findSortedPage } from "@/lib/core/database/page-reading";
import type { Mail } from "@/lib/core/prisma/client";
import type { Page, PageRequest } from "@/lib/core/web/paging";
import { LISTED_ROW, type ListedRow } from "@/lib/invoices/list/data";
import { MANDATE } from "@/lib/mandates/data";
import type { DebitSum } from "./rules";

const NAMED = { id: true, ...CONTACT_NAME } as const;
const NEWEST = { orderBy: [{ createdAt: "desc" }, { id: "asc" }] } as const satisfies Prisma.Contact$mandatesArgs;
/** A mandate with its row in lists, and the contacts who use it as their default. */
const SHARED_MANDATE = { ...MANDATE, chosenBy: { select: NAMED } } as const;
const MAX_REQUESTS = 50;

const PAYER = {
  mandates: { ...NEWEST, include: SHARED_MANDATE },
  defaultMandate: {
    include: { ...SHARED_MANDATE, contact: { include: { mandates: { ...NEWEST, include: SHARED_MANDATE } } } },
  },
  mandateRequests: { ...NEWEST, take: MAX_REQUESTS, include: { invoice: { select: { id: true, number: true } } } },
} as const satisfies Prisma.ContactInclude;

export type StoredPayer = Prisma.ContactGetPayload<{ include: typeof PAYER }>;

const DEBIT = {
  ...{ id: true, customerId: true, status: true, amountCents: true, debitDate: true, attempt: true, retriedBy: true },
  ...{ failedAt: true, failureCode: true, failureCause: true, failureText: true },
  invoice: { select: { id: true, number: true } },
} as const satisfies Prisma.CollectionSelect;

export type StoredDebit = Prisma.CollectionGetPayload<{ select: typeof DEBIT }>;

/** The row at which a list begins, in the columns that the list is sorted by. */
export interface PayerPlaces {
  invoice?: object;
  debit?: object;
}

/**
 * Returns a contact with its mandates, its requests and the mandates of the payer it belongs to, and the row at which
 * its list begins. One statement, so that the whole page needs four. Undefined for an unknown id.
 */
export async function readPayerFacts(
  customerId: CustomerId,
  id: string,
  { after, before }: PageRequest,
): Promise<{ payer: StoredPayer; places: PayerPlaces } | undefined> {
  const place = { where: { id: before ?? after ?? "" }, take: 1 };
  const found = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: {
      contacts: { where: { id }, include: PAYER },
      invoices: { ...place, select: { id: true, dueDate: true } },
      collections: { ...place, select: { id: true, debitDate: true } },
    },
  });
  const [payer] = found.contacts;
  return payer && { payer, places: { invoice: found.invoices[0], debit: found.collections[0] } };
}

/** An act of a person on a payer, from the audit log. */
export interface StoredAct {
  id: string;
  action: string;
  userName: string | null;
  at: string;
}

export interface PayerSums {
  invoices: number;
  debits: number;
  returns: number;
  mails: number;
  open: { count: number; cents: number };
  sums: DebitSum[];
  acts: StoredAct[];
}

const MAX_ACTS = 100;

/**
 * Returns all figures of a payer in one statement.
 *
 * @param of ids of the payer's contacts, of what people did something to, and keys of mails that may have been sent
 */
export async function readPayerSums(
  customerId: CustomerId,
  of: { contactIds: string[]; subjects: string[]; mailKeys: string[] },
): Promise<PayerSums> {
  const [row] = await db.$queryRaw<[PayerSums]>`
    WITH mine AS MATERIALIZED (
      SELECT id, book_status::text AS state, open_cents, currency FROM invoices
      WHERE customer_id = ${customerId} AND contact_id = ANY (${of.contactIds})
    ), debits AS MATERIALIZED (
      SELECT extract(year FROM c.debit_date)::int AS year, c.status::text AS status, c.holds_invoice,
        c.failed_at IS NOT NULL AS was_returned, c.amount_cents
      FROM mine JOIN collections c ON c.customer_id = ${customerId} AND c.invoice_id = mine.id
    ), sums AS (
      SELECT year, status, holds_invoice AS "holdsInvoice", was_returned AS "wasReturned", count(*)::int AS count,
        sum(amount_cents)::float8 AS cents
      FROM debits GROUP BY 1, 2, 3, 4
    ), acts AS (
      SELECT id, action, user_name AS "userName", at FROM audit_entries
      WHERE customer_id = ${customerId} AND subject = ANY (${of.subjects}) ORDER BY at DESC, id DESC LIMIT ${MAX_ACTS}
    )
    SELECT
      (SELECT count(*)::int FROM mine WHERE state <> 'deleted') AS invoices,
      (SELECT count(*)::int FROM debits) AS debits,
      (SELECT count(*)::int FROM debits WHERE was_returned) AS returns,
      (SELECT count(*)::int FROM mails WHERE customer_id = ${customerId} AND key = ANY (${of.mailKeys})) AS mails,
      (SELECT json_build_object('count', count(*),
        'cents', COALESCE(sum(open_cents) FILTER (WHERE currency = 'EUR'), 0)) FROM mine WHERE state = 'open') AS open,
      (SELECT COALESCE(json_agg(sums), '[]') FROM sums) AS sums,
      (SELECT COALESCE(json_agg(acts), '[]') FROM acts) AS acts`;
  return row;
}

/** Returns a page of the payer's invoices, the latest due date first. @param place the row at which it begins */
export async function findPayerInvoices(
  customerId: CustomerId,
  contactIds: string[],
  { page, place }: { page: PageRequest; place: object | undefined },
): Promise<Page<ListedRow>> {
  const list = { customerId, contactId: { in: contactIds }, bookStatus: { not: "deleted" as const } };
  const order: Prisma.InvoiceOrderByWithRelationInput[] = [{ dueDate: "desc" }, { id: "asc" }];
  return await findSortedPage(customerId, page, {
    order,
    row: async () => place,
    rows: ({ where, ...args }) => db.invoice.findMany({ ...args, where: { AND: [list, where] }, select: LISTED_ROW }),
  });
}

/** Returns a page of the payer's collections, the latest charge date first; on request only those that were returned. */
export async function findPayerDebits(
  customerId: CustomerId,
  contactIds: string[],
  { page, place, returned }: { page: PageRequest; place: object | undefined; returned: boolean },
): Promise<Page<StoredDebit>> {
  const list = {
    ...{ customerId, invoice: { customerId, contactId: { in: contactIds } } },
    ...(returned ? { failedAt: { not: null } } : {}),
  };
  const order: Prisma.CollectionOrderByWithRelationInput[] = [{ debitDate: "desc" }, { id: "desc" }];
  return await findSortedPage(customerId, page, {
    order,
    row: async () => place,
    rows: ({ where, ...args }) => db.collection.findMany({ ...args, where: { AND: [list, where] }, select: DEBIT }),
  });
}

const MAX_MAILS = 100;

/** Returns the newest mails of these keys. */
export async function readPayerMails(customerId: CustomerId, keys: string[]): Promise<Mail[]> {
  return await db.mail.findMany({
    where: { customerId, key: { in: keys } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_MAILS,
  });
}
