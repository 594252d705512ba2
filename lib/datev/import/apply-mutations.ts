import type { CustomerId } from "@/lib/auth/scope";
import { migrateContacts } from "@/lib/contacts/migration/mutations";
import { contactName } from "@/lib/contacts/rules";
import { Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { markOpen } from "@/lib/decision-queue/mutations";
import type { ImportedDebtor } from "@/lib/providers/accounting/datev/import/debtors";
import type { ListedItem } from "@/lib/providers/accounting/datev/open-items";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import { inBatches, listedSql, reportedPaidSql, toPaidRow } from "./listed-data";
import type { OpenSum } from "./types";

export interface Applied {
  newCount: number;
  settledCount: number;
}

/** The list would settle more than the supplier was shown, because another list came in between. Nothing is stored. */
export class SettlesMore extends Error {}

/**
 * Applies a list of open items: adds new documents, updates amounts and days of known ones, and settles paid ones.
 * Open items have no payment condition. By handing in the list the supplier declares its documents as direct debits.
 *
 * @param readAt when the list was handed in; stored with the rows that are in it
 * @param settles null for a list that is not complete. For a complete one, a document that is missing in it counts as
 *   settled, at most as much as the supplier was shown
 * @throws SettlesMore if it would settle more, or if a credit no longer covers its document
 */
export async function applyOpenItems(
  tx: Tx,
  customerId: CustomerId,
  entries: AsyncIterable<ListedItem>,
  { readAt, settles }: { readAt: Date; settles: OpenSum | null },
): Promise<Applied> {
  let newCount = 0;
  let paidCount = 0;
  for await (const rows of inBatches(entries)) {
    const open = rows.filter(({ status }) => status === "open");
    newCount += await storeItems(tx, customerId, open, readAt);
    const paid = rows.filter(({ status }) => status === "paid");
    const told = await settleTold(tx, customerId, paid);
    paidCount += told.length;
    if (!settles) await doubtUnlisted(tx, customerId, debtorsWithSpare(paid, told), readAt);
  }
  const settled = settles ? await settleUnlisted(tx, customerId, readAt) : { count: 0, cents: 0 };
  if (settles && (settled.count > settles.count || settled.cents > settles.cents)) throw new SettlesMore();
  // Documents that waited for a newer list are decided again.
  await markOpen(tx, customerId, Prisma.sql`books = 'DATEV' AND reason = 'books_outdated'`);
  return { newCount, settledCount: paidCount + settled.count };
}

interface Told {
  /** External id of the item that reports the payment. */
  external: string;
  /** Open amount of the document before the payment. */
  cents: number;
}

/**
 * Settles known documents that the list reports as paid. @throws SettlesMore if a credit no longer covers an open
 * amount
 */
async function settleTold(tx: Tx, customerId: CustomerId, items: ListedItem[]): Promise<Told[]> {
  if (items.length === 0) return [];
  const settled = await tx.$queryRaw<(Told & { isCovered: boolean })[]>`
    WITH ${reportedPaidSql(customerId, JSON.stringify(items.map(toPaidRow)))}
    UPDATE invoices i SET book_status = 'paid', open_cents = 0, needs_decision = true, updated_at = now()
    FROM told WHERE i.customer_id = ${customerId} AND i.id = told.id
    RETURNING told.external, told.open_cents AS cents, told.is_covered AS "isCovered"`;
  if (settled.some(({ isCovered }) => !isCovered)) throw new SettlesMore();
  return settled;
}

/** Returns the debtors with a credit beyond what the list, or the known documents, have open for its number. */
function debtorsWithSpare(items: ListedItem[], told: Told[]): string[] {
  const spent = new Map<string, number>();
  for (const { external, cents } of told) spent.set(external, (spent.get(external) ?? 0) + cents);
  const left = items.filter(({ externalId, spareCents = 0, creditCents }) =>
    creditCents === undefined ? spareCents > 0 : creditCents > (spent.get(externalId) ?? 0),
  );
  return left.flatMap(({ contactExternalId }) => contactExternalId ?? []);
}

/**
 * Marks open amounts of these debtors as unknown, for documents that a partial list lacks. A credit may have paid any
 * of those documents.
 */
async function doubtUnlisted(tx: Tx, customerId: CustomerId, debtors: string[], readAt: Date): Promise<void> {
  if (debtors.length === 0) return;
  await tx.$executeRaw`
    UPDATE invoices i SET is_open_unknown = true, needs_decision = true, updated_at = now()
    FROM contacts c
    WHERE c.customer_id = ${customerId} AND c.books = 'DATEV' AND c.external_id = ANY(${debtors})
      AND i.customer_id = ${customerId} AND i.books = 'DATEV' AND i.contact_id = c.id AND i.book_status = 'open'
      AND NOT i.is_open_unknown AND (i.listed_updated_at IS NULL OR i.listed_updated_at < ${readAt})`;
}

async function settleUnlisted(tx: Tx, customerId: CustomerId, readAt: Date): Promise<OpenSum> {
  const [settled] = await tx.$queryRaw<OpenSum[]>`
    WITH gone AS (
      SELECT id, open_cents FROM invoices
      WHERE customer_id = ${customerId} AND books = 'DATEV' AND book_status = 'open'
        AND (listed_updated_at IS NULL OR listed_updated_at < ${readAt})
      FOR UPDATE
    ), settled AS (
      UPDATE invoices i SET book_status = 'paid', open_cents = 0, needs_decision = true, updated_at = now()
      FROM gone WHERE i.customer_id = ${customerId} AND i.id = gone.id
      RETURNING gone.open_cents
    )
    SELECT count(*)::int AS count, coalesce(sum(open_cents), 0)::float8 AS cents FROM settled`;
  return settled ?? { count: 0, cents: 0 };
}

async function storeItems(tx: Tx, customerId: CustomerId, entries: DocumentEntry[], readAt: Date): Promise<number> {
  const rows = entries.map((entry) => ({
    id: newId("invoice"),
    contact: newId("contact"),
    key: entry.contactExternalId ?? "",
    name: entry.contactName || (entry.contactExternalId ?? ""),
    ...{ external: entry.externalId, number: entry.number, currency: entry.currency, type: entry.externalType },
    ...{ written: entry.voucherDate, due: entry.dueDate, total: entry.totalCents, open: entry.openCents },
  }));
  const json = JSON.stringify(rows);
  await tx.$executeRaw`
    INSERT INTO contacts (customer_id, id, books, external_id, company_name, updated_at)
    SELECT DISTINCT ON (key) ${customerId}, contact, 'DATEV', key, name, now()
    FROM jsonb_to_recordset(${json}::jsonb) AS r(contact text, key text, name text)
    ON CONFLICT (customer_id, books, external_id) DO NOTHING`;
  const stored = await tx.$queryRaw<{ isNew: boolean }[]>`
    WITH ${listedSql(customerId, json)}
    INSERT INTO invoices AS i (customer_id, id, books, external_id, external_type, kind, number, book_status, contact_id,
      contact_name, voucher_date, due_date, currency, total_cents, open_cents, transferred_at, listed_updated_at,
      external_updated_at, read_at, needs_decision, updated_at)
    SELECT ${customerId}, r.id, 'DATEV', r.own, r.type, 'invoice'::invoice_kind, r.number,
      'open'::book_status, c.id, r.name, r.written, r.due, r.currency, r.total, r.open, ${readAt}, ${readAt}, ${readAt},
      ${readAt}, true, now()
    FROM named r
    JOIN contacts c ON c.customer_id = ${customerId} AND c.books = 'DATEV' AND c.external_id = r.key
    ON CONFLICT (customer_id, books, external_id) DO UPDATE SET
      book_status = 'open', total_cents = EXCLUDED.total_cents, open_cents = EXCLUDED.open_cents,
      voucher_date = EXCLUDED.voucher_date, due_date = EXCLUDED.due_date, listed_updated_at = EXCLUDED.listed_updated_at,
      external_updated_at = EXCLUDED.external_updated_at, read_at = EXCLUDED.read_at, updated_at = now(),
      is_open_unknown = false, collect_now_at = CASE WHEN i.due_date = EXCLUDED.due_date THEN i.collect_now_at END,
      needs_decision = i.needs_decision OR i.book_status <> 'open' OR i.open_cents <> EXCLUDED.open_cents
        OR i.due_date <> EXCLUDED.due_date OR i.is_open_unknown
    RETURNING (xmax = 0) AS "isNew"`;
  return stored.filter(({ isNew }) => isNew).length;
}

/**
 * Stores debtors as contacts, with the names, addresses and e-mail addresses of the file.
 * A debtor that must not be debited is excluded, and only the supplier can include that debtor again. Contacts of a
 * previous system keep their mandates.
 */
export async function applyDebtors(
  tx: Tx,
  customerId: CustomerId,
  debtors: AsyncIterable<ImportedDebtor>,
): Promise<Applied> {
  let newCount = 0;
  for await (const rows of inBatches(debtors)) newCount += await storeDebtors(tx, customerId, rows);
  await migrateContacts(tx, customerId, "DATEV");
  await markOpen(tx, customerId, Prisma.sql`books = 'DATEV'`);
  return { newCount, settledCount: 0 };
}

async function storeDebtors(tx: Tx, customerId: CustomerId, debtors: ImportedDebtor[]): Promise<number> {
  const rows = debtors.map(({ contact, block }) => {
    const [email = null, ...others] = contact.emails;
    const { companyName: company, firstName: first, lastName: last, street, zip, city, countryCode: country } = contact;
    const own = { id: newId("contact"), key: contact.externalId, blocked: block !== null };
    return { ...own, company, first, last, street, zip, city, country, email, others };
  });
  const stored = await tx.$queryRaw<{ isNew: boolean }[]>`
    INSERT INTO contacts AS c (customer_id, id, books, external_id, company_name, first_name, last_name, email,
      other_emails, street, zip, city, country_code, is_excluded, updated_at)
    SELECT ${customerId}, r.id, 'DATEV', r.key, r.company, r.first, r.last, r.email,
      ARRAY(SELECT jsonb_array_elements_text(r.others)), r.street, r.zip, r.city, r.country, r.blocked, now()
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id text, key text, company text, first text, last text,
      email text, others jsonb, street text, zip text, city text, country text, blocked boolean)
    ON CONFLICT (customer_id, books, external_id) DO UPDATE SET
      company_name = EXCLUDED.company_name, first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name,
      email = EXCLUDED.email, other_emails = EXCLUDED.other_emails, street = EXCLUDED.street, zip = EXCLUDED.zip,
      city = EXCLUDED.city, country_code = EXCLUDED.country_code, is_archived = false,
      is_excluded = c.is_excluded OR EXCLUDED.is_excluded, updated_at = now()
    RETURNING (xmax = 0) AS "isNew"`;
  await nameInvoices(tx, customerId, debtors);
  return stored.filter(({ isNew }) => isNew).length;
}

/** Copies the debtors' names to their documents, because lists of open items often have no names. */
async function nameInvoices(tx: Tx, customerId: CustomerId, debtors: ImportedDebtor[]): Promise<void> {
  const names = debtors.map(({ contact }) => ({ key: contact.externalId, name: contactName(contact) }));
  await tx.$executeRaw`
    UPDATE invoices i SET contact_name = r.name
    FROM jsonb_to_recordset(${JSON.stringify(names)}::jsonb) AS r(key text, name text)
    JOIN contacts c ON c.customer_id = ${customerId} AND c.books = 'DATEV' AND c.external_id = r.key
    WHERE i.customer_id = ${customerId} AND i.contact_id = c.id AND i.contact_name <> r.name`;
}
