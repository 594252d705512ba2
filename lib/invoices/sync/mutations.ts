import type { CustomerId } from "@/lib/auth/scope";
import { wantContact } from "@/lib/contacts/mutations";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Invoice } from "@/lib/core/prisma/client";
import { fromDate, toDate } from "@/lib/core/time/dates";
import { coveredBy } from "@/lib/decision-queue/document-mutations";
import type { AccountingDocument, DocumentEntry, OpenAmount } from "@/lib/providers/accounting/port";
import type { AccountingSystem } from "@/lib/vendors/types";

interface ListOptions {
  books: AccountingSystem;
  askedAt: Date;
  readAll: boolean;
}

/**
 * Stores one page of the list of open documents. A new or changed document gets a stale flag, unless the list brings it
 * whole. The open amount of every row is stored, because the list is the newest source. Stale flags that webhooks set
 * after the list was requested stay.
 */
export async function storeEntries(
  customerId: CustomerId,
  entries: DocumentEntry[],
  options: ListOptions,
): Promise<void> {
  const unique = [...new Map(entries.map((entry) => [entry.externalId, entry])).values()];
  const ids = unique.map((entry) => entry.externalId);
  const known = await findRows(db, customerId, options.books, ids);
  const byId = new Map(known.map((row) => [row.externalId, row]));
  // Unknown ones in the order of their ids at the vendor, then known ones in the order of ours, like everywhere that
  // adds or locks several invoices.
  const unknown = unique
    .filter(({ externalId }) => !byId.has(externalId))
    .toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1));
  await db.$transaction(
    async (tx) => {
      const added = await addEntries(tx, customerId, unknown, options);
      // A webhook has added the others meanwhile.
      const late = unknown.filter(({ externalId }) => !added.has(externalId)).map(({ externalId }) => externalId);
      for (const row of late.length > 0 ? await findRows(tx, customerId, options.books, late) : [])
        byId.set(row.externalId, row);
      const held = unique
        .flatMap((entry) => ({ entry, row: byId.get(entry.externalId) }))
        .filter((one): one is Listed => one.row !== undefined)
        .toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
      await storeListed(tx, customerId, held, options);
    },
    { timeout: 30_000 },
  );
}

/** An entry of a list, with the row of its document. */
interface Listed {
  entry: DocumentEntry;
  row: Invoice;
}

async function findRows(tx: Tx, customerId: CustomerId, books: AccountingSystem, externalIds: string[]) {
  return await tx.invoice.findMany({ where: { customerId, books, externalId: { in: externalIds } } });
}

/**
 * Stores one page of changed documents. A document that is not open and has no row here is ignored: it claims no money.
 *
 * @returns the entries of documents that have a row
 */
export async function storeChanges(
  customerId: CustomerId,
  entries: DocumentEntry[],
  options: ListOptions,
): Promise<DocumentEntry[]> {
  const settled = entries.filter((entry) => !isClaiming(entry)).map((entry) => entry.externalId);
  const known = await db.invoice.findMany({
    where: { customerId, books: options.books, externalId: { in: settled } },
    select: { externalId: true },
  });
  const isKnown = new Set(known.map((row) => row.externalId));
  const held = entries.filter((entry) => isClaiming(entry) || isKnown.has(entry.externalId));
  await storeEntries(customerId, held, options);
  return held;
}

function isClaiming({ status }: DocumentEntry): boolean {
  return status === "open" || status === "in_banking";
}

/**
 * Adds rows for documents of a list that have none.
 *
 * @returns the vendor's ids of those that were added
 */
async function addEntries(
  tx: Tx,
  customerId: CustomerId,
  entries: DocumentEntry[],
  { books }: ListOptions,
): Promise<Set<string>> {
  const contacts = new Map<string, string>();
  const data: Prisma.InvoiceCreateManyInput[] = [];
  for (const entry of entries) {
    const { externalId, externalType, kind, number, totalCents, currency } = entry;
    data.push({
      customerId,
      id: newId("invoice"),
      books,
      externalId,
      externalType,
      kind,
      number,
      totalCents,
      currency,
      contactId: await contactOf(tx, customerId, books, entry, contacts),
      openStaleAt: null,
      voucherDate: toDate(entry.voucherDate),
      dueDate: toDate(entry.dueDate),
      ...(entry.document ? { ...factsOf(entry.document), staleAt: null } : { staleAt: new Date() }),
      bookStatus: entry.status,
      openCents: entry.openCents,
      isOpenUnknown: entry.isOpenUnknown ?? false,
      contactName: entry.contactName,
      isArchived: entry.isArchived,
      listedUpdatedAt: entry.updatedAt,
    });
  }
  if (data.length === 0) return new Set();
  const select = { externalId: true };
  const added = await tx.invoice.createManyAndReturn({ data, skipDuplicates: true, select });
  return new Set(added.map((row) => row.externalId));
}

/** Stores what a list says about documents that have a row, in one statement; only those that it brings whole need more. */
async function storeListed(tx: Tx, customerId: CustomerId, listed: Listed[], options: ListOptions): Promise<void> {
  if (listed.length === 0) return;
  const { askedAt, readAll } = options;
  const at = new Date();
  const isToRead = ({ entry, row }: Listed) =>
    row.staleAt !== null || row.externalUpdatedAt?.getTime() !== entry.updatedAt.getTime() || readAll;
  const rows = listed.map((one) => ({
    id: one.row.id,
    book_status: one.entry.status,
    open_cents: one.entry.openCents,
    is_open_unknown: one.entry.isOpenUnknown ?? false,
    contact_name: one.entry.contactName,
    is_archived: one.entry.isArchived,
    listed_at: one.entry.updatedAt,
    is_to_flag: isToRead(one) && !one.entry.document,
  }));
  const taken = await tx.$queryRaw<{ id: string }[]>`
    WITH told AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS told (id text, book_status book_status,
        open_cents int, is_open_unknown boolean, contact_name text, is_archived boolean, listed_at timestamptz,
        is_to_flag boolean)
    ), held AS (
      SELECT id FROM invoices WHERE customer_id = ${customerId} AND id IN (SELECT id FROM told) ORDER BY id
      FOR NO KEY UPDATE
    )
    UPDATE invoices AS own SET
      book_status = told.book_status, open_cents = told.open_cents, is_open_unknown = told.is_open_unknown,
      contact_name = told.contact_name, is_archived = told.is_archived, listed_updated_at = told.listed_at,
      stale_at = CASE WHEN told.is_to_flag THEN COALESCE(own.stale_at, ${at}) ELSE own.stale_at END,
      open_stale_at = CASE WHEN own.open_stale_at < ${askedAt} THEN NULL ELSE own.open_stale_at END,
      needs_decision = own.needs_decision OR (own.book_status, own.open_cents, own.is_open_unknown, own.is_archived)
        IS DISTINCT FROM (told.book_status, told.open_cents, told.is_open_unknown, told.is_archived),
      updated_at = ${at}
    FROM told WHERE own.customer_id = ${customerId} AND own.id = told.id AND own.id IN (SELECT id FROM held)
      AND (own.external_updated_at IS NULL OR own.external_updated_at <= told.listed_at)
    RETURNING own.id`;
  const isTaken = new Set(taken.map(({ id }) => id));
  for (const one of listed) {
    if (!isTaken.has(one.row.id)) await markStale(tx, customerId, one.row);
    else if (one.entry.document && isToRead(one))
      await storeWhole(tx, customerId, one.row, one.entry.document, askedAt);
  }
}

/** Stores a document that the list has brought whole. A stale flag that was set after the list was requested stays. */
async function storeWhole(
  tx: Tx,
  customerId: CustomerId,
  row: Invoice,
  document: AccountingDocument,
  askedAt: Date,
): Promise<void> {
  const where = { customerId, id: row.id };
  const data = await factsFor(tx, customerId, row, document);
  const stored = await tx.invoice.updateMany({
    where: { ...where, OR: [{ staleAt: null }, { staleAt: { lt: askedAt } }] },
    data: { ...data, staleAt: null },
  });
  if (stored.count === 0) await tx.invoice.updateMany({ where, data });
}

/**
 * Sets the stale flags of a document for which the list was stale. Nothing of the list is stored; the document itself
 * is read.
 */
async function markStale(tx: Tx, customerId: CustomerId, { id }: Invoice): Promise<void> {
  const at = new Date();
  await tx.invoice.updateMany({ where: { customerId, id, staleAt: null }, data: { staleAt: at } });
  await tx.invoice.updateMany({ where: { customerId, id, openStaleAt: null }, data: { openStaleAt: at } });
}

/**
 * Stores a document that was read. A stale flag set during the read stays, so that it is read once more, unless the
 * event is no newer than the version read. Each change causes several events, and one read covers them all.
 */
export async function storeDocument(
  customerId: CustomerId,
  row: Invoice,
  document: AccountingDocument,
  contacts?: Map<string, string>,
): Promise<void> {
  const where = { customerId, id: row.id };
  const data = {
    ...(await factsFor(db, customerId, row, document, contacts)),
    // The document changed after the list was read, so the amount from the list may be outdated.
    ...(isNewerThanList(row, document) ? { openStaleAt: row.openStaleAt ?? new Date() } : {}),
  };
  const isCovered = { lastEventAt: { lte: coveredBy(document.updatedAt) } };
  const stored = await db.invoice.updateMany({
    where: { ...where, OR: [{ staleAt: row.staleAt }, isCovered] },
    data: { ...data, staleAt: null },
  });
  if (stored.count === 0) await db.invoice.updateMany({ where, data });
}

async function factsFor(
  tx: Tx,
  customerId: CustomerId,
  row: Invoice,
  document: AccountingDocument,
  contacts?: Map<string, string>,
) {
  return {
    ...factsOf(document),
    contactId: await contactOf(tx, customerId, row.books, document, contacts),
    // "Collect now" referred to the former due date. A new due date is a new agreement with the payer.
    ...(fromDate(row.dueDate) === document.dueDate ? {} : { collectNowAt: null }),
    needsDecision: true,
  };
}

/**
 * Returns the columns of a document. Its contact is a row of its own, and its status is stored with the open amount.
 */
function factsOf(document: AccountingDocument) {
  const { contactExternalId: _contact, status: _status, updatedAt, voucherDate, dueDate, ...facts } = document;
  const dates = { voucherDate: toDate(voucherDate), dueDate: toDate(dueDate) };
  return { ...facts, ...dates, externalUpdatedAt: updatedAt, readAt: new Date() };
}

/** @param known contacts that this run has asked for already, by the vendor's id */
async function contactOf(
  tx: Tx,
  customerId: CustomerId,
  books: string,
  { contactExternalId: externalId, contactName: name }: Pick<AccountingDocument, "contactExternalId" | "contactName">,
  known: Map<string, string> = new Map(),
): Promise<string | null> {
  if (!externalId) return null;
  const id = known.get(externalId) ?? (await wantContact(tx, customerId, { books, externalId, name }));
  known.set(externalId, id);
  return id;
}

function isNewerThanList(row: Invoice, document: AccountingDocument): boolean {
  return row.listedUpdatedAt !== null && row.listedUpdatedAt.getTime() !== document.updatedAt.getTime();
}

/** Stores an open amount that was read. A stale flag that was set during the read stays. */
export async function storeOpenAmount(customerId: CustomerId, row: Invoice, amount: OpenAmount): Promise<void> {
  const { openCents, isOpenUnknown = false, status: bookStatus } = amount;
  const where = { customerId, id: row.id };
  const data = { openCents, isOpenUnknown, bookStatus, needsDecision: true };
  const stored = await db.invoice.updateMany({
    where: { ...where, openStaleAt: row.openStaleAt },
    data: { ...data, openStaleAt: null },
  });
  if (stored.count === 0) await db.invoice.updateMany({ where, data });
}

/**
 * Stores that the accounting system no longer has a document: a draft was deleted, or another organisation was
 * connected.
 */
export async function storeGone(customerId: CustomerId, row: Invoice): Promise<void> {
  await db.invoice.updateMany({
    where: { customerId, id: row.id },
    data: { bookStatus: "deleted", openCents: 0, staleAt: null, openStaleAt: null, needsDecision: true },
  });
}
