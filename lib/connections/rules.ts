import type { ConnectionStatus, ConnectionType } from "@/lib/core/prisma/enums";
import type { BooksType } from "@/lib/providers/accounting/registry";
import { BOOKS, KEYED, type KeyType } from "./types";

export function isBooks(type: ConnectionType): type is BooksType {
  return (BOOKS as readonly ConnectionType[]).includes(type);
}

export function isKeyed(type: ConnectionType): type is KeyType {
  return (KEYED as readonly ConnectionType[]).includes(type);
}

interface Row {
  type: ConnectionType;
  status: ConnectionStatus;
  connectedAt: Date | null;
}

const RANK: Record<ConnectionStatus, number> = { connected: 0, revoked: 1, disconnected: 2 };

/**
 * The books in use: the system that is connected, of which there is at most one, else the one that was lost, else the
 * one used last. Undefined for whoever never connected any.
 */
export function booksOf<T extends Row>(rows: T[]): (T & { type: BooksType }) | undefined {
  const time = (row: Row) => row.connectedAt?.getTime() ?? 0;
  return rows
    .filter((row): row is T & { type: BooksType } => isBooks(row.type))
    .sort((a, b) => RANK[a.status] - RANK[b.status] || time(b) - time(a))[0];
}

export function areBooksConnected(rows: Row[]): boolean {
  return booksOf(rows)?.status === "connected";
}
