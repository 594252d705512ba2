import { type Day, dayOf, daysBetween } from "@/lib/core/dates";
import { AppError } from "@/lib/core/errors";
import type { ConnectionStatus } from "@/lib/core/prisma/enums";
import { type BooksType, capabilitiesOf, type FileBooksType } from "@/lib/providers/accounting/systems";
import { ALL_BOOKS, type AnyBooks, BOOKS, type Connectable, FILE_BOOKS, KEYED, type KeyType } from "./types";

/** Books that can be asked. */
export function isBooks(type: string): type is BooksType {
  return (BOOKS as readonly string[]).includes(type);
}

export function isKeyed(type: string): type is KeyType {
  return (KEYED as readonly string[]).includes(type);
}

/** A list of open items older than this no longer says what is owed: somebody may have paid meanwhile. */
export const FRESH_DAYS = 7;

/** Whether nothing new may be collected on what books told last: those that cannot be asked have to tell anew. */
export function isOutdated({ type, lastSyncedAt }: { type: AnyBooks; lastSyncedAt: Date | null }, today: Day): boolean {
  if (isBooks(type)) return false;
  return lastSyncedAt === null || daysBetween(dayOf(lastSyncedAt), today) > FRESH_DAYS;
}

/** Books that go by file. */
export function isFileBooks(type: string): type is FileBooksType {
  return (FILE_BOOKS as readonly string[]).includes(type);
}

/** Books of any kind, also those that go by file. */
export function isAnyBooks(type: string): type is AnyBooks {
  return (ALL_BOOKS as readonly string[]).includes(type);
}

/** Whether documents may stand in books used before, too. */
export function hadOtherBooks(connections: { type: string }[], books: string): boolean {
  return connections.some(({ type }) => isAnyBooks(type) && type !== books);
}

/** What says "direct debit" in the books in use. Before any are connected, the word that most know. */
export function marksOf(type: string | undefined): "condition" | "method" | "list" {
  return type && isAnyBooks(type) ? capabilitiesOf(type).marksBy : "condition";
}

/** The same of documents that come one by one. */
export function documentMarksOf(type: string | undefined): "condition" | "method" {
  return type && isBooks(type) ? capabilitiesOf(type).marksBy : "condition";
}

/** Whether the books in use name the language of a payer; unknown before any are connected. */
export function languageNaming(type: string | undefined): "named" | "none" | "unknown" {
  if (!type || !isAnyBooks(type)) return "unknown";
  return capabilitiesOf(type).namesLanguage ? "named" : "none";
}

/** Our page on which files are exchanged with these books; undefined of books that are asked. */
export function filesPageOf(type: FileBooksType): string;
export function filesPageOf(type: string | undefined): string | undefined;
export function filesPageOf(type: string | undefined): string | undefined {
  return type && isFileBooks(type) ? capabilitiesOf(type).page : undefined;
}

/** Where on that page files go out; undefined of books that are asked. */
export function outboxOf(type: string | undefined): string | undefined {
  return type && isFileBooks(type) ? capabilitiesOf(type).outbox : undefined;
}

/** What an account is to us, for the words about it. */
export function roleOf(type: Connectable): "call" | "file" | "payments" {
  return isAnyBooks(type) ? capabilitiesOf(type).readsBy : "payments";
}

interface Row {
  type: string;
  status: ConnectionStatus;
  connectedAt: Date | null;
}

const RANK: Record<ConnectionStatus, number> = { connected: 0, revoked: 1, disconnected: 2 };

/**
 * The books in use: the system that is connected, of which there is at most one, else the one that was lost, else the
 * one used last. Undefined for whoever never connected any.
 */
export function booksOf<T extends Row>(rows: T[]): (T & { type: AnyBooks }) | undefined {
  const time = (row: Row) => row.connectedAt?.getTime() ?? 0;
  return rows
    .filter((row): row is T & { type: AnyBooks } => isAnyBooks(row.type))
    .sort((a, b) => RANK[a.status] - RANK[b.status] || time(b) - time(a))[0];
}

/** The books in use, if they can be asked. */
export function askedBooksOf<T extends Row>(rows: T[]): (T & { type: BooksType }) | undefined {
  const books = booksOf(rows);
  return books && isBooks(books.type) ? (books as T & { type: BooksType }) : undefined;
}

export function areBooksConnected(rows: Row[]): boolean {
  return booksOf(rows)?.status === "connected";
}

/** Key of the notice that files wait for somebody to sign in: the books themselves are still connected. */
export function signInLost(type: Connectable): string {
  return `sign-in-lost:${type}`;
}

/** Whether an account is not connected, or has just turned out not to be: a notice says so, and it is no failure of the job. */
export function isOfConnection(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith("connection_");
}

/** Names an account so that two of the same name can be told apart. */
export function describeAccount(row: {
  accountName: string;
  creditorName: string | null;
  accountEmail: string;
  lastOrganisationId: string | null;
}): string {
  const name = row.accountName || row.creditorName || "";
  const parts = [name, row.accountEmail].filter((part) => part !== "").join(", ");
  return row.lastOrganisationId ? `${parts} (${row.lastOrganisationId})` : parts;
}
