import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import type { ExternalSchedules } from "@/lib/providers/payments/port";

/**
 * Stores the external schedules in the supplier's GoCardless account.
 * All invoices are decided again at the first reading, when the first schedule appears, and when the last one is gone.
 */
export async function storeExternalSchedules(customerId: CustomerId, engines: ExternalSchedules): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId_type: { customerId, type: "GOCARDLESS" } } as const;
    const before = await tx.connection.findUnique({ where });
    const { subscriptions, instalments } = engines;
    await tx.connection.updateMany({
      where: { customerId, type: "GOCARDLESS" },
      data: {
        subscriptionCount: subscriptions.count,
        subscriptionCents: subscriptions.cents,
        instalmentCount: instalments.count,
        instalmentCents: instalments.cents,
        schedulesReadAt: now(),
      },
    });
    const hadAny = Boolean(before && before.subscriptionCount + before.instalmentCount > 0);
    const hasAny = subscriptions.count + instalments.count > 0;
    if (!before?.schedulesReadAt || hadAny !== hasAny) await invalidateAll(tx, customerId);
  });
}

/**
 * Stores that the supplier has seen the external schedules and guarantees that nothing is debited twice. Once is
 * enough.
 */
export async function confirmExternalSchedules(customerId: CustomerId, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const confirmed = await tx.connection.updateMany({
      where: { customerId, type: "GOCARDLESS", schedulesConfirmedAt: null },
      data: { schedulesConfirmedAt: now() },
    });
    if (confirmed.count === 0) return;
    await writeAudit(tx, customerId, actor, { action: "connection.engines-confirmed", subject: "GOCARDLESS" });
    await invalidateAll(tx, customerId);
  });
}
