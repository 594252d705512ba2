import type { CustomerId } from "@/lib/auth/scope";
import { closeDocuments, findInPage, noteMissing, noteRepaired } from "@/lib/comparisons/document-mutations";
import { openComparison } from "@/lib/comparisons/mutations";
import { withBooks } from "@/lib/connections/access";
import { askedBooksOf } from "@/lib/connections/rules";
import { storeContact, storeContactGone } from "@/lib/contacts/mutations";
import { now, today } from "@/lib/core/clock";
import { addDays } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import type { Comparison, Connection } from "@/lib/core/prisma/client";
import { inSpan } from "@/lib/core/trace";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import type { Books, Capabilities } from "@/lib/providers/accounting/port";
import type { BooksType } from "@/lib/providers/accounting/systems";
import { markMissing, storeDocument, storeEntries, storeGone, storeOpenAmount } from "./sync-mutations";

/** Documents read between two looks at what is to do: new marks join the run, and decisions start early. */
const ROUND = 20;
/** From this many unknown contacts on, reading the whole list is cheaper than one by one. */
const SWEEP_FROM = 4;

/**
 * Brings a supplier's books in. What is to be read stands as marks on the rows, set by webhooks, by the hourly listing
 * and by the nightly comparison; a run takes marks off until none is left, so it can be cut off and go on anywhere.
 */
export const syncInvoices = work(jobs.syncInvoices, async ({ customerId }) => {
  const connection = askedBooksOf(await db.connection.findMany({ where: { customerId } }));
  if (connection?.status !== "connected") return;
  const run = await openRun(
    customerId,
    connection.fullWantedAt ? "full" : connection.listingWantedAt ? "listing" : "marked",
  );
  try {
    await withBooks(customerId, async ({ books, capabilities }, type) => {
      const shelf = { customerId, type, books, capabilities, run };
      const compared =
        connection.listingWantedAt && connection.type === type ? await listAll(shelf, connection) : undefined;
      await readMarked(shelf);
      if (compared) await closeDocuments(customerId, compared.run, compared.count);
    });
    await closeRun(customerId, run, { status: "done" });
    await db.connection.updateMany({ where: { customerId, type: connection.type }, data: { lastSyncedAt: now() } });
  } catch (error) {
    await closeRun(customerId, run, {
      status: "failed",
      error: error instanceof Error ? error.message.slice(0, 300) : "unknown",
    });
    // The connection was ended on the way and the supplier has been told: trying again would not help.
    if (error instanceof AppError && error.code.startsWith("connection_")) return;
    throw error;
  } finally {
    await enqueueNow(jobs.decideInvoices, { customerId });
  }
});

/** The books of one run: rows of another system are none of its business. */
interface Shelf {
  customerId: CustomerId;
  type: BooksType;
  books: Books;
  capabilities: Capabilities;
  run: string;
}

/** @returns the comparison that the list was part of, if it was the nightly one */
async function listAll(shelf: Shelf, connection: Connection): Promise<{ run: Comparison; count: number } | undefined> {
  const { customerId, type, books, capabilities, run } = shelf;
  const startedAt = new Date();
  const comparison = connection.fullWantedAt ? await openComparison(customerId, "documents") : undefined;
  const toldUntil = capabilities.isCallingBack ? null : (connection.lastSyncedAt ?? new Date(0));
  const compared = { customerId, type, toldUntil };
  const listed = new Set<string>();
  let newest: { externalId: string; updatedAt: Date } | undefined;
  let cursor: string | undefined;
  do {
    const askedAt = new Date();
    const page = await books.listOpen({ cursor });
    const findings = comparison ? await findInPage(compared, page.rows) : [];
    await storeEntries(customerId, page.rows, { books: type, askedAt, readAll: connection.fullWantedAt !== null });
    await noteRepaired(customerId, findings);
    for (const row of page.rows) {
      listed.add(row.externalId);
      if (!newest || row.updatedAt > newest.updatedAt) newest = row;
    }
    cursor = page.next;
    await db.syncRun.updateMany({ where: { customerId, id: run }, data: { total: listed.size } });
  } while (cursor);
  const missing = await markMissing(customerId, type, startedAt, listed);
  if (comparison) await noteMissing(compared, missing);
  const { listingWantedAt, fullWantedAt } = connection;
  const where = { customerId, type };
  if (newest) await db.connection.updateMany({ where, data: { lastDocumentId: newest.externalId } });
  // Nobody tells of a contact that was changed: those whose money is claimed are read again with the comparison.
  if (fullWantedAt && !capabilities.isCallingBack)
    await db.contact.updateMany({
      where: { customerId, books: type, invoices: { some: { customerId, bookStatus: "open" } } },
      data: { staleAt: new Date() },
    });
  await db.connection.updateMany({ where: { ...where, listingWantedAt }, data: { listingWantedAt: null } });
  if (fullWantedAt) await db.connection.updateMany({ where: { ...where, fullWantedAt }, data: { fullWantedAt: null } });
  return comparison && { run: comparison, count: listed.size };
}

async function readMarked(shelf: Shelf): Promise<void> {
  const { customerId, type, run } = shelf;
  let done = 0;
  await listRecent(shelf);
  for (;;) {
    const where = { customerId, books: type, OR: [{ staleAt: { not: null } }, { openStaleAt: { not: null } }] };
    const left = await db.invoice.count({ where });
    await db.syncRun.updateMany({
      where: { customerId, id: run },
      data: { phase: "reading", total: done + left, done },
    });
    if (left === 0) break;
    const rows = await db.invoice.findMany({ where, orderBy: { dueDate: "asc" }, take: ROUND });
    for (const row of rows) {
      await inSpan({ name: "read invoice", ids: { invoiceId: row.id } }, () => readOne(shelf, row));
      done += 1;
    }
    await readContacts(shelf);
    await enqueueNow(jobs.decideInvoices, { customerId });
  }
  await readContacts(shelf);
}

/**
 * Several documents marked by webhooks: one list of the recently changed ones brings all their open amounts in a call,
 * instead of a call each.
 */
async function listRecent({ customerId, type, books }: Shelf): Promise<void> {
  const amounts = await db.invoice.count({
    where: { customerId, books: type, staleAt: { not: null }, openStaleAt: { not: null } },
  });
  if (amounts < 2) return;
  let cursor: string | undefined;
  do {
    const askedAt = new Date();
    // The vendor's dates are days of its own calendar: one day of overlap.
    const page = await books.listOpen({ cursor, changedSince: addDays(today(), -1) });
    await storeEntries(customerId, page.rows, { books: type, askedAt, readAll: false });
    cursor = page.next;
  } while (cursor);
}

async function readOne(
  { customerId, books }: Shelf,
  row: Awaited<ReturnType<typeof db.invoice.findMany>>[number],
): Promise<void> {
  if (row.staleAt) {
    const document = await books.readDocument(row);
    if (!document) return await storeGone(customerId, row);
    await storeDocument(customerId, row, document);
  }
  if (row.openStaleAt) {
    const amount = await books.readOpenAmount(row.externalId);
    if (!amount) return await storeGone(customerId, row);
    await storeOpenAmount(customerId, row, amount);
  }
}

async function readContacts({ customerId, type, books }: Shelf): Promise<void> {
  const marked = await db.contact.findMany({ where: { customerId, books: type, staleAt: { not: null } } });
  const left = new Map(marked.map((row) => [row.externalId, row]));
  if (left.size >= SWEEP_FROM) {
    let cursor: string | undefined;
    do {
      const page = await books.listContacts(cursor);
      for (const contact of page.rows) {
        const row = left.get(contact.externalId);
        if (row) await storeContact(customerId, row, contact);
        left.delete(contact.externalId);
      }
      cursor = page.next;
    } while (cursor && left.size > 0);
  }
  for (const row of left.values()) {
    const contact = await books.readContact(row.externalId);
    if (contact) await storeContact(customerId, row, contact);
    else await storeContactGone(customerId, row.id);
  }
}

async function openRun(customerId: CustomerId, kind: string): Promise<string> {
  // A run that was cut off is over: this one goes on with its marks.
  await db.syncRun.updateMany({
    where: { customerId, status: "running" },
    data: { status: "failed", error: "interrupted", endedAt: now() },
  });
  const id = newId("syncRun");
  await db.syncRun.create({ data: { customerId, id, kind, startedAt: now() } });
  return id;
}

async function closeRun(
  customerId: CustomerId,
  id: string,
  end: { status: "done" | "failed"; error?: string },
): Promise<void> {
  if (end.error) log.warn({ error: end.error }, "sync ended early");
  await db.syncRun.updateMany({ where: { customerId, id }, data: { ...end, endedAt: now() } });
}
