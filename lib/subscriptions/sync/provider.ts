import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Contract } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import type { BillingAccount, BillingSubscription } from "@/lib/providers/billing/port";
import { ourBilling } from "@/lib/providers/billing/registry";
import { storeReading } from "./mutations";

const READINGS = 5;
/**
 * After two conflicts the stored reading is no older than ours: it read our row after we had started, and Stripe later.
 */
const MAX_CONFLICTS = 2;

/**
 * Reads a supplier's subscription from Stripe and stores its present state. It is idempotent: the same state at Stripe
 * results in the same row. Of two concurrent readings the one that started later is stored.
 */
export async function refreshContract(customerId: CustomerId): Promise<void> {
  let conflicts = 0;
  for (let reading = 1; reading <= READINGS; reading += 1) {
    const known = await db.contract.findUnique({ where: { customerId } });
    if (!known?.stripeCustomerId) return;
    const account = await ourBilling().readAccount(known.stripeCustomerId);
    if (account.unended.length > 1)
      log.error({ customerId, unended: account.unended }, "several subscriptions of one supplier run at the same time");
    await endHeldInvoices(known, account.subscription);
    if (await chargeNewerMethod(account)) continue;
    if (await storeReading(customerId, known, account)) return;
    conflicts += 1;
    if (conflicts === MAX_CONFLICTS) return;
  }
  throw new Error("payment method changed during every reading from Stripe");
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
