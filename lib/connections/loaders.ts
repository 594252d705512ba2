import { cache } from "react";
import { now, today } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import type { Connection } from "@/lib/core/prisma/client";
import { minutesLeft } from "@/lib/core/rest-time";
import { pageAccount, pageSession } from "@/lib/customers/loaders";
import { readConnectionFigures } from "./data";
import { heldFrom, isHeld, mayRelease } from "./hold-rules";
import { booksOf, isAnyBooks, isOutdated } from "./rules";
import { CONNECTABLE, type Connectable, type ConnectionFigures } from "./types";

export type ConnectionKind = Connectable;
export type Verification = "verified" | "in_review" | "not_verified";

export interface ConnectionView {
  type: ConnectionKind;
  status: "none" | "connected" | "revoked" | "disconnected";
  accountName: string;
  accountEmail: string;
  connectedAt?: string;
  endedAt?: string;
  lastSyncedAt?: string;
  /** Books by file: nothing new is collected on what they told last. */
  isOutdated?: boolean;
  /** The last characters of an API key, where there is one. */
  keyEnding?: string;
  /** GoCardless only. */
  verification?: Verification;
  creditorName?: string;
  /** Set for a connected GoCardless account at which something else collects by itself. */
  engines?: EnginesView;
  /** Set for a new GoCardless account at which nothing begins yet. */
  hold?: HoldView;
}

export interface HoldView {
  organisationId: string;
  /** Who connected it; empty if that person has no account here any more. */
  by: string;
  since: string;
  until: string;
  /** The reader is another owner, who can release it. */
  mayRelease: boolean;
}

/** What stands at GoCardless besides us. */
export interface EnginesView {
  /** `cents`: one turn of all of them. */
  subscriptions: { count: number; cents: number };
  /** `cents`: whole plans. */
  instalments: { count: number; cents: number };
  /** Somebody said that nothing is debited twice. */
  isConfirmed: boolean;
}

function verificationOf(status: string | null): Verification | undefined {
  if (status === "successful") return "verified";
  if (status === "in_review") return "in_review";
  return status ? "not_verified" : undefined;
}

function enginesOf(row: Connection): EnginesView | undefined {
  if (row.status !== "connected" || row.subscriptionCount + row.instalmentCount === 0) return undefined;
  return {
    subscriptions: { count: row.subscriptionCount, cents: row.subscriptionCents },
    instalments: { count: row.instalmentCount, cents: row.instalmentCents },
    isConfirmed: row.enginesConfirmedAt !== null,
  };
}

async function holdOf(row: Connection, userId: string): Promise<HoldView | undefined> {
  const { customerId, heldUntil, heldById, organisationId } = row;
  if (row.status !== "connected" || !isHeld(row, now()) || !heldUntil) return undefined;
  const [person, reader] = await Promise.all([
    db.user.findUnique({ where: { id: heldById ?? "" }, select: { name: true } }),
    db.membership.findUnique({ where: { customerId_userId: { customerId, userId } } }),
  ]);
  return {
    ...{ organisationId: organisationId ?? "", by: person?.name ?? "" },
    ...{ since: heldFrom(heldUntil).toISOString(), until: heldUntil.toISOString() },
    mayRelease: reader !== null && mayRelease(row, { ...reader, userId }),
  };
}

/** The account for payments and the books in use, also what was never made; without books all systems there are to choose from. */
export const loadConnections = cache(async (): Promise<ConnectionView[]> => {
  const { session, account } = await pageAccount();
  const { connections: rows } = account;
  const payments = rows.find(({ type }) => type === "GOCARDLESS");
  const hold = payments && (await holdOf(payments, session.userId));
  const books = booksOf(rows);
  const isOffered = (type: Connectable) => books?.status !== "connected" || !isAnyBooks(type) || type === books.type;
  return CONNECTABLE.filter(isOffered).map((type) => {
    const row = rows.find((candidate) => candidate.type === type);
    if (!row) return { type, status: "none", accountName: "", accountEmail: "" };
    return {
      type,
      status: row.status,
      accountName: row.accountName || row.creditorName || "",
      accountEmail: row.accountEmail,
      connectedAt: row.connectedAt?.toISOString(),
      endedAt: row.endedAt?.toISOString(),
      lastSyncedAt: row.lastSyncedAt?.toISOString(),
      isOutdated: isAnyBooks(type) && isOutdated({ type, lastSyncedAt: row.lastSyncedAt }, today()),
      keyEnding: row.keyEnding ?? undefined,
      verification: type === "GOCARDLESS" ? verificationOf(row.verificationStatus) : undefined,
      creditorName: row.creditorName ?? undefined,
      engines: enginesOf(row),
      hold: row === payments ? hold : undefined,
    };
  });
});

/** The document of the books that was changed last, as far as it has been read. */
export const loadLastDocument = cache(async (): Promise<{ id: string; number: string } | undefined> => {
  const { session, account } = await pageAccount();
  const books = booksOf(account.connections);
  if (!books?.lastDocumentId) return undefined;
  const key = { customerId: session.customerId, books: books.type, externalId: books.lastDocumentId };
  const invoice = await db.invoice.findUnique({
    where: { customerId_books_externalId: key },
    select: { id: true, number: true, externalId: true },
  });
  return invoice ? { id: invoice.id, number: invoice.number || invoice.externalId } : undefined;
});

export interface SyncView {
  phase: string;
  done: number;
  total: number;
  /** Undefined until the pace can be told. */
  minutesLeft?: number;
}

// A run whose process died is not progress; the worker takes it up again and touches the row.
const SILENT_MS = 10 * 60_000;

/** The last readings of the books, the newest first: one may be going on, and the one before it has ended. */
const lastRuns = cache(async () => {
  const { customerId } = await pageSession();
  return await db.syncRun.findMany({ where: { customerId }, orderBy: { startedAt: "desc" }, take: 2 });
});

/** The reading of the books that is going on, if one is. */
export async function loadSync(): Promise<SyncView | undefined> {
  const run = (await lastRuns()).find(({ status }) => status === "running");
  return run && syncViewOf(run);
}

interface StoredRun {
  phase: string;
  done: number;
  total: number;
  /** Instants, as rows or JSON hold them. */
  startedAt: Date | string;
  updatedAt: Date | string;
}

/** How far a running reading is; undefined for one that has been silent for too long. */
export function syncViewOf(run: StoredRun): SyncView | undefined {
  const [startedAt, updatedAt] = [new Date(run.startedAt).getTime(), new Date(run.updatedAt).getTime()];
  if (Date.now() - updatedAt > SILENT_MS) return undefined;
  const { phase, done, total } = run;
  return { phase, done, total, minutesLeft: minutesLeft({ done, total, elapsedMs: updatedAt - startedAt }) };
}

export interface LastSync {
  failedAt?: string;
}

/** Whether the last reading of the books ended badly. */
export async function loadLastSync(): Promise<LastSync> {
  const run = (await lastRuns()).find(({ status }) => status !== "running");
  return { failedAt: run?.status === "failed" ? (run.endedAt ?? run.updatedAt ?? now()).toISOString() : undefined };
}

/** For the question before a disconnection. */
export const loadConnectionFigures = cache(
  async (): Promise<ConnectionFigures> => await readConnectionFigures((await pageSession()).customerId),
);
