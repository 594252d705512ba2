import { addDays, type Day } from "@/lib/core/dates";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { addTargetDays } from "@/lib/core/target-calendar";

/**
 * GoCardless hands a SEPA debit to the bank this many TARGET days before its debit day (reference gocardless.md, section
 * 9.3: submitted on day 1, charged on day 3). It names no hour, so all that is said about it is "about".
 */
const SUBMITTED_TARGET_DAYS_BEFORE = 2;

/** The day on which GoCardless will probably hand the debit to the bank. */
export function submissionDayOf(debitDay: Day): Day {
  return addTargetDays(debitDay, -SUBMITTED_TARGET_DAYS_BEFORE);
}

/** The last whole day on which the debit can be stopped for sure. */
export function stopUntilOf(debitDay: Day): Day {
  return addDays(submissionDayOf(debitDay), -1);
}

/** The debit day of what GoCardless hands to the bank on a TARGET day. */
export function debitDaySubmittedOn(day: Day): Day {
  return addTargetDays(day, SUBMITTED_TARGET_DAYS_BEFORE);
}

/**
 * How a debit of the next days stands for somebody who may want to stop it:
 * `stoppable` GoCardless still keeps it, `stopping` it was asked for and is on the way there, `sent` the bank has it,
 * `held` and `excluded` it was stopped, and the invoice waits for a day, or for the supplier's word.
 */
export type UpcomingState = "stoppable" | "stopping" | "sent" | "held" | "excluded";

export interface UpcomingFacts {
  status: CollectionStatus;
  isCancelRequested: boolean;
  /** The decision that a change of the invoice asks for is still to come. */
  needsDecision: boolean;
  isExcluded: boolean;
  heldUntil: Day | null;
}

export function upcomingStateOf(facts: UpcomingFacts, today: Day): UpcomingState {
  const { status, isExcluded, heldUntil } = facts;
  if (status === "cancelled") return isExcluded ? "excluded" : "held";
  if (status !== "pending" && status !== "created") return "sent";
  const isUnwanted = isExcluded || (heldUntil !== null && heldUntil > today);
  return facts.isCancelRequested || (facts.needsDecision && isUnwanted) ? "stopping" : "stoppable";
}

/** How many debits are being stopped, and for how many it was too late. */
export interface StopResult {
  count: number;
  lateCount: number;
}
