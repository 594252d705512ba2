import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { addDays, type Day } from "@/lib/core/time/dates";
import { addTargetDays } from "@/lib/core/time/target-calendar";

/**
 * TARGET days between GoCardless' submission of a SEPA payment to the bank and its charge date. Source: reference
 * gocardless.md, section 9.3, submitted on day 1, charged on day 3. GoCardless names no hour, so texts only say
 * "about".
 */
const SUBMITTED_TARGET_DAYS_BEFORE = 2;

/** Returns the day on which GoCardless will probably submit the collection to the bank. */
export function submissionDayOf(debitDay: Day): Day {
  return addTargetDays(debitDay, -SUBMITTED_TARGET_DAYS_BEFORE);
}

/** Returns the last whole day on which the collection can certainly be stopped. */
export function stopUntilOf(debitDay: Day): Day {
  return addDays(submissionDayOf(debitDay), -1);
}

/** Returns the charge date of a collection that GoCardless submits to the bank on a TARGET day. */
export function debitDaySubmittedOn(day: Day): Day {
  return addTargetDays(day, SUBMITTED_TARGET_DAYS_BEFORE);
}

/**
 * State of an upcoming collection for a person who may want to stop it:
 * - `stoppable`: GoCardless has not submitted it yet;
 * - `stopping`: its cancellation is requested and not executed yet;
 * - `sent`: the bank has it;
 * - `held`, `excluded`: it was stopped, and the invoice waits for a day, or until the supplier includes it again.
 */
export type UpcomingState = "stoppable" | "stopping" | "sent" | "held" | "excluded";

export interface UpcomingFacts {
  status: CollectionStatus;
  isCancelRequested: boolean;
  /** True if the invoice has changed and the decision about it is still to come. */
  needsDecision: boolean;
  isExcluded: boolean;
  heldUntil: Day | null;
}

export function upcomingStateOf(facts: UpcomingFacts, today: Day): UpcomingState {
  const { status, isExcluded, heldUntil } = facts;
  if (status === "cancelled") return isExcluded ? "excluded" : "held";
  if (status !== "pending" && status !== "created") return "sent";
  const isRevoked = isExcluded || (heldUntil !== null && heldUntil > today);
  return facts.isCancelRequested || (facts.needsDecision && isRevoked) ? "stopping" : "stoppable";
}

/** How many collections are being stopped, and for how many it was too late. */
export interface StopResult {
  count: number;
  lateCount: number;
}
