import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma, type Tx } from "@/lib/core/database/db";
import type { Contact } from "@/lib/core/prisma/client";
import type { FirstRequestState } from "./types";

/** Number of payers on a page of the list. */
export const PAYERS_PER_PAGE = 50;

/** A payer who gets a mandate request, with the open invoices that wait for it. */
export interface WaitingPayer
  extends Pick<Contact, "companyName" | "firstName" | "lastName" | "email" | "otherEmails" | "mandateEmail"> {
  contactId: string;
  invoiceCount: number;
  /** The lowest number of these invoices. */
  number: string;
  openCents: number;
}

export interface WaitingTotals {
  payers: number;
  cents: number;
  /** Changes with every payer, address and amount in the list. */
  seen: string;
  /** True while an open invoice waits for its decision, so that the list is not complete. */
  isDeciding: boolean;
}

/**
 * Returns the SQL of the payers who wait. Each of them gets one mail. The reasons are literals, so that the planner can
 * use the partial index.
 */
function waitingSql(customerId: CustomerId, state: FirstRequestState): Prisma.Sql {
  const reason =
    state === "open" ? Prisma.sql`i.reason = 'request_unconfirmed'` : Prisma.sql`i.reason = 'requests_off'`;
  return Prisma.sql`
    SELECT c.id AS "contactId", c.company_name AS "companyName", c.first_name AS "firstName",
      c.last_name AS "lastName", c.email, c.other_emails AS "otherEmails", c.mandate_email AS "mandateEmail",
      w.count AS "invoiceCount", w.number, w.cents AS "openCents"
    FROM (
      SELECT i.contact_id, count(*)::int AS count, min(i.number) AS number, sum(i.open_cents)::float8 AS cents
      FROM invoices i
      WHERE i.customer_id = ${customerId} AND i.book_status = 'open' AND ${reason} GROUP BY i.contact_id
    ) w JOIN contacts c ON c.customer_id = ${customerId} AND c.id = w.contact_id
    WHERE NOT c.requests_off`;
}

/** Returns one page of the payers who wait, those who owe most first. */
export async function readWaitingPayers(
  customerId: CustomerId,
  state: FirstRequestState,
  page: number,
): Promise<WaitingPayer[]> {
  if (state === "automatic") return [];
  return await db.$queryRaw<WaitingPayer[]>`
    SELECT * FROM (${waitingSql(customerId, state)}) waiting ORDER BY "openCents" DESC, "contactId"
    LIMIT ${PAYERS_PER_PAGE} OFFSET ${(page - 1) * PAYERS_PER_PAGE}`;
}

/** Adds up the payers who wait, in one statement. */
export async function readWaitingTotals(
  tx: Pick<Tx, "$queryRaw">,
  customerId: CustomerId,
  state: FirstRequestState,
): Promise<WaitingTotals> {
  const [totals] = await tx.$queryRaw<[WaitingTotals]>`
    SELECT count(*)::int AS payers, COALESCE(sum("openCents"), 0)::float8 AS cents,
      md5(COALESCE(string_agg(concat_ws('|', "contactId", email, "otherEmails"::text, "mandateEmail", "openCents"), ','
        ORDER BY "contactId"), '')) AS seen,
      EXISTS (
        SELECT 1 FROM invoices WHERE customer_id = ${customerId} AND needs_decision AND book_status = 'open'
      ) AS "isDeciding"
    FROM (${waitingSql(customerId, state)}) waiting`;
  return totals;
}

export async function readTotals(customerId: CustomerId, state: FirstRequestState): Promise<WaitingTotals> {
  return await readWaitingTotals(db, customerId, state);
}

/**
 * Returns the SQL that counts the payers who wait for the supplier's first choice. It reads no invoice once the
 * supplier has chosen.
 */
export function unconfirmedRequestsSql(customerId: CustomerId): Prisma.Sql {
  return Prisma.sql`
    SELECT count(DISTINCT i.contact_id)::int AS count FROM invoices i
    WHERE i.customer_id = ${customerId} AND i.book_status = 'open' AND i.reason = 'request_unconfirmed'
      AND (SELECT first_requests_at IS NULL FROM customers WHERE id = ${customerId})`;
}
