import type { CustomerId } from "@/lib/auth/scope";
import { wantContact } from "@/lib/contacts/mutations";
import { db, type Tx } from "@/lib/core/database/db";
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
  const known = await db.invoice.findMany({
    where: { customerId, books: options.books, externalId: { in: unique.map((entry) => entry.externalId) } },
  });
  const byId = new Map(known.map((row) => [row.externalId, row]));
  // In the order of ids, in which every transaction locks several invoices.
  const place = ({ externalId }: DocumentEntry) => byId.get(externalId)?.id ?? "";
  const inOrder = unique.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
  await db.$transaction(
    async (tx) => {
      for (const entry of inOrder) await storeEntry(tx, customerId, entry, byId.get(entry.externalId), options);
    },
    { timeout: 30_000 },
  );
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

async function storeEntry(
  tx: Tx,
  customerId: CustomerId,
  entry: DocumentEntry,
  row: Invoice | undefined,
  { books, askedAt, readAll }: ListOptions,
): Promise<void> {
  const facts = {
    bookStatus: entry.status,
    openCents: entry.openCents,
    isOpenUnknown: entry.isOpenUnknown ?? false,
    contactName: entry.contactName,
    isArchived: entry.isArchived,
    listedUpdatedAt: entry.updatedAt,
  };
  if (!row) {
    const { externalId, externalType, kind, number, totalCents, currency } = entry;
    const dates = { voucherDate: toDate(entry.voucherDate), dueDate: toDate(entry.dueDate) };
    const contactId = await contactOf(tx, customerId, books, entry);
    const read = entry.document ? { ...factsOf(entry.document), staleAt: null } : { staleAt: new Date() };
    await tx.invoice.create({
      data: {
        customerId,
        id: newId("invoice"),
        books,
        externalId,
        externalType,
        kind,
        number,
        totalCents,
        currency,
        contactId,
        openStaleAt: null,
        ...dates,
        ...read,
        ...facts,
      },
    });
    return;
  }
  const hasChanged = row.externalUpdatedAt?.getTime() !== entry.updatedAt.getTime();
  const isOther =
    row.openCents !== facts.openCents ||
    row.isOpenUnknown !== facts.isOpenUnknown ||
    row.bookStatus !== facts.bookStatus ||
    row.isArchived !== facts.isArchived;
  const isToRead = row.staleAt !== null || hasChanged || readAll;
  const mark = isToRead && row.staleAt === null && !entry.document ? { staleAt: new Date() } : {};
  const taken = await tx.invoice.updateMany({
    where: { customerId, id: row.id, ...isKnownUntil(entry.updatedAt) },
    data: { ...facts, ...mark, ...(isOther ? { needsDecision: true } : {}) },
  });
  if (taken.count === 0) return await markStale(tx, customerId, row);
  if (isToRead && entry.document) {
    await storeFacts(tx, customerId, row, entry.document);
    await tx.invoice.updateMany({
      where: { customerId, id: row.id, staleAt: { lt: askedAt } },
      data: { staleAt: null },
    });
  }
  if (row.openStaleAt === null || row.openStaleAt >= askedAt) return;
  await tx.invoice.updateMany({
    where: { customerId, id: row.id, openStaleAt: row.openStaleAt },
    data: { openStaleAt: null },
  });
}

/**
 * Returns the condition that no version newer than `updatedAt` is stored. A list may arrive after a newer version was
 * read.
 */
function isKnownUntil(updatedAt: Date) {
  return { OR: [{ externalUpdatedAt: null }, { externalUpdatedAt: { lte: updatedAt } }] };
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
export async function storeDocument(customerId: CustomerId, row: Invoice, document: AccountingDocument): Promise<void> {
  await db.$transaction(async (tx) => {
    await storeFacts(tx, customerId, row, document);
    // The document changed after the list was read, so the amount from the list may be outdated.
    if (isNewerThanList(row, document))
      await tx.invoice.updateMany({
        where: { customerId, id: row.id },
        data: { openStaleAt: row.openStaleAt ?? new Date() },
      });
    const isCovered = { lastEventAt: { lte: coveredBy(document.updatedAt) } };
    await tx.invoice.updateMany({
      where: { customerId, id: row.id, OR: [{ staleAt: row.staleAt }, isCovered] },
      data: { staleAt: null },
    });
  });
}

async function storeFacts(tx: Tx, customerId: CustomerId, row: Invoice, document: AccountingDocument): Promise<void> {
  await tx.invoice.updateMany({
    where: { customerId, id: row.id },
    data: {
      ...factsOf(document),
      contactId: await contactOf(tx, customerId, row.books, document),
      // "Collect now" referred to the former due date. A new due date is a new agreement with the payer.
      ...(fromDate(row.dueDate) === document.dueDate ? {} : { collectNowAt: null }),
      needsDecision: true,
    },
  });
}

/**
 * Returns the columns of a document. Its contact is a row of its own, and its status is stored with the open amount.
 */
function factsOf(document: AccountingDocument) {
  const { contactExternalId: _contact, status: _status, updatedAt, voucherDate, dueDate, ...facts } = document;
  const dates = { voucherDate: toDate(voucherDate), dueDate: toDate(dueDate) };
  return { ...facts, ...dates, externalUpdatedAt: updatedAt, readAt: new Date() };
}

async function contactOf(
  tx: Tx,
  customerId: CustomerId,
  books: string,
  { contactExternalId: externalId, contactName: name }: Pick<AccountingDocument, "contactExternalId" | "contactName">,
): Promise<string | null> {
  return externalId ? await wantContact(tx, customerId, { books, externalId, name }) : null;
}

function isNewerThanList(row: Invoice, document: AccountingDocument): boolean {
  return row.listedUpdatedAt !== null && row.listedUpdatedAt.getTime() !== document.updatedAt.getTime();
}

export async function storeOpenAmount(customerId: CustomerId, row: Invoice, amount: OpenAmount): Promise<void> {
  const { openCents, isOpenUnknown = false, status: bookStatus } = amount;
  const data = { openCents, isOpenUnknown, bookStatus, needsDecision: true };
  await db.invoice.updateMany({ where: { customerId, id: row.id }, data });
  await db.invoice.updateMany({
    where: { customerId, id: row.id, openStaleAt: row.openStaleAt },
    data: { openStaleAt: null },
  });
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
