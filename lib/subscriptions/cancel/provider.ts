import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError, fieldRefusal } from "@/lib/core/web/errors";
import type { CancelFeedback } from "@/lib/providers/billing/port";
import { ourBilling } from "@/lib/providers/billing/registry";
import { readContract } from "@/lib/subscriptions/contract/data";
import { addMonths, hasEnded, monthlyEquivalent } from "@/lib/subscriptions/contract/rules";
import type { CancelPayload } from "@/lib/subscriptions/schema";
import { refreshContract } from "@/lib/subscriptions/sync/provider";
import { readCancelFacts } from "./data";
import { type CancelReason, offeredActions, targetPlans } from "./rules";

const FEEDBACK: Record<CancelReason, CancelFeedback> = {
  too_expensive: "too_expensive",
  missing_features: "missing_features",
  not_using: "unused",
  other: "other",
};

/**
 * Executes the action that a person chose in the cancel flow. An action that is not offered for the reason is refused.
 * Every action sets a state at Stripe, so a repetition after a lost answer changes nothing more.
 *
 * @throws AppError `subscription_missing`, `action_not_offered`
 */
export async function performCancelAction(customerId: CustomerId, choice: CancelPayload, actor: Actor): Promise<void> {
  await refreshContract(customerId);
  const facts = await readCancelFacts(customerId);
  if (!offeredActions(choice.reasonId, facts).includes(choice.actionId)) throw notOffered("actionId");
  await perform(choice, facts);
  await db.$transaction((tx) =>
    writeAudit(tx, customerId, actor, {
      action: `subscription.${choice.actionId}`,
      subject: facts.subscriptionId,
      detail: { reason: choice.reasonId, ...choice.metadata },
    }),
  );
  if (choice.actionId !== "contact_support") await refreshContract(customerId);
}

async function perform(
  { reasonId, actionId, metadata }: CancelPayload,
  facts: Awaited<ReturnType<typeof readCancelFacts>>,
) {
  const billing = ourBilling();
  const { subscriptionId, itemId } = facts;
  const key = newId("request");
  switch (actionId) {
    case "contact_support":
      return;
    case "discount": {
      const { stripeCouponId: couponId, code } = facts.campaign ?? {};
      if (!couponId || metadata.couponId !== couponId) throw notOffered("metadata.couponId");
      // The code is optional, but another campaign's code means that the person saw another offer.
      if (metadata.campaignCode !== undefined && metadata.campaignCode !== code)
        throw notOffered("metadata.campaignCode");
      return await billing.applyCoupon(subscriptionId, couponId, key);
    }
    case "pause": {
      const months = metadata.pauseDurationInMonths ?? 0;
      if (!facts.pauses.includes(months)) throw notOffered("metadata.pauseDurationInMonths");
      return await billing.pause(subscriptionId, addMonths(now(), months), key);
    }
    case "switch_plan": {
      const target = targetPlans(reasonId, facts).find((plan) => plan.priceId === metadata.targetPriceId);
      if (!target) throw notOffered("metadata.targetPriceId");
      // The switch replaces whatever is scheduled: a cancellation, or another change of plan.
      if (facts.endsAt) await billing.keep(subscriptionId, `${key}:keep`);
      if (facts.scheduleId) await billing.dropPlannedChange(facts.scheduleId, `${key}:release`);
      // A cheaper plan starts after the paid period, a dearer one at once. During a trial every change is immediate.
      const isCheaper = monthlyEquivalent(target) < monthlyEquivalent(facts.plan);
      if (isCheaper && !facts.isTrial) return await billing.switchAtPeriodEnd(subscriptionId, target.priceId, key);
      return await billing.switchNow({ id: subscriptionId, itemId }, target.priceId, key);
    }
    case "cancel": {
      if (facts.endsAt) return;
      if (facts.scheduleId) await billing.dropPlannedChange(facts.scheduleId, `${key}:release`);
      return await billing.cancelAtPeriodEnd(subscriptionId, FEEDBACK[reasonId], key);
    }
    default:
      return actionId satisfies never;
  }
}

function notOffered(field: string): AppError {
  return fieldRefusal("action_not_offered", "This is not offered.", field);
}

export type Undoable = "cancel" | "pause" | "change";

/**
 * Undoes a cancellation, ends a pause, or drops a scheduled change of plan, if there is one.
 *
 * @throws AppError `subscription_missing`
 */
export async function undo(customerId: CustomerId, what: Undoable, actor: Actor): Promise<void> {
  await refreshContract(customerId);
  const contract = await readContract(customerId);
  if (!contract?.subscriptionId || hasEnded(contract.status)) throw new AppError("subscription_missing");
  const billing = ourBilling();
  const key = newId("request");
  if (what === "cancel" && contract.endsAt) await billing.keep(contract.subscriptionId, key);
  if (what === "pause" && contract.isPaused) await billing.endPause(contract.subscriptionId, key);
  if (what === "change" && contract.scheduleId) await billing.dropPlannedChange(contract.scheduleId, key);
  await db.$transaction((tx) =>
    writeAudit(tx, customerId, actor, { action: `subscription.undo-${what}`, subject: contract.subscriptionId ?? "" }),
  );
  await refreshContract(customerId);
}
