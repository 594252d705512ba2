import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/db";
import type { ListedItem } from "@/lib/providers/accounting/datev/open-items";
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
        number text, written date, due date, currency text, total int, open int, credit float8, line int)
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

/**
 * Reads rows as `listedSql` as the relation `told`: the documents that are open and said to be paid. A row of `credit` has no
 * debit beside it. It may be about any document of its number, and `is_covered` says whether it settles it.
 */
export function toldPaidSql(customerId: CustomerId, json: string): Prisma.Sql {
  return Prisma.sql`
    ${listedSql(customerId, json)}, told AS (
      SELECT DISTINCT ON (i.id) i.id, i.open_cents, r.line, r.number, r.external, coalesce(r.credit >= i.open_cents, true) AS is_covered
      FROM named r
      JOIN invoices i ON i.customer_id = ${customerId} AND i.books = 'DATEV' AND i.book_status = 'open'
        AND i.number = r.number AND (i.external_id = coalesce(r.own, r.external)
          OR r.credit IS NOT NULL AND (i.external_id = r.external OR starts_with(i.external_id, r.external || '@')))
      ORDER BY i.id, r.line
    )`;
}

/** Open documents that a list says are paid, and the credits of it that do not cover the document of their number. */
export interface ToldPaid extends OpenSum {
  uncovered: { line: number; number: string }[];
}

export async function sumToldPaid(
  customerId: CustomerId,
  items: AsyncIterable<ListedItem & { line: number }>,
): Promise<ToldPaid> {
  const sum: ToldPaid = { count: 0, cents: 0, uncovered: [] };
  for await (const rows of inBatches(paidOf(items))) {
    const json = JSON.stringify(rows.map(toPaidRow));
    const told = await db.$queryRaw<{ cents: number; line: number; number: string; isCovered: boolean }[]>`
      WITH ${toldPaidSql(customerId, json)}
      SELECT open_cents AS cents, line, number, is_covered AS "isCovered" FROM told ORDER BY line`;
    for (const { cents, line, number, isCovered } of told) {
      if (!isCovered) sum.uncovered.push({ line, number });
      sum.count += 1;
      sum.cents += cents;
    }
  }
  return sum;
}

async function* paidOf<T extends ListedItem>(items: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const item of items) if (item.status === "paid") yield item;
}

export function toPaidRow({ externalId, number, voucherDate, creditCents, line }: ListedItem & { line?: number }) {
  return { external: externalId, number, written: voucherDate || null, credit: creditCents ?? null, line: line ?? 0 };
}

/** Counts the documents that are open and would be settled by a complete list of `entries`: those that are not in it. */
export async function sumUnlisted(customerId: CustomerId, entries: AsyncIterable<DocumentEntry>): Promise<OpenSum> {
  const known = await db.$queryRaw<OpenSum[]>`
    SELECT count(*)::int AS count, coalesce(sum(open_cents), 0)::float8 AS cents FROM invoices
    WHERE customer_id = ${customerId} AND books = 'DATEV' AND book_status = 'open'`;
  const sum = { count: 0, cents: 0, ...known[0] };
  for await (const rows of inBatches(entries)) {
    const json = JSON.stringify(
      rows.map(({ externalId, voucherDate }) => ({ external: externalId, written: voucherDate || null })),
    );
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
