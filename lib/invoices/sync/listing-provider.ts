import type { CustomerId } from "@/lib/auth/scope";
import { findInPage, noteMissing, noteRepaired } from "@/lib/comparisons/document/mutations";
import { openComparison } from "@/lib/comparisons/mutations";
import { db } from "@/lib/core/database/db";
import type { Comparison, Connection } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { isUnreadable, ProviderError } from "@/lib/core/web/provider-error";
import { markMissing } from "@/lib/decision-queue/document-mutations";
import { type Unread, unlessUnreadable } from "@/lib/invoices/sync/unreadable/mutations";
import type { Books, Capabilities, DocumentEntry } from "@/lib/providers/accounting/port";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import { storeChanges, storeEntries } from "./mutations";

/** The sync context: the accounting system of one run. Rows of another system are not touched. */
export interface Shelf {
  customerId: CustomerId;
  type: OnlineSystem;
  books: Books;
  capabilities: Capabilities;
  run: string;
  unread: Unread;
}

type Compared = { run: Comparison; count: number };

/**
 * Reads the lists that a run needs, and returns the comparison that a full list was part of. All open documents are
 * listed if that was requested. Otherwise, a system without webhooks lists its changes with every run. It is listed in
 * full if no starting time is stored, or if it refuses the question or answers in an unknown form.
 */
export async function listWanted(shelf: Shelf, connection: Connection): Promise<Compared | undefined> {
  const { isCallingBack } = shelf.capabilities;
  const readUntil = isCallingBack ? null : connection.changesReadUntil;
  if (connection.listingWantedAt) {
    const { value, fault } = await unlessUnreadable(listAll(shelf, connection));
    // Payments made meanwhile must still be read: the list of changes may contain them.
    if (fault && readUntil) await listChanges(shelf, connection, readUntil);
    if (fault) throw fault;
    return value;
  }
  if (isCallingBack || (readUntil && (await listChanges(shelf, connection, readUntil)))) return undefined;
  return await listAll(shelf, connection);
}

/**
 * Stores all documents changed since `readUntil`. The new time is stored only after the last page: pages have no order
 * of time, so a reading that was cut off starts over.
 *
 * @returns false if the system refuses the question, or its answer cannot be read
 */
async function listChanges(shelf: Shelf, connection: Connection, readUntil: Date): Promise<boolean> {
  const { customerId, type, books, capabilities, run, unread } = shelf;
  const newest = new Newest();
  const since = new Date(earlier(readUntil, newest.startedAt).getTime() - capabilities.changesOverlapMs);
  let total = 0;
  let cursor: string | undefined;
  do {
    const askedAt = new Date();
    const page = await books.listChanged({ since, cursor }).catch((error: unknown) => {
      if (error instanceof ProviderError && (error.kind === "refused" || isUnreadable(error))) return undefined;
      throw error;
    });
    if (!page) {
      log.warn({ type }, "change poll refused or unreadable: listing all documents");
      return false;
    }
    newest.note(page.rows, await storeChanges(customerId, page.rows, { books: type, askedAt, readAll: false }));
    await unread.noteRows(page);
    total += page.rows.length;
    cursor = page.next;
    await db.syncRun.updateMany({ where: { customerId, id: run }, data: { total } });
  } while (cursor);
  await newest.keep(connection);
  return true;
}

/** @returns the comparison that the list was part of, if it was the nightly one */
async function listAll(shelf: Shelf, connection: Connection): Promise<Compared | undefined> {
  const { customerId, type, books, capabilities, run, unread } = shelf;
  const startedAt = new Date();
  const comparison = connection.fullWantedAt ? await openComparison(customerId, "documents") : undefined;
  const toldUntil = capabilities.isCallingBack ? null : (connection.lastSyncedAt ?? new Date(0));
  const compared = { customerId, type, toldUntil };
  const listed = new Set<string>();
  const newest = new Newest();
  let cursor: string | undefined;
  do {
    const askedAt = new Date();
    const page = await books.listOpen({ cursor });
    const findings = comparison ? await findInPage(compared, page.rows) : [];
    await storeEntries(customerId, page.rows, { books: type, askedAt, readAll: connection.fullWantedAt !== null });
    await noteRepaired(customerId, findings);
    await unread.noteRows(page);
    for (const { externalId } of [...page.rows, ...page.unread]) if (externalId) listed.add(externalId);
    newest.note(page.rows, page.rows);
    cursor = page.next;
    await db.syncRun.updateMany({ where: { customerId, id: run }, data: { total: listed.size } });
  } while (cursor);
  const missing = await markMissing(customerId, type, startedAt, listed);
  if (comparison) await noteMissing(compared, missing);
  const { listingWantedAt, fullWantedAt } = connection;
  const where = { customerId, type };
  await newest.keep(connection);
  // Without webhooks, no event reports a changed contact. The comparison reads all contacts with open invoices again,
  // and every list those of them without an e-mail address.
  if (!capabilities.isCallingBack)
    await db.contact.updateMany({
      where: {
        ...{ customerId, books: type, invoices: { some: { customerId, bookStatus: "open" as const } } },
        ...(fullWantedAt ? {} : { email: null }),
      },
      data: { staleAt: new Date() },
    });
  await db.connection.updateMany({ where: { ...where, listingWantedAt }, data: { listingWantedAt: null } });
  if (fullWantedAt) await db.connection.updateMany({ where: { ...where, fullWantedAt }, data: { fullWantedAt: null } });
  return comparison && { run: comparison, count: listed.size };
}

/**
 * Reads the open amounts of documents that webhooks made stale from one list of recent changes, instead of one call
 * each.
 */
export async function listRecent({ customerId, type, books, capabilities, unread }: Shelf): Promise<void> {
  if (!capabilities.isCallingBack) return;
  const amounts = await db.invoice.count({
    where: { customerId, books: type, staleAt: { not: null }, openStaleAt: { not: null } },
  });
  if (amounts < 2) return;
  const since = new Date(now().getTime() - capabilities.changesOverlapMs);
  let cursor: string | undefined;
  do {
    const askedAt = new Date();
    const page = await books.listChanged({ since, cursor });
    await storeChanges(customerId, page.rows, { books: type, askedAt, readAll: false });
    await unread.noteRows(page);
    cursor = page.next;
  } while (cursor);
}

/** Finds the document changed last in what a run has read. */
class Newest {
  /**
   * Upper limit for the stored time: a document may have a change time in the future, and changes before it must not be
   * skipped.
   */
  readonly startedAt = now();
  private seen: DocumentEntry | undefined;
  private held: DocumentEntry | undefined;

  /** @param held the entries of the page that have a row here */
  note(page: DocumentEntry[], held: DocumentEntry[]): void {
    this.seen = later([this.seen, ...page]);
    this.held = later([this.held, ...held]);
  }

  /**
   * Stores the result, but only for the connection that was read: another account, connected meanwhile, starts without
   * one.
   */
  async keep({ customerId, type, connectedAt }: Connection): Promise<void> {
    const where = { customerId, type, connectedAt };
    if (this.held && !(await this.isStaleVersion(customerId, type)))
      await db.connection.updateMany({ where, data: { lastDocumentId: this.held.externalId } });
    if (!this.seen) return;
    const changesReadUntil = earlier(this.seen.updatedAt, this.startedAt);
    const isBehind = [null, { lt: changesReadUntil }, { gt: this.startedAt }];
    await db.connection.updateMany({
      where: { ...where, OR: isBehind.map((known) => ({ changesReadUntil: known })) },
      data: { changesReadUntil },
    });
  }

  /**
   * True if the last document known was changed after all documents in this list. Lists of open documents do not show
   * settled ones.
   */
  private async isStaleVersion(customerId: string, type: string): Promise<boolean> {
    const known = await db.connection.findUnique({ where: { customerId_type: { customerId, type } } });
    if (!known?.lastDocumentId || !this.held) return false;
    const key = { customerId, books: type, externalId: known.lastDocumentId };
    const last = await db.invoice.findUnique({ where: { customerId_books_externalId: key } });
    if (!last || last.bookStatus === "deleted") return false;
    const changedAt = Math.max(last.listedUpdatedAt?.getTime() ?? 0, last.externalUpdatedAt?.getTime() ?? 0);
    return changedAt > this.held.updatedAt.getTime();
  }
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

function later(entries: (DocumentEntry | undefined)[]): DocumentEntry | undefined {
  return entries.reduce((a, b) => (!a || (b && b.updatedAt >= a.updatedAt) ? b : a), undefined);
}
