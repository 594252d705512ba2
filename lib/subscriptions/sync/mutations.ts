import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import type { Contract } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import type { BillingAccount } from "@/lib/providers/billing/port";
import { entitlementOf, isInForce, runsElsewhere } from "@/lib/subscriptions/contract/rules";
import { notifyChanges } from "./mail-mutations";

/**
 * Stores a reading in the contract and applies its consequences: mails, and new decisions if the entitlement changed.
 *
 * @param known the row as it was before the reading
 * @returns false if another reading was stored since; nothing is changed then
 */
export async function storeReading(customerId: CustomerId, known: Contract, account: BillingAccount): Promise<boolean> {
  return await db.$transaction(async (tx) => {
    const stored = await tx.contract.updateMany({
      where: { customerId, readCount: known.readCount },
      data: { ...rowOf(known, account), readCount: known.readCount + 1, readAt: now() },
    });
    if (stored.count === 0) return false;
    const contract = await tx.contract.findUniqueOrThrow({ where: { customerId } });
    await notifyChanges(tx, customerId, known, contract);
    const [before, after] = [known, contract].map((row) => entitlementOf(row, now()));
    if (before?.isActive !== after?.isActive || before?.isPremium !== after?.isPremium)
      await invalidateAll(tx, customerId);
    return true;
  });
}

function rowOf(known: Contract, { subscription, paymentMethod, isReversed, hasHadTrial }: BillingAccount) {
  const about = {
    paymentMethod: paymentMethod ? { ...paymentMethod } : Prisma.DbNull,
    hasHadTrial: known.hasHadTrial || hasHadTrial,
    isReversed,
  };
  // An ended subscription, or an order that was never paid, does not affect a contract agreed outside Stripe.
  if (!subscription || (runsElsewhere(known, now()) && !isInForce(subscription.status))) return about;
  const { plan, discount, next } = subscription;
  if (!plan) log.error({ subscription: subscription.id }, "subscription price matches none of our plans");
  const hasFailedAtOnce = subscription.status === "incomplete" || subscription.status === "incomplete_expired";
  return {
    ...about,
    type: "STRIPE" as const,
    // With an unknown price, or after a failed first payment, the stored plan stays.
    ...(plan && !hasFailedAtOnce
      ? { planType: plan.type, planBase: plan.base, priceId: plan.priceId, priceCents: plan.cents }
      : {}),
    subscriptionId: subscription.id,
    itemId: subscription.itemId,
    status: subscription.status,
    startedAt: subscription.startedAt,
    trialEndsAt: subscription.trialEndsAt,
    periodEndsAt: subscription.periodEndsAt,
    endsAt: subscription.endsAt,
    endedAt: subscription.endedAt,
    isPaused: subscription.isPaused,
    pausedUntil: subscription.pausedUntil,
    discount: discount ? { ...discount, endsAt: discount.endsAt?.toISOString() ?? null } : Prisma.DbNull,
    scheduleId: next?.scheduleId ?? null,
    nextType: next?.type ?? null,
    nextBase: next?.base ?? null,
    nextCents: next?.cents ?? null,
    nextAt: next?.at ?? null,
  };
}
