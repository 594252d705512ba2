import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { describeAccount } from "@/lib/vendors/rules";
import { isHeld, mayRelease, NOT_HELD } from "./rules";

const TYPE = "GOCARDLESS" as const;

/**
 * Releases a new GoCardless account before its hold ends. Repeating it changes nothing.
 *
 * @param seen the organisation that the caller was shown: another one may have been connected since
 * @throws AppError `conflict` if it is no longer the connected one; `second_owner_required` for all but another owner
 *   of at least a day
 */
export async function releaseHold(
  caller: { customerId: CustomerId; actor: Actor },
  seen: { organisationId: string },
): Promise<void> {
  const { customerId, actor } = caller;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM customers WHERE id = ${customerId} FOR NO KEY UPDATE`;
    const where = { customerId_type: { customerId, type: TYPE } };
    const row = await tx.connection.findUnique({ where });
    if (row?.status !== "connected" || row.organisationId !== seen.organisationId) throw new AppError("conflict");
    if (!isHeld(row, now())) return;
    const person = await tx.membership.findUniqueOrThrow({
      where: { customerId_userId: { customerId, userId: actor.userId } },
    });
    if (!mayRelease(row, person)) throw new AppError("second_owner_required");
    await tx.connection.update({ where, data: NOT_HELD });
    await writeAudit(tx, customerId, actor, {
      action: "connection.released",
      subject: TYPE,
      detail: { organisation: row.organisationId },
    });
    await notifyOwners(tx, customerId, { event: "paymentsReleased", actor, values: { after: describeAccount(row) } });
    await begin(tx, customerId);
  });
}

/** Ends a hold whose time is over, and starts the work that waited for it. */
export async function endHold(customerId: CustomerId): Promise<void> {
  await db.$transaction(async (tx) => {
    const ended = await tx.connection.updateMany({
      where: { customerId, type: TYPE, status: "connected", heldUntil: { lte: now() } },
      data: NOT_HELD,
    });
    if (ended.count > 0) await begin(tx, customerId);
  });
}

/** Has invoices decided again, and enqueues the set-up, which sends the invitations that waited. */
async function begin(tx: Tx, customerId: CustomerId): Promise<void> {
  await invalidateAll(tx, customerId);
  await enqueue(tx, jobs.setUpConnection, { customerId, type: TYPE });
}
