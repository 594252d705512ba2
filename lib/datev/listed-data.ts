import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/db";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { OpenSum } from "./import-types";

/** Rows per statement. Few enough: Prisma keeps its notes about the last hundred statements, parameters included. */
const BATCH_SIZE = 250;

/**
 * Reads `json`, a list of rows with at least `external` and `written`, as the relation `named`, with the id of each document as
 * `own`. Some firms begin their numbers anew each year: a document that was written after the debit of its settled namesake is another
 * one and has its day in its id. Once it has, it keeps it, whatever becomes of the first one's debit.
 */
export function listedSql(customerId: CustomerId, json: string): Prisma.Sql {
  return Prisma.sql`
    listed AS (
      SELECT * FROM jsonb_to_recordset(${json}::jsonb) AS r(id text, key text, name text, external text, type text,
        number text, written date, due date, currency text, total int, open int)
    ), named AS (
      SELECT r.*, CASE WHEN EXISTS (
        SELECT 1 FROM invoices known WHERE known.customer_id = ${customerId} AND known.books = 'DATEV' AND (
          known.external_id = r.external || '@' || r.written
          OR known.external_id = r.external AND known.book_status <> 'open' AND EXISTS (
            SELECT 1 FROM collections d WHERE d.customer_id = ${customerId} AND d.invoice_id = known.id
              AND d.holds_invoice AND d.charge_date < r.written))
        ) THEN r.external || '@' || r.written ELSE r.external END AS own
      FROM listed r
    )`;
}

/** Counts the documents that are open and would be settled by a complete list of `entries`: those that are not in it. */
export async function sumUnlisted(customerId: CustomerId, entries: AsyncIterable<DocumentEntry>): Promise<OpenSum> {
  const known = await db.$queryRaw<OpenSum[]>`
    SELECT count(*)::int AS count, coalesce(sum(open_cents), 0)::float8 AS cents FROM invoices
    WHERE customer_id = ${customerId} AND books = 'DATEV' AND book_status = 'open'`;
  const sum = { count: 0, cents: 0, ...known[0] };
  for await (const rows of inBatches(entries)) {
    const json = JSON.stringify(rows.map(({ externalId: external, voucherDate: written }) => ({ external, written })));
    const [found] = await db.$queryRaw<OpenSum[]>`
      WITH ${listedSql(customerId, json)}
      SELECT count(*)::int AS count, coalesce(sum(i.open_cents), 0)::float8 AS cents FROM named r
      JOIN invoices i ON i.customer_id = ${customerId} AND i.books = 'DATEV' AND i.external_id = r.own
      WHERE i.book_status = 'open'`;
    sum.count -= found?.count ?? 0;
    sum.cents -= found?.cents ?? 0;
  }
  return sum;
}

export async function* inBatches<T>(rows: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
