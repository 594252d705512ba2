import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import type { ListedItem } from "@/lib/providers/accounting/datev/open-items";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import type { OpenSum } from "./types";

/** Rows per statement. Small, because Prisma caches the last hundred statements with their parameters. */
const BATCH_SIZE = 250;

/**
 * Returns SQL that reads `json` as the relation `named`, with the id of each document as `own`.
 * `json` is a list of rows with at least `external` and `written`. Some firms restart their numbers each year. So a
 * document is another one if it was written after the charge date of its settled namesake. Its id then contains its
 * day. It keeps that id even if the first one's payment is returned.
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
 * Returns SQL that reads rows like `listedSql`, as the relation `told`: open documents that are reported as paid.
 * A row with `credit` has no debit in the list. It may concern any document of its number. `is_covered` is true if it
 * covers the open amount.
 */
export function reportedPaidSql(customerId: CustomerId, json: string): Prisma.Sql {
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

/** Open documents that a list reports as paid, and its credits that do not cover the document of their number. */
export interface ReportedPaid extends OpenSum {
  uncovered: { line: number; number: string }[];
}

export async function sumReportedPaid(
  customerId: CustomerId,
  items: AsyncIterable<ListedItem & { line: number }>,
): Promise<ReportedPaid> {
  const sum: ReportedPaid = { count: 0, cents: 0, uncovered: [] };
  for await (const rows of inBatches(paidOf(items))) {
    const json = JSON.stringify(rows.map(toPaidRow));
    const told = await db.$queryRaw<{ cents: number; line: number; number: string; isCovered: boolean }[]>`
      WITH ${reportedPaidSql(customerId, json)}
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

/** Counts the open documents that are not in `entries`, which a complete list would settle. */
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
