import { cache } from "react";
import { pageAccount, pageSession } from "@/lib/auth/sessions/page-session";
import { heldFrom, isHeld, mayRelease } from "@/lib/connections/hold/rules";
import { readConnectionFigures, readDocument, readHolder, readLastRuns } from "@/lib/connections/record/data";
import type { Connection } from "@/lib/core/prisma/client";
import { now, today } from "@/lib/core/time/clock";
import { minutesLeft } from "@/lib/core/time/rest-time";
import { accountingInUse, isAccountingSystem, isOutdated } from "@/lib/vendors/rules";
import { CONNECTABLE, type Connectable, type ConnectionFigures } from "@/lib/vendors/types";

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
  /** File-based systems only: true if the last upload is too old to start new collections. */
  isOutdated?: boolean;
  /** The last characters of an API key, if there is one. */
  keyEnding?: string;
  /** GoCardless only. */
  verification?: Verification;
  creditorName?: string;
  /** Set for a connected GoCardless account with external schedules. */
  engines?: ExternalSchedulesView;
  /** Set for a new GoCardless account that is on hold. */
  hold?: HoldView;
}

export interface HoldView {
  organisationId: string;
  /** Name of the person who connected it; empty if that person has no account here any more. */
  by: string;
  since: string;
  until: string;
  /** True if the reader is another owner, who can release it. */
  mayRelease: boolean;
}

/** External schedules in the GoCardless account. */
export interface ExternalSchedulesView {
  /** `cents`: one payment of each subscription. */
  subscriptions: { count: number; cents: number };
  /** `cents`: all payments of the plans, paid ones included. */
  instalments: { count: number; cents: number };
  /** True if somebody confirmed that nothing is debited twice. */
  isConfirmed: boolean;
}

function verificationOf(status: string | null): Verification | undefined {
  if (status === "successful") return "verified";
  if (status === "in_review") return "in_review";
  return status ? "not_verified" : undefined;
}

function enginesOf(row: Connection): ExternalSchedulesView | undefined {
  if (row.status !== "connected" || row.subscriptionCount + row.instalmentCount === 0) return undefined;
  return {
    subscriptions: { count: row.subscriptionCount, cents: row.subscriptionCents },
    instalments: { count: row.instalmentCount, cents: row.instalmentCents },
    isConfirmed: row.schedulesConfirmedAt !== null,
  };
}

async function holdOf(row: Connection, userId: string): Promise<HoldView | undefined> {
  const { heldUntil, organisationId } = row;
  if (row.status !== "connected" || !isHeld(row, now()) || !heldUntil) return undefined;
  const { person, reader } = await readHolder(row, userId);
  return {
    ...{ organisationId: organisationId ?? "", by: person?.name ?? "" },
    ...{ since: heldFrom(heldUntil).toISOString(), until: heldUntil.toISOString() },
    mayRelease: reader !== null && mayRelease(row, { ...reader, userId }),
  };
}

/**
 * Returns the payments account and the accounting system in use, also if never connected. While no accounting system is
 * connected, returns all systems to choose from.
 */
export const loadConnections = cache(async (): Promise<ConnectionView[]> => {
  const { session, account } = await pageAccount();
  const { connections: rows } = account;
  const payments = rows.find(({ type }) => type === "GOCARDLESS");
  const hold = payments && (await holdOf(payments, session.userId));
  const books = accountingInUse(rows);
  const isOffered = (type: Connectable) =>
    books?.status !== "connected" || !isAccountingSystem(type) || type === books.type;
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
      isOutdated: isAccountingSystem(type) && isOutdated({ type, lastSyncedAt: row.lastSyncedAt }, today()),
      keyEnding: row.keyEnding ?? undefined,
      verification: type === "GOCARDLESS" ? verificationOf(row.verificationStatus) : undefined,
      creditorName: row.creditorName ?? undefined,
      engines: enginesOf(row),
      hold: row === payments ? hold : undefined,
    };
  });
});

/** Returns the document that was changed last in the accounting system, if it has been read. */
export const loadLastDocument = cache(async (): Promise<{ id: string; number: string } | undefined> => {
  const { session, account } = await pageAccount();
  const books = accountingInUse(account.connections);
  if (!books?.lastDocumentId) return undefined;
  const key = { customerId: session.customerId, books: books.type, externalId: books.lastDocumentId };
  const invoice = await readDocument(key);
  return invoice ? { id: invoice.id, number: invoice.number || invoice.externalId } : undefined;
});

export interface SyncView {
  phase: string;
  done: number;
  total: number;
  /** Undefined until the speed is known. */
  minutesLeft?: number;
}

// A run that is silent for longer has died. The worker resumes it later and touches its row again.
const SILENT_MS = 10 * 60_000;

const lastRuns = cache(async () => await readLastRuns((await pageSession()).customerId));

/** Returns the progress of the running sync, if there is one. */
export async function loadSync(): Promise<SyncView | undefined> {
  const run = (await lastRuns()).find(({ status }) => status === "running");
  return run && syncViewOf(run);
}

interface StoredRun {
  phase: string;
  done: number;
  total: number;
  /** A `Date` in rows, a string in JSON. */
  startedAt: Date | string;
  updatedAt: Date | string;
}

/** Returns the progress of a running sync; undefined if it has been silent for too long. */
export function syncViewOf(run: StoredRun): SyncView | undefined {
  const [startedAt, updatedAt] = [new Date(run.startedAt).getTime(), new Date(run.updatedAt).getTime()];
  if (Date.now() - updatedAt > SILENT_MS) return undefined;
  const { phase, done, total } = run;
  return { phase, done, total, minutesLeft: minutesLeft({ done, total, elapsedMs: updatedAt - startedAt }) };
}

export interface LastSync {
  failedAt?: string;
}

/** Returns when the last finished sync failed, if it failed. */
export async function loadLastSync(): Promise<LastSync> {
  const run = (await lastRuns()).find(({ status }) => status !== "running");
  return { failedAt: run?.status === "failed" ? (run.endedAt ?? run.updatedAt ?? now()).toISOString() : undefined };
}

/** Returns the figures for the question before a disconnection. */
export const loadConnectionFigures = cache(
  async (): Promise<ConnectionFigures> => await readConnectionFigures((await pageSession()).customerId),
);
