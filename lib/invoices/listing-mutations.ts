import type { CustomerId } from "@/lib/auth/scope";
import { findInPage, noteMissing, noteRepaired } from "@/lib/comparisons/document-mutations";
import { openComparison } from "@/lib/comparisons/mutations";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { log } from "@/lib/core/log";
import type { Comparison, Connection } from "@/lib/core/prisma/client";
import { isUnreadable, ProviderError } from "@/lib/core/provider-error";
import type { Books, Capabilities, DocumentEntry } from "@/lib/providers/accounting/port";
import type { BooksType } from "@/lib/providers/accounting/systems";
import { markMissing } from "./mark-mutations";
import { storeChanges, storeEntries } from "./sync-mutations";
import { type Unread, unlessUnreadable } from "./unread-mutations";

/** The books of one run: rows of another system are none of its business. */
export interface Shelf {
  customerId: CustomerId;
  type: BooksType;
  books: Books;
  capabilities: Capabilities;
  run: string;
  unread: Unread;
}

type Compared = { run: Comparison; count: number };

/**
 * Lists all open documents if that is wanted. Of books that do not call us, what has changed is asked for with every run;
 * where there is no place to begin from, or the books do not follow that question, or answer it in a form we do not know, they
 * are listed whole.
 */
export async function listWanted(shelf: Shelf, connection: Connection): Promise<Compared | undefined> {
  const { isCallingBack } = shelf.capabilities;
  const readUntil = isCallingBack ? null : connection.changesReadUntil;
  if (connection.listingWantedAt) {
    const { value, fault } = await unlessUnreadable(listAll(shelf, connection));
    // What was paid meanwhile must be known all the same: it may stand in the list of changes.
    if (fault && readUntil) await listChanges(shelf, connection, readUntil);
    if (fault) throw fault;
    return value;
  }
  if (isCallingBack || (readUntil && (await listChanges(shelf, connection, readUntil)))) return undefined;
  return await listAll(shelf, connection);
}

/**
 * How far the reading got is kept when the last page is stored: pages come in no order of time, so one that was cut off
 * begins anew.
 *
 * @returns false if the books do not follow the question, or the answer cannot be read
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
      log.warn({ type }, "the books do not tell what changed: listed whole");
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
  // Nobody tells of a contact that was changed: those whose money is claimed are read again with the comparison, and with
  // every list those who cannot be written to.
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
 * Several documents marked by webhooks: one list of the recently changed ones brings all their open amounts in a call,
 * instead of a call each.
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

/** What was changed last, as far as a reading has seen. */
class Newest {
  /** A document may bear a time of change yet to come; nothing that will be changed until then may be passed over for it. */
  readonly startedAt = now();
  private seen: DocumentEntry | undefined;
  private held: DocumentEntry | undefined;

  /** @param held those of the page that we hold */
  note(page: DocumentEntry[], held: DocumentEntry[]): void {
    this.seen = later([this.seen, ...page]);
    this.held = later([this.held, ...held]);
  }

  /** Only of the connection that was read: another account, connected meanwhile, begins from nothing. */
  async keep({ customerId, type, connectedAt }: Connection): Promise<void> {
    const where = { customerId, type, connectedAt };
    if (this.held && !(await this.isOvertaken(customerId, type)))
      await db.connection.updateMany({ where, data: { lastDocumentId: this.held.externalId } });
    if (!this.seen) return;
    const changesReadUntil = earlier(this.seen.updatedAt, this.startedAt);
    const isBehind = [null, { lt: changesReadUntil }, { gt: this.startedAt }];
    await db.connection.updateMany({
      where: { ...where, OR: isBehind.map((known) => ({ changesReadUntil: known })) },
      data: { changesReadUntil },
    });
  }

  /** Lists of what is open do not show what was settled: the last one known may have been changed later than all of theirs. */
  private async isOvertaken(customerId: string, type: string): Promise<boolean> {
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
