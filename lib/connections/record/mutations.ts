import type { CustomerId } from "@/lib/auth/scope";
import { closeDifferences } from "@/lib/comparisons/mutations";
import { leaveAccount } from "@/lib/connections/account/mutations";
import { holdAfter } from "@/lib/connections/hold/rules";
import { db, isUniqueViolation, type Tx } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { invalidateAll, markOpen } from "@/lib/decision-queue/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice, UNREADABLE_KINDS, unreadableKey } from "@/lib/notices/mutations";
import type { FileBasedSystem } from "@/lib/providers/accounting/systems";
import { isAccountingSystem, isOnlineSystem } from "@/lib/vendors/rules";
import { ACCOUNTING_SYSTEMS, BOOKS, type Connectable } from "@/lib/vendors/types";
import { notifyConnected } from "./mail-mutations";

/** The columns of a connection that a finished sign-in at a vendor fills. */
export type NewConnection = Pick<
  Prisma.ConnectionUncheckedCreateInput,
  "organisationId" | "accountName" | "accessToken"
> &
  Partial<Prisma.ConnectionUncheckedCreateInput> & { organisationId: string };

/**
 * Stores a connection after a sign-in and enqueues its set-up. Connecting again replaces the tokens. A GoCardless
 * account other than the trusted one is held, and the owners are notified.
 *
 * @param isProven true if the person has just proved who they are
 * @throws AppError `organisation_taken` if the vendor's account belongs to another supplier here; `books_in_use` while
 *   another accounting system is connected; `account_in_use` while another account of the vendor is connected;
 *   `proof_required` for another GoCardless account without a fresh proof
 */
export async function storeConnection(
  customerId: CustomerId,
  type: Connectable,
  row: NewConnection,
  actor: Actor,
  isProven = false,
): Promise<void> {
  const data = {
    ...row,
    status: "connected" as const,
    connectedAt: now(),
    endedAt: null,
    endReason: null,
    refreshLeaseUntil: null,
    mandatesReadAt: null,
    schedulesReadAt: null,
    lastOrganisationId: row.organisationId,
    listingWantedAt: isOnlineSystem(type) ? new Date() : null,
    // Another account has its own times, and all open documents are listed anyway.
    changesReadUntil: null,
  };
  try {
    await db.$transaction(async (tx) => {
      await lockCustomer(tx, customerId);
      await requireSameAccount(tx, customerId, type, row.organisationId);
      if (isAccountingSystem(type)) await leaveOtherSystem(tx, customerId, type);
      const known = await tx.connection.findUnique({ where: { customerId_type: { customerId, type } } });
      // For the same account the events of the gap are read, too: returns, and payouts that were made.
      if (known && known.lastOrganisationId !== row.organisationId) await beginAccount(tx, customerId, type);
      const change = { userId: actor.userId, at: now(), since: new Date() };
      const hold = type === "GOCARDLESS" ? holdAfter(known, row.organisationId, change) : undefined;
      if (hold?.heldUntil && !isProven) throw new AppError("proof_required");
      const stored = await tx.connection.upsert({
        where: { customerId_type: { customerId, type } },
        create: { customerId, type, ...data, eventsReadUntil: now(), accountSince: now() },
        update: { ...data, ...hold, tokenVersion: { increment: 1 } },
      });
      await resolveNotice(tx, customerId, `connection-lost:${type}`);
      await writeAudit(tx, customerId, actor, {
        action: "connection.connected",
        subject: type,
        detail: {
          organisation: row.organisationId,
          ...(hold?.heldUntil ? { heldUntil: hold.heldUntil.toISOString() } : {}),
        },
      });
      await notifyConnected(tx, { before: known, after: stored }, actor);
      await markOpen(tx, customerId);
      await enqueue(tx, jobs.setUpConnection, { customerId, type });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("organisation_taken");
    throw error;
  }
}

/** Resets a connection for another account: only later events count, and nothing is counted or confirmed yet. */
async function beginAccount(tx: Tx, customerId: CustomerId, type: Connectable): Promise<void> {
  const at = now();
  await tx.connection.updateMany({
    where: { customerId, type },
    data: {
      ...{ eventsReadUntil: at, accountSince: at },
      ...{ schedulesConfirmedAt: null, subscriptionCount: 0, instalmentCount: 0 },
    },
  });
  if (type === "GOCARDLESS") await leaveAccount(tx, customerId);
  // Archives the previous organisation's contacts. Those that the new one shares are found by its documents.
  else
    await tx.contact.updateMany({ where: { customerId, books: type, isArchived: false }, data: { isArchived: true } });
}

/**
 * Makes a file-based accounting system the one in use, which needs no sign-in and no set-up. Repeating it changes only
 * the name.
 *
 * @throws AppError `books_in_use`
 */
export async function storeFileBasedSystem(
  tx: Tx,
  customerId: CustomerId,
  type: FileBasedSystem,
  accountName: string,
  actor: Actor,
): Promise<void> {
  await lockCustomer(tx, customerId);
  await leaveOtherSystem(tx, customerId, type);
  const known = await tx.connection.findUnique({ where: { customerId_type: { customerId, type } } });
  const begun = { status: "connected", connectedAt: now(), endedAt: null, endReason: null } as const;
  const isBegun = known?.status === "connected";
  const after = await tx.connection.upsert({
    where: { customerId_type: { customerId, type } },
    create: { customerId, type, accountName, ...begun },
    update: { accountName, ...(isBegun ? {} : begun) },
  });
  if (isBegun) return;
  await notifyConnected(tx, { before: known, after }, actor);
  await writeAudit(tx, customerId, actor, { action: "connection.connected", subject: type });
  await invalidateAll(tx, customerId);
}

/** Makes two people who connect at the same moment wait for each other. */
async function lockCustomer(tx: Tx, customerId: CustomerId): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR NO KEY UPDATE`;
}

/** Refuses another account while one is connected. Chosen by mistake, it would replace documents and mandates. */
async function requireSameAccount(tx: Tx, customerId: CustomerId, type: Connectable, id: string): Promise<void> {
  const other = { customerId, type, status: "connected" as const, organisationId: { not: id } };
  if ((await tx.connection.count({ where: other })) > 0) throw new AppError("account_in_use");
}

/**
 * Refuses while another accounting system is connected, and replaces one that was lost. A document that was moved would
 * be in both, so one is in use at a time, and the supplier has to disconnect it first.
 */
async function leaveOtherSystem(tx: Tx, customerId: CustomerId, type: Connectable): Promise<void> {
  const others = ACCOUNTING_SYSTEMS.filter((other) => other !== type);
  const inUse = await tx.connection.count({ where: { customerId, type: { in: others }, status: "connected" } });
  if (inUse > 0) throw new AppError("books_in_use");
  const left = await tx.connection.updateMany({
    where: { customerId, type: { in: others }, status: "revoked" },
    data: { status: "disconnected", organisationId: null },
  });
  if (left.count > 0) await closeDifferences(tx, customerId, others);
  for (const other of others) await resolveNotice(tx, customerId, `connection-lost:${other}`);
  await resolveUnreadable(tx, customerId, others);
  // Only the system in use says what is open. Documents of the previous one would count twice in every sum.
  await tx.invoice.updateMany({
    where: { customerId, books: { in: others }, bookStatus: { not: "deleted" }, openCents: { not: 0 } },
    data: { bookStatus: "deleted", openCents: 0, staleAt: null, openStaleAt: null, needsDecision: true },
  });
}

/** @throws AppError `books_in_use`, as connecting would, but before the person signs in at the vendor */
export async function requireNoOtherSystem(customerId: CustomerId, type: Connectable): Promise<void> {
  if (!isAccountingSystem(type)) return;
  const others = ACCOUNTING_SYSTEMS.filter((other) => other !== type);
  const inUse = await db.connection.count({ where: { customerId, type: { in: others }, status: "connected" } });
  if (inUse > 0) throw new AppError("books_in_use");
}

/**
 * Ends a connection here: deletes the tokens and stops new collections. Repeating it changes nothing. `revoked`: the
 * vendor refuses our access, so a notice is raised. `disconnected`: the supplier asked for it.
 */
export async function endConnection(
  customerId: CustomerId,
  type: Connectable,
  end: {
    status: "revoked" | "disconnected";
    reason: string;
    actor?: Actor;
    ifConnectedBefore?: Date;
    /** Ends only the connection made at that moment; a newer one has other tokens. */
    ifConnectedAt?: Date | null;
  },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const ended = await tx.connection.updateMany({
      where: {
        customerId,
        type,
        status: "connected",
        connectedAt: end.ifConnectedAt ?? (end.ifConnectedBefore && { lt: end.ifConnectedBefore }),
      },
      data: {
        status: end.status,
        endedAt: now(),
        endReason: end.reason,
        accessToken: null,
        refreshToken: null,
        keyEnding: null,
        refreshLeaseUntil: null,
      },
    });
    if (ended.count === 0) return;
    log.warn({ type, ...end }, "connection ended");
    await writeAudit(tx, customerId, end.actor ?? null, {
      action: `connection.${end.status}`,
      subject: type,
      detail: { reason: end.reason },
    });
    if (end.status === "revoked")
      await raiseNotice(tx, customerId, { key: `connection-lost:${type}`, kind: "connection_lost", data: { type } });
    await invalidateAll(tx, customerId);
  });
}

/** Resolves notices about unreadable documents of systems that are no longer read. */
export async function resolveUnreadable(tx: Tx, customerId: CustomerId, types: Connectable[]): Promise<void> {
  const OR = types.map((type) => ({ key: { startsWith: unreadableKey(type) } }));
  await tx.notice.updateMany({
    where: { customerId, kind: { in: UNREADABLE_KINDS }, resolvedAt: null, OR },
    data: { resolvedAt: now() },
  });
}

/**
 * Enqueues a sync. `full` compares every open document one by one; `listing` lists them all; `changes` reads those that
 * changed in a system without webhooks; `marked` reads those with a stale flag.
 */
export async function wantSync(
  tx: Tx,
  customerId: CustomerId,
  how: "listing" | "full" | "changes" | "marked",
): Promise<void> {
  const at = new Date();
  const data = how === "full" ? { listingWantedAt: at, fullWantedAt: at } : { listingWantedAt: at };
  if (how === "full" || how === "listing")
    await tx.connection.updateMany({ where: { customerId, type: { in: [...BOOKS] }, status: "connected" }, data });
  // Webhooks come in bursts: a little later one run handles them all.
  await enqueue(tx, jobs.syncInvoices, { customerId }, how === "marked" ? { startAfterSeconds: 2 } : {});
}
