import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { NEEDS_YOU, TO_DECIDE, WAITING_OUTCOMES } from "@/lib/invoices/list/data";

export interface TermSum {
  /** As the accounting system prints it, surrounding blanks included. */
  label: string;
  count: number;
  /** The open total of those in euros. */
  cents: number;
}

/** The figures and payment conditions of a supplier's invoices. */
export interface InvoiceOverview {
  openCount: number;
  /** The open total of those in euros. Others are only counted, because they are never collected. */
  openCents: number;
  /** Open invoices that wait for something other than the supplier: a mandate, a connection, a day. */
  pendingCount: number;
  /** Open invoices that need the supplier and have no notice or proposal on the dashboard. */
  untoldCount: number;
  /** True if there is any invoice, so the accounting system was read at least once. */
  hasAny: boolean;
  /** The payment conditions that mean direct debit; the one that counts in every plan comes first. */
  chosen: string[];
  /** Payment conditions of open invoices: the chosen ones first, then by frequency. */
  terms: TermSum[];
  /** Payment conditions of the newest invoices, open or not. */
  met: string[];
}

/** Limit for the payment conditions offered: nobody could choose from more. */
const MAX_TERMS = 100;
const NEWEST = 200;

/** Returns the SQL of the overview. Each figure equals the length of the filtered list it links to (`filterWhere`). */
export function invoiceOverviewSql(customerId: CustomerId): Prisma.Sql {
  return Prisma.sql`
    WITH supplier AS (SELECT payment_conditions AS chosen FROM customers WHERE id = ${customerId}),
    open AS MATERIALIZED (
      SELECT id, term_label, is_archived, outcome, reason,
        CASE WHEN currency = 'EUR' THEN open_cents ELSE 0 END AS cents FROM invoices
      WHERE customer_id = ${customerId} AND book_status = 'open'
    ),
    free AS MATERIALIZED (
      SELECT reason, outcome::text = ANY (${[...WAITING_OUTCOMES]}) AS waits FROM open
      WHERE (outcome::text = ANY (${[...WAITING_OUTCOMES]}) OR reason = ANY (${TO_DECIDE})) AND (
        -- One look for each: as an anti-join the planner, which knows nothing of this list, goes through all debits for it.
        SELECT c.id FROM collections c
        WHERE c.customer_id = ${customerId} AND c.invoice_id = open.id AND c.holds_invoice LIMIT 1
      ) IS NULL
    ),
    terms AS (
      SELECT term_label AS label, count(*)::int AS count, sum(cents)::float8 AS cents FROM open
      WHERE NOT is_archived GROUP BY 1
      ORDER BY btrim(term_label) = ANY (SELECT unnest(chosen) FROM supplier) DESC, count(*) DESC, 1 LIMIT ${MAX_TERMS}
    ),
    newest AS (
      SELECT term_label FROM invoices WHERE customer_id = ${customerId} ORDER BY due_date DESC, id LIMIT ${NEWEST}
    )
    SELECT
      count(*) FILTER (WHERE NOT is_archived)::int AS "openCount",
      COALESCE(sum(cents) FILTER (WHERE NOT is_archived), 0)::float8 AS "openCents",
      (SELECT count(*) FROM free WHERE waits AND reason <> ALL (${NEEDS_YOU}))::int AS "pendingCount",
      (SELECT count(*) FROM free WHERE reason = ANY (${TO_DECIDE}))::int AS "untoldCount",
      EXISTS (SELECT 1 FROM newest) AS "hasAny",
      (SELECT chosen FROM supplier) AS chosen,
      (SELECT COALESCE(json_agg(terms), '[]') FROM terms) AS terms,
      (SELECT COALESCE(json_agg(DISTINCT term_label), '[]') FROM newest) AS met
    FROM open`;
}

export async function readInvoiceOverview(customerId: CustomerId): Promise<InvoiceOverview> {
  const [row] = await db.$queryRaw<[InvoiceOverview]>(invoiceOverviewSql(customerId));
  return row;
}
