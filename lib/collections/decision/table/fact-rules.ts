import { needsNewMandate, retriedBy } from "@/lib/collections/attempts/retry-rules";
import { planFor } from "@/lib/collections/decision/charge-date/day-rules";
import type { DecisionInput, LiveCollection } from "@/lib/collections/types";
import type { RetriedBy } from "@/lib/core/prisma/enums";
import { matchCondition } from "@/lib/customers/condition/rules";
import { isNotWithBank } from "@/lib/statuses/collection-rules";

/**
 * How far the running collection of an invoice is: there is none; it is planned and GoCardless was not called yet; it is at
 * GoCardless and can still be cancelled; it is with the bank, or at a GoCardless account that is no longer connected, and cannot
 * be changed any more; its money was paid out.
 */
export const PHASES = ["none", "planned", "at_provider", "with_bank", "paid_out"] as const;
export type Phase = (typeof PHASES)[number];

/** Returns the phase of the running collection. */
export function phaseOf(live: LiveCollection | null): Phase {
  if (!live) return "none";
  if (live.status === "paid_out") return "paid_out";
  if (!isNotWithBank(live.status) || (live.isCalled && live.isAtPreviousAccount)) return "with_bank";
  return live.isCalled ? "at_provider" : "planned";
}

/** Returns amount and days of the collection that is to be made, or that takes the place of the running one. */
export function planOf(facts: DecisionInput): ReturnType<typeof planFor> {
  return facts.live ? planFor(facts, facts.live.retriedBy, facts.live) : planFor(facts, retrierOf(facts));
}

/** True if nothing but the payment condition can say that the document is collected. */
export function needsMark({ invoice, contact }: DecisionInput): boolean {
  return !invoice.isTransferred && invoice.paysBy !== "direct_debit" && contact?.isAlwaysCollected !== true;
}

/** Compares the payment condition of the invoice with those that the supplier chose. */
export function conditionOf({ invoice, settings }: DecisionInput): ReturnType<typeof matchCondition> {
  return matchCondition(invoice.termLabel, settings.paymentConditions);
}

/** True if a mandate has to be requested first. */
export function hasNoMandate({ mandate }: DecisionInput): boolean {
  return mandate.state === "none" || mandate.state === "unusable";
}

/**
 * True if the running retry is not wanted any more: its instruction was revoked, or retries were switched off. A collection
 * that somebody resubmitted at GoCardless is wanted, whatever was said before.
 */
export function isRetryStopped({ retry, settings, invoice }: DecisionInput, live: LiveCollection): boolean {
  if (live.isRevoked) return true;
  if (live.isResubmitted || !live.retriedBy) return false;
  return retry.isStopped || (live.retriedBy === "plan" && !settings.retriesReturns && !invoice.isRetryApproved);
}

/** True if the last collection was returned and nothing allows another one: no new mandate, no approval, no retry plan. */
export function needsAction(facts: DecisionInput): boolean {
  const { failure, mandate } = facts;
  if (!failure) return false;
  if (mandate.state === "usable" && mandate.signedAfterFailure) return false;
  if (needsNewMandate(failure) && mandate.state !== "usable") return false;
  return retrierOf(facts) === null;
}

/** Returns who has the last collection retried; null for a first one, and for a mandate that was signed after the return. */
function retrierOf({ failure, invoice, retry, settings, mandate }: DecisionInput): RetriedBy | null {
  if (!failure) return null;
  const by = retriedBy({
    ...failure,
    ...retry,
    standing: mandate.state === "usable" ? mandate.standing : "same",
    isApproved: invoice.isRetryApproved,
    isPlanOn: settings.retriesReturns,
  });
  return by === "plan" && mandate.state === "usable" && mandate.signedAfterFailure ? null : by;
}
