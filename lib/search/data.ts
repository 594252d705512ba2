import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { searchPatterns, searchText } from "@/lib/core/text/search-text";
import type { Day } from "@/lib/core/time/dates";
import { amountOf, MAX_PER_KIND } from "./rules";

export interface FoundRows {
  payers: { id: string; name: string; city: string; email: string | null }[];
  invoices: { id: string; number: string; contactName: string; dueDate: Day; cents: number; currency: string }[];
  payouts: { id: string; reference: string; day: Day | null; cents: number }[];
  mandates: { id: string; contactId: string | null; reference: string; payerName: string; accountHint: string }[];
}

/**
 * Returns the supplier's payers, invoices, payouts and mandates that contain every word of a query, or have the amount
 * that the query is. One statement, with the same columns and patterns as the searches of the lists (decision 060).
 */
export async function findRows(customerId: CustomerId, query: string): Promise<FoundRows> {
  if (searchPatterns(query).length === 0) return { payers: [], invoices: [], payouts: [], mandates: [] };
  const [row] = await db.$queryRaw<[FoundRows]>(searchSql(customerId, query));
  return row;
}

/**
 * Returns the SQL of the search. Every part begins at an index of the supplier. Names that begin with the query come
 * first, and so do invoices whose number is the query.
 */
export function searchSql(customerId: CustomerId, query: string): Prisma.Sql {
  const patterns = searchPatterns(query);
  const begins = `${patterns[0]?.slice(1) ?? "%"}`;
  const whole = searchText(query).trim();
  const cents = amountOf(query) ?? null;
  return Prisma.sql`
    SELECT
      (SELECT COALESCE(json_agg(p), '[]') FROM (
        SELECT id, COALESCE(NULLIF(company_name, ''), concat_ws(' ', first_name, last_name)) AS name, city, email
        FROM contacts WHERE customer_id = ${customerId} AND search_text LIKE ALL (${patterns})
        ORDER BY is_archived, search_text LIKE ${begins} DESC, sort_name, id LIMIT ${MAX_PER_KIND}
      ) p) AS payers,
      (SELECT COALESCE(json_agg(i), '[]') FROM (
        SELECT i.id, i.number, i.contact_name AS "contactName", i.due_date AS "dueDate", i.amount_cents AS cents, i.currency
        FROM invoices i WHERE i.customer_id = ${customerId} AND i.book_status <> 'deleted'
          AND (i.search_text LIKE ALL (${patterns}) OR i.amount_cents = ${cents}::int OR i.total_cents = ${cents}::int)
        ORDER BY lower(i.number) = ${whole} DESC, i.amount_cents = ${cents}::int IS TRUE DESC, i.due_date DESC, i.id
        LIMIT ${MAX_PER_KIND}
      ) i) AS invoices,
      (SELECT COALESCE(json_agg(p), '[]') FROM (
        SELECT id, COALESCE(NULLIF(reference, ''), provider_id) AS reference, arrival_date AS day, amount_cents AS cents
        FROM payouts WHERE customer_id = ${customerId}
          AND (einzug_search_text(reference || ' ' || provider_id) LIKE ALL (${patterns}) OR amount_cents = ${cents}::int)
        ORDER BY arrival_date DESC NULLS FIRST, id DESC LIMIT ${MAX_PER_KIND}
      ) p) AS payouts,
      (SELECT COALESCE(json_agg(m), '[]') FROM (
        SELECT m.id, m.contact_id AS "contactId", m.reference, m.payer_name AS "payerName",
          m.account_hint AS "accountHint"
        FROM mandates m WHERE m.customer_id = ${customerId} AND einzug_search_text(m.reference) LIKE ALL (${patterns})
        ORDER BY m.created_at DESC, m.id LIMIT ${MAX_PER_KIND}
      ) m) AS mandates`;
}
