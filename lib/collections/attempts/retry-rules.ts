import { earliestChargeDate } from "@/lib/collections/decision/charge-date/rules";
import type { MandateEligibility } from "@/lib/collections/types";
import type { CollectionStatus, RetriedBy } from "@/lib/core/prisma/enums";
import { addDays, type Day } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { isNotWithBank } from "@/lib/statuses/collection-rules";

/**
 * What a return calls for (domain rules, section 4). A: other account data. M: a new mandate. R: a retry. T: a talk
 * with the payer first. S: corrected data. `stop`: no automatic contact at all until a person says otherwise.
 */
export type ReturnAction = "A" | "M" | "R" | "T" | "S" | "stop";

/**
 * After a reported death only a new mandate helps. It comes from a payer who was wrongly reported dead, or from
 * somebody who pays in their place.
 */
const DECEASED: ReturnAction[] = ["stop", "M"];

/** Actions by the bank's reason code. */
export const RETURN_CODES: Record<string, ReturnAction[]> = {
  AC01: ["A"],
  RC01: ["A"],
  AC04: ["A"],
  AC06: ["A", "T"],
  AG01: ["A"],
  AG02: ["S"],
  AM04: ["R", "T"],
  AM05: ["S"],
  BE05: ["S"],
  BE06: ["A"],
  MD01: ["M", "T"],
  MD02: ["S", "M"],
  MD06: ["T"],
  MD07: DECEASED,
  MS02: ["T"],
  MS03: ["R", "T"],
  RR01: ["S"],
  RR02: ["S"],
  RR03: ["S"],
  RR04: ["S"],
  SL01: ["T"],
};

/** Actions by GoCardless' `cause`, used if the bank gave no known code. */
export const RETURN_CAUSES: Record<string, ReturnAction[]> = {
  insufficient_funds: ["R", "T"],
  refer_to_payer: ["T"],
  bank_account_closed: ["A"],
  invalid_bank_details: ["A"],
  direct_debit_not_enabled: ["A"],
  account_blocked_for_any_financial_transaction: ["A", "T"],
  mandate_cancelled: ["M"],
  mandate_expired: ["M"],
  authorisation_disputed: ["T"],
  refund_requested: ["T"],
  payer_deceased: DECEASED,
};

export interface ReturnReason {
  code: string | null;
  cause: string | null;
}

/**
 * Returns what a return calls for. The code decides, because one cause covers codes that call for different actions.
 * Only a death is believed from either: banks report it under other codes too. An unlisted reason calls for a talk.
 */
export function returnActions({ code, cause }: ReturnReason): ReturnAction[] {
  if (cause === "payer_deceased") return DECEASED;
  return own(RETURN_CODES, code) ?? own(RETURN_CAUSES, cause) ?? ["T"];
}

/** True if the bank's reason says that the payer has died. */
export function isDeath(reason: ReturnReason): boolean {
  return returnActions(reason).includes("stop");
}

function own(table: Record<string, ReturnAction[]>, key: string | null): ReturnAction[] | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** True if only other account data or a new mandate can help: a retry would fail again. */
export function needsNewMandate(reason: ReturnReason): boolean {
  const actions = returnActions(reason);
  return actions.includes("A") || actions.includes("M");
}

/** Retries by the retry plan per invoice, whatever happens in between. */
export const PLAN_TRIES = 2;
/** GoCardless' own limit of retries after the first attempt. Ours covers the plan and people together, per mandate. */
export const ALL_TRIES = 3;

/**
 * True if a person may have this return retried, after talking to the payer.
 *
 * @param standing eligibility of the mandate that would be used; another one means another account, or another consent
 */
export function mayBeRetried(reason: ReturnReason, standing: MandateEligibility): boolean {
  if (standing === "spent") return false;
  if (needsNewMandate(reason)) return standing === "other" && !isDeath(reason);
  const actions = returnActions(reason);
  return actions.includes("R") || actions.includes("T");
}

/**
 * True if the retry plan may retry this return automatically. It never retries a chargeback, and having another mandate
 * does not widen what it may retry.
 */
export function mayRetryAutomatically({ isChargeback, ...reason }: ReturnReason & { isChargeback: boolean }): boolean {
  return !isChargeback && mayBeRetried(reason, "same") && returnActions(reason).includes("R");
}

export interface RetryFacts extends ReturnReason {
  isChargeback: boolean;
  /** Eligibility of the mandate that would be used. */
  standing: MandateEligibility;
  /** True if GoCardless has announced that it retries itself: then nobody else does. */
  willAttemptRetry: boolean;
  isApproved: boolean;
  isPlanOn: boolean;
  isStopped: boolean;
  /** Retries so far: `planTries` by the plan on this invoice, `tries` by anybody on the mandate that would be used. */
  planTries: number;
  tries: number;
}

/** Returns who may have the collection retried now; null if nobody may. A person's approval comes before the plan. */
export function retriedBy(facts: RetryFacts): "person" | "plan" | null {
  if (facts.willAttemptRetry || facts.isStopped || facts.tries >= ALL_TRIES) return null;
  if (!mayBeRetried(facts, facts.standing)) return null;
  if (facts.isApproved) return "person";
  return facts.isPlanOn && facts.planTries < PLAN_TRIES && mayRetryAutomatically(facts) ? "plan" : null;
}

/** Whether a person may retry: the earliest possible day, or the reason against it. */
export type RetryEligibility =
  | { state: "possible"; earliest: Day }
  | { state: "provider" | "limit" | "mandate" | "not_by_code" | "with_bank" | "deceased" };

export interface EligibilityFacts extends ReturnReason {
  today: Day;
  /** True if a bank reported the payer's death and no person has revoked the report. */
  isDeceased: boolean;
  noticeDays: number;
  willAttemptRetry: boolean;
  /** True if the mandate that would be used is usable: that of the returned collection, or another one of the payer. */
  isMandateUsable: boolean;
  standing: MandateEligibility;
  nextPossibleChargeDate: Day | null;
  /** All retries so far on this mandate, without a planned one. */
  tries: number;
  /** A later collection of the invoice that is under way. */
  live: LiveTry | null;
}

interface LiveTry {
  status: CollectionStatus;
  retriedBy: RetriedBy | null;
}

/** True if a planned retry can still be moved or cancelled. */
export function isMovable({ status, retriedBy }: LiveTry): boolean {
  return retriedBy !== null && isNotWithBank(status);
}

/**
 * Returns whether a person may have a returned collection retried. The screens offer, and `approveRetry` allows,
 * exactly this.
 */
export function eligibilityOf({ live, tries, ...facts }: EligibilityFacts): RetryEligibility {
  if (facts.isDeceased) return { state: "deceased" };
  if (facts.willAttemptRetry) return { state: "provider" };
  if (!mayBeRetried(facts, facts.standing)) return { state: "not_by_code" };
  if (live && !isMovable(live)) return { state: "with_bank" };
  if (!facts.isMandateUsable) return { state: "mandate" };
  if (tries >= ALL_TRIES) return { state: "limit" };
  const nextPossibleChargeDate = facts.nextPossibleChargeDate ?? facts.today;
  return { state: "possible", earliest: earliestChargeDate({ ...facts, nextPossibleChargeDate }) };
}

/** Calendar days between a returned collection and the retry plan's next one. */
const PAUSE_DAYS = 7;
/** The plan retries on the first days of a month: accounts are fullest when wages have come in. */
const MONTH_START_DAYS = 5;

/**
 * Returns the charge date of the plan's next retry. It is the earliest possible day, at least a week after the last
 * charge date, if that is one of a month's first five days. Otherwise it is the first TARGET day of the next month.
 */
export function planRetryDay({ earliest, lastCharge }: { earliest: Day; lastCharge: Day }): Day {
  const rested = addDays(lastCharge, PAUSE_DAYS);
  const first = nextTargetDay(earliest > rested ? earliest : rested);
  if (Number(first.slice(8)) <= MONTH_START_DAYS) return first;
  return nextTargetDay(`${addDays(`${first.slice(0, 7)}-01`, 31).slice(0, 7)}-01`);
}
