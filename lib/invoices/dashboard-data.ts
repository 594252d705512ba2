import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/db";
import { NEEDS_YOU, TO_DECIDE, WAITING_OUTCOMES } from "./list-data";

export interface TermSum {
  /** As the books print it, with blanks around it. */
  label: string;
  count: number;
  /** Of those in euros. */
  cents: number;
}

/** What a supplier's invoices add up to. */
export interface InvoiceOverview {
  openCount: number;
  /** Of those in euros: the others are counted, and nothing of them is ever collected. */
  openCents: number;
  /** Open ones that wait for something that is not the supplier: a mandate, a connection, a day. */
  pendingCount: number;
  /** That need the supplier and that nothing else on the dashboard speaks of. */
  untoldCount: number;
  /** Any invoice at all: whether the books were ever read. */
  hasAny: boolean;
  /** The payment conditions that mean direct debit, the one that holds in every plan first. */
  chosen: string[];
  /** Payment conditions of open invoices; the chosen ones, then the most frequent. */
  terms: TermSum[];
  /** Payment conditions of the newest invoices, open or not. */
  met: string[];
}

/** More different texts than anybody could choose from are not offered. */
const MAX_TERMS = 100;
const NEWEST = 200;

/** Each figure counts what the filter of the list holds to which it leads (`filterWhere`). */
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
