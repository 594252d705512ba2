import type { CustomerId } from "@/lib/auth/scope";
import { decideAllAgain } from "@/lib/collections/again-mutations";
import { now } from "@/lib/core/clock";
import { db, Prisma } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import type { Contract } from "@/lib/core/prisma/client";
import type { BillingAccount, BillingSubscription } from "@/lib/providers/billing/port";
import { ourBilling } from "@/lib/providers/billing/registry";
import { isInForce, runsElsewhere, standingOf } from "./rules";
import { tellChanges } from "./tell-mutations";

const READINGS = 5;
/** Whoever stored second read our row after we had begun, and the vendor after that: what stands there is no older than ours. */
const OVERTAKEN = 2;

/**
 * Reads a supplier's subscription from the vendor and stores what it is now. Whatever the occasion and however often:
 * the same truth leaves the same row. Of two readings at the same time the one that began later is stored.
 */
export async function refreshContract(customerId: CustomerId): Promise<void> {
  let overtaken = 0;
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const known = await db.contract.findUnique({ where: { customerId } });
    if (!known?.stripeCustomerId) return;
    const account = await ourBilling().readAccount(known.stripeCustomerId);
    if (account.unended.length > 1)
      log.error({ customerId, unended: account.unended }, "several subscriptions of one supplier run at the same time");
    await endHeldInvoices(known, account.subscription);
    if (await chargeNewerMethod(account)) continue;
    if (await storeReading(customerId, known, account)) return;
    overtaken += 1;
    if (overtaken === OVERTAKEN) return;
  }
  throw new Error("another payment method stood there at every reading");
}

/** Before the end of a pause is stored: cut off in between, it is done again. */
async function endHeldInvoices(known: Contract, subscription: BillingSubscription | null): Promise<void> {
  if (!known.isPaused || !subscription || subscription.isPaused || subscription.id !== known.subscriptionId) return;
  await ourBilling().dropHeldInvoices(subscription.id);
}

/** Somebody has given another method: it is charged from now on, and at once where something is owed. */
async function chargeNewerMethod({ newerMethodId, subscription }: BillingAccount): Promise<boolean> {
  if (!newerMethodId || !subscription) return false;
  await ourBilling().useMethod(subscription.id, newerMethodId, newId("request"));
  if (!["active", "trialing"].includes(subscription.status)) await ourBilling().payOpenInvoices(subscription.id);
  return true;
}

/**
 * What a reading says becomes the contract, and what hangs on it follows.
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
    await tellChanges(tx, customerId, known, contract);
    const [before, after] = [known, contract].map((row) => standingOf(row, now()));
    if (before?.isActive !== after?.isActive || before?.isPremium !== after?.isPremium)
      await decideAllAgain(tx, customerId);
    return true;
  });
}

function rowOf(known: Contract, { subscription, paymentMethod, isReversed, hasHadTrial }: BillingAccount) {
  const about = {
    paymentMethod: paymentMethod ? { ...paymentMethod } : Prisma.DbNull,
    hasHadTrial: known.hasHadTrial || hasHadTrial,
    isReversed,
  };
  // A subscription of old, or an order that was never paid, says nothing about what was agreed elsewhere.
  if (!subscription || (runsElsewhere(known, now()) && !isInForce(subscription.status))) return about;
  const { plan, discount, next } = subscription;
  if (!plan) log.error({ subscription: subscription.id }, "a subscription runs on a price that is none of our plans");
  const hasFailedAtOnce = subscription.status === "incomplete" || subscription.status === "incomplete_expired";
  return {
    ...about,
    type: "STRIPE" as const,
    // On an unknown price, and on an order whose first payment failed, the plan stays what it was.
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
    nextAt: next?.at ?? null,
  };
}
