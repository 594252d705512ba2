import type { ConnectionStatus } from "@/lib/core/prisma/enums";
import { type Day, dayOf, daysBetween } from "@/lib/core/time/dates";
import { AppError } from "@/lib/core/web/errors";
import { capabilitiesOf, type FileBasedSystem, type OnlineSystem } from "@/lib/providers/accounting/systems";
import {
  ACCOUNTING_SYSTEMS,
  type AccountingSystem,
  BOOKS,
  type Connectable,
  FILE_BASED_SYSTEMS,
  KEYED,
  type KeyType,
} from "./types";

/** True for an accounting system with an API. */
export function isOnlineSystem(type: string): type is OnlineSystem {
  return (BOOKS as readonly string[]).includes(type);
}

export function isKeyed(type: string): type is KeyType {
  return (KEYED as readonly string[]).includes(type);
}

/** After this many days a list of open items no longer shows what is owed, because payers may have paid meanwhile. */
export const FRESH_DAYS = 7;

/**
 * True if the last data are too old to start new collections. Only lists of open items can be outdated: a person must
 * upload the next one.
 */
export function isOutdated(
  { type, lastSyncedAt }: { type: AccountingSystem; lastSyncedAt: Date | null },
  today: Day,
): boolean {
  if (isOnlineSystem(type) || !capabilitiesOf(type).keepsOpenAmount) return false;
  return lastSyncedAt === null || daysBetween(dayOf(lastSyncedAt), today) > FRESH_DAYS;
}

/** True for a file-based accounting system. */
export function isFileBasedSystem(type: string): type is FileBasedSystem {
  return (FILE_BASED_SYSTEMS as readonly string[]).includes(type);
}

/** True for any accounting system, file-based ones included. */
export function isAccountingSystem(type: string): type is AccountingSystem {
  return (ACCOUNTING_SYSTEMS as readonly string[]).includes(type);
}

/** True if the supplier's documents may also be in a previous system. */
export function hadOtherSystem(connections: { type: string }[], books: string): boolean {
  return connections.some(({ type }) => isAccountingSystem(type) && type !== books);
}

/**
 * Returns what means "direct debit" in the accounting system in use; before one is connected, the most common answer.
 */
export function marksOf(type: string | undefined): "condition" | "method" | "list" | "document" {
  return type && isAccountingSystem(type) ? capabilitiesOf(type).marksBy : "condition";
}

/** Returns the same for a system with an API; `condition` for every other one. */
export function documentReferencesOf(type: string | undefined): "condition" | "method" {
  return type && isOnlineSystem(type) ? capabilitiesOf(type).marksBy : "condition";
}

/** Returns whether the accounting system in use names a payer's language; `unknown` before one is connected. */
export function languageNaming(type: string | undefined): "named" | "none" | "unknown" {
  if (!type || !isAccountingSystem(type)) return "unknown";
  return capabilitiesOf(type).namesLanguage ? "named" : "none";
}

/** True if a collected and returned amount must be kept with our rows: no system tells us what is open. */
export function isOpenAmountOurs(type: string): boolean {
  return isFileBasedSystem(type) && !capabilitiesOf(type).keepsOpenAmount;
}

/** Returns our page for the exchange of files with this system; undefined for a system with an API. */
export function filesPageOf(type: FileBasedSystem): string;
export function filesPageOf(type: string | undefined): string | undefined;
export function filesPageOf(type: string | undefined): string | undefined {
  return type && isFileBasedSystem(type) ? capabilitiesOf(type).page : undefined;
}

/** Returns the place on that page where files go out; undefined for a system with an API. */
export function outboxOf(type: string | undefined): string | undefined {
  return type && isFileBasedSystem(type) ? capabilitiesOf(type).outbox : undefined;
}

/** Returns how an account exchanges data with us: by calls, by files, or as payments. */
export function roleOf(type: Connectable): "call" | "file" | "payments" {
  return isAccountingSystem(type) ? capabilitiesOf(type).readsBy : "payments";
}

/** Returns the same, and tells files of invoices (`document`) from lists. */
export function purposeOf(type: Connectable): "call" | "file" | "document" | "payments" {
  return marksOf(type) === "document" ? "document" : roleOf(type);
}

interface Row {
  type: string;
  status: ConnectionStatus;
  connectedAt: Date | null;
}

const RANK: Record<ConnectionStatus, number> = { connected: 0, revoked: 1, disconnected: 2 };

/**
 * Returns the accounting system in use: the connected one, of which there is at most one, else a lost one, else the one
 * used last. Undefined for a supplier who never connected any.
 */
export function accountingInUse<T extends Row>(rows: T[]): (T & { type: AccountingSystem }) | undefined {
  const time = (row: Row) => row.connectedAt?.getTime() ?? 0;
  return rows
    .filter((row): row is T & { type: AccountingSystem } => isAccountingSystem(row.type))
    .sort((a, b) => RANK[a.status] - RANK[b.status] || time(b) - time(a))[0];
}

/** Returns the accounting system in use, if it has an API. */
export function onlineSystemOf<T extends Row>(rows: T[]): (T & { type: OnlineSystem }) | undefined {
  const books = accountingInUse(rows);
  return books && isOnlineSystem(books.type) ? (books as T & { type: OnlineSystem }) : undefined;
}

export function isAccountingConnected(rows: Row[]): boolean {
  return accountingInUse(rows)?.status === "connected";
}

/** Key of the notice that files wait for somebody to sign in, while the accounting system itself is connected. */
export function signInLost(type: Connectable): string {
  return `sign-in-lost:${type}`;
}

/**
 * True if the error means that an account is not connected, or no longer. A notice reports it; the job has not failed.
 */
export function isOfConnection(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith("connection_");
}

/** Describes an account so that two of the same name can be distinguished. */
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
