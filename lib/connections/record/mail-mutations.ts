import { isHeld } from "@/lib/connections/hold/rules";
import type { Tx } from "@/lib/core/database/db";
import type { Connection } from "@/lib/core/prisma/client";
import type { Actor } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { describeAccount } from "@/lib/vendors/rules";
import { type Connectable, VENDOR_NAMES } from "@/lib/vendors/types";

/** Notifies the owners that somebody connected an account. New tokens for a connected account are not reported. */
export async function notifyConnected(
  tx: Tx,
  { before, after }: { before: Connection | null; after: Connection },
  actor: Actor,
): Promise<void> {
  const { customerId } = after;
  const type = after.type as Connectable;
  if (before?.status === "connected" && before.organisationId === after.organisationId) return;
  const values = { vendor: VENDOR_NAMES[type], after: describeAccount(after) };
  if (!isHeld(after, now())) {
    const event = type === "GOCARDLESS" ? "paymentsConnected" : "booksConnected";
    return await notifyOwners(tx, customerId, { event, actor, values });
  }
  const until = after.heldUntil?.toISOString() ?? "";
  const told = { ...values, before: before ? describeAccount(before) : "", until };
  await notifyOwners(tx, customerId, { event: "paymentsReplaced", actor, values: told });
}

/** Notifies the owners that somebody disconnected an account. */
export async function notifyDisconnected(tx: Tx, row: Connection, actor: Actor): Promise<void> {
  const event = row.type === "GOCARDLESS" ? "paymentsDisconnected" : "booksDisconnected";
  const values = { vendor: VENDOR_NAMES[row.type as Connectable], before: describeAccount(row) };
  await notifyOwners(tx, row.customerId, { event, actor, values });
}
