import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Contract } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { now } from "@/lib/core/time/clock";
import { decideAllAgain } from "@/lib/decision-queue/mutations";
import type { BillingAccount, BillingSubscription } from "@/lib/providers/billing/port";
import { ourBilling } from "@/lib/providers/billing/registry";
import { isInForce, runsElsewhere, standingOf } from "@/lib/subscriptions/contract/rules";
import { tellChanges } from "./mail-mutations";

const READINGS = 5;
/**
 * After two conflicts the stored reading is no older than ours: it read our row after we had started, and Stripe later.
 */
const OVERTAKEN = 2;

/**
 * Reads a supplier's subscription from Stripe and stores its present state. It is idempotent: the same state at Stripe
 * results in the same row. Of two concurrent readings the one that started later is stored.
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

/** Deletes the drafts of a pause, before its end is stored: if it fails halfway, the next reading repeats it. */
async function endHeldInvoices(known: Contract, subscription: BillingSubscription | null): Promise<void> {
  if (!known.isPaused || !subscription || subscription.isPaused || subscription.id !== known.subscriptionId) return;
  await ourBilling().dropHeldInvoices(subscription.id);
}

/** Charges a newer payment method from now on, and at once if an amount is open. */
async function chargeNewerMethod({ newerMethodId, subscription }: BillingAccount): Promise<boolean> {
  if (!newerMethodId || !subscription) return false;
  await ourBilling().useMethod(subscription.id, newerMethodId, newId("request"));
  if (!["active", "trialing"].includes(subscription.status)) await ourBilling().payOpenInvoices(subscription.id);
  return true;
}

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
  // An ended subscription, or an order that was never paid, does not affect a contract agreed outside Stripe.
  if (!subscription || (runsElsewhere(known, now()) && !isInForce(subscription.status))) return about;
  const { plan, discount, next } = subscription;
  if (!plan) log.error({ subscription: subscription.id }, "a subscription runs on a price that is none of our plans");
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
    nextAt: next?.at ?? null,
  };
}
