import type { CustomerId } from "@/lib/auth/scope";
import { closeDocuments } from "@/lib/comparisons/document/mutations";
import { withAccounting } from "@/lib/connections/provider/access";
import { storeContact, storeContactGone } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Connection, Contact, Invoice } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { inSpan } from "@/lib/core/telemetry/trace";
import { now } from "@/lib/core/time/clock";
import { isUnreadable } from "@/lib/core/web/provider-error";
import { Postponed } from "@/lib/invoices/sync/postponed/jobs";
import { isLasting, isTransient } from "@/lib/invoices/sync/postponed/rules";
import { Unread, unlessUnreadable } from "@/lib/invoices/sync/unreadable/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import type { Books } from "@/lib/providers/accounting/port";
import { capabilitiesOf, type OnlineSystem } from "@/lib/providers/accounting/systems";
import { isOfConnection, onlineSystemOf } from "@/lib/vendors/rules";
import { listRecent, listWanted, type Shelf } from "./listing-provider";
import { storeDocument, storeGone, storeOpenAmount } from "./mutations";

/** Documents read before stale rows are queried again, so that new ones join the run and decisions start early. */
const ROUND = 20;
/** From this many unread contacts on, reading the whole list is cheaper than reading them one by one. */
const SWEEP_FROM = 4;

/**
 * Syncs a supplier's accounting system. Stale flags on rows say what to read; webhooks, changes reported by the vendor,
 * the hourly listing and the nightly comparison set them. A run clears flags until none is left, so it can be cut off
 * anywhere and the next run resumes.
 */
export const syncInvoices = work(jobs.syncInvoices, async ({ customerId }) => {
  const connection = onlineSystemOf(await db.connection.findMany({ where: { customerId } }));
  if (connection?.status !== "connected") return;
  const run = await openRun(customerId, kindOf(connection));
  try {
    await withAccounting(customerId, async ({ books, capabilities }, type) => {
      const unread = await Unread.open(customerId, type, connection.listingWantedAt !== null);
      const shelf = { customerId, type, books, capabilities, run, unread };
      const listing = async () => (connection.type === type ? await listWanted(shelf, connection) : undefined);
      const { value: compared, fault } = await unlessUnreadable(listing());
      await readStale(shelf);
      // Rows with stale flags are read even if the list cannot be read.
      if (fault) {
        await unread.noteList();
        throw fault;
      }
      await unread.close();
      if (compared) await closeDocuments(customerId, compared.run, compared.count);
    });
    await closeRun(customerId, run, { status: "done" });
    await db.connection.updateMany({ where: { customerId, type: connection.type }, data: { lastSyncedAt: now() } });
  } catch (error) {
    await closeRun(customerId, run, {
      status: "failed",
      error: error instanceof Error ? error.message.slice(0, 300) : "unknown",
    });
    // The connection ended during the run and the supplier was notified: a retry would not help.
    if (isOfConnection(error)) return;
    // A retry would get the same answer, and the next run is due soon.
    if (isUnreadable(error)) return;
    throw error;
  } finally {
    await enqueueNow(jobs.decideInvoices, { customerId });
  }
});

async function readStale(shelf: Shelf): Promise<void> {
  const { customerId, type, run, unread } = shelf;
  const postponed = new Postponed();
  const contacts = new Map<string, string>();
  let done = 0;
  // This only saves calls: amounts that it does not bring are read one by one.
  await unlessUnreadable(listRecent(shelf));
  for (;;) {
    const where = {
      ...{ customerId, books: type, OR: [{ staleAt: { not: null } }, { openStaleAt: { not: null } }] },
      externalId: { notIn: [...unread.left("document"), ...postponed.left("document")] },
    };
    const left = await db.invoice.count({ where });
    await db.syncRun.updateMany({
      where: { customerId, id: run },
      data: { phase: "reading", total: done + left, done },
    });
    if (left === 0) break;
    const rows = await db.invoice.findMany({ where, orderBy: [{ dueDate: "asc" }, { id: "asc" }], take: ROUND });
    for (const row of rows) {
      await inSpan({ name: "read invoice", ids: { invoiceId: row.id } }, () =>
        readOneOrNote(shelf, row, postponed, contacts),
      );
      done += 1;
    }
    await readContacts(shelf, postponed);
    await enqueueNow(jobs.decideInvoices, { customerId });
  }
  await readContacts(shelf, postponed);
  postponed.close();
}

/** @param contacts our ids of those that this run has stored documents of */
async function readOneOrNote(
  shelf: Shelf,
  row: Invoice,
  postponed: Postponed,
  contacts: Map<string, string>,
): Promise<void> {
  const { externalId, number: shown, id: invoiceId } = row;
  const one = { what: "document" as const, externalId, shown, invoiceId, markedAt: row.staleAt ?? row.openStaleAt };
  await readOrLeave(shelf, postponed, one, () => readOne(shelf, row, contacts));
}

interface Marked {
  what: "document" | "contact";
  externalId: string;
  shown: string;
  invoiceId?: string;
  markedAt: Date | null;
}

/** Reads one document or contact. A failure that concerns only this one is noted, so that the others are read. */
async function readOrLeave(
  { unread }: Shelf,
  postponed: Postponed,
  { what, markedAt, ...one }: Marked,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
    postponed.answered();
  } catch (error) {
    if (isLasting(error, markedAt, new Date())) await unread.note(what, one, error);
    else if (isTransient(error)) postponed.note(what, one.externalId, error);
    else throw error;
  }
}

async function readOne({ customerId, books }: Shelf, row: Invoice, contacts: Map<string, string>): Promise<void> {
  if (row.staleAt) {
    const document = await books.readDocument(row);
    if (!document) return await storeGone(customerId, row);
    await storeDocument(customerId, row, document, contacts);
  }
  if (row.openStaleAt) {
    const amount = await books.readOpenAmount(row.externalId);
    if (!amount) return await storeGone(customerId, row);
    await storeOpenAmount(customerId, row, amount);
  }
}

async function readContacts(shelf: Shelf, postponed: Postponed): Promise<void> {
  const { customerId, type, books, unread } = shelf;
  const notIn = [...unread.left("contact"), ...postponed.left("contact")];
  const where = { customerId, books: type, staleAt: { not: null }, externalId: { notIn } };
  const marked = await db.contact.findMany({ where, orderBy: { id: "asc" } });
  const left = new Map(marked.map((row) => [row.externalId, row]));
  if (left.size >= SWEEP_FROM) await unlessUnreadable(sweepContacts(customerId, books, left));
  for (const row of left.values()) {
    const { externalId, companyName, lastName, staleAt: markedAt } = row;
    const one = { what: "contact" as const, externalId, shown: companyName ?? lastName ?? "", markedAt };
    await readOrLeave(shelf, postponed, one, () => readContact(customerId, books, row));
  }
}

/** Stores the contacts that the vendor's list contains, and removes them from `left`. */
async function sweepContacts(customerId: CustomerId, books: Books, left: Map<string, Contact>): Promise<void> {
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

async function readContact(customerId: CustomerId, books: Books, row: Contact): Promise<void> {
  const contact = await books.readContact(row.externalId);
  if (contact) await storeContact(customerId, row, contact);
  else await storeContactGone(customerId, row.id);
}

function kindOf({
  type,
  fullWantedAt,
  listingWantedAt,
}: { type: OnlineSystem } & Pick<Connection, "fullWantedAt" | "listingWantedAt">): string {
  if (fullWantedAt) return "full";
  if (listingWantedAt) return "listing";
  return capabilitiesOf(type).isCallingBack ? "marked" : "changes";
}

async function openRun(customerId: CustomerId, kind: string): Promise<string> {
  // A run that was cut off has ended; this one continues with its stale flags.
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
