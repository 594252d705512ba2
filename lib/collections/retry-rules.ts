import { addDays, type Day } from "@/lib/core/dates";
import type { CollectionStatus, RetriedBy } from "@/lib/core/prisma/enums";
import { nextTargetDay } from "@/lib/core/target-calendar";
import { earliestChargeDate } from "./charge-date-rules";
import { isNotWithBank } from "./status-rules";
import type { MandateStanding } from "./types";

/**
 * What a returned debit calls for (domain rules, section 4): other account data (A), a new mandate (M), another try (R),
 * a talk with the payer first (T), correct the data (S), or no contact by machine at all until a person says otherwise.
 */
export type ReturnAction = "A" | "M" | "R" | "T" | "S" | "stop";

/** Whoever was wrongly said to have died, or pays in their place, gives a new mandate. */
const DECEASED: ReturnAction[] = ["stop", "M"];

/** By the bank's reason code. */
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

/** By GoCardless' `cause`, where the bank gave no code that is known. */
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
 * The code decides, because one cause covers codes that call for different things. Only a death is believed from either:
 * banks report it under other codes too. What nobody listed is a matter for a talk.
 */
export function returnActions({ code, cause }: ReturnReason): ReturnAction[] {
  if (cause === "payer_deceased") return DECEASED;
  return own(RETURN_CODES, code) ?? own(RETURN_CAUSES, cause) ?? ["T"];
}

/** Whether the bank says by it that the payer has died. */
export function isDeath(reason: ReturnReason): boolean {
  return returnActions(reason).includes("stop");
}

function own(table: Record<string, ReturnAction[]>, key: string | null): ReturnAction[] | undefined {
  return key !== null && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Whether only other account data, that is a new mandate, can help; trying again would fail again. */
export function needsNewMandate(reason: ReturnReason): boolean {
  const actions = returnActions(reason);
  return actions.includes("A") || actions.includes("M");
}

/** Automatic tries of one invoice, whatever happens in between. */
export const PLAN_TRIES = 2;
/** GoCardless' own limit of tries after the first debit; ours for machine and people together on one mandate. */
export const ALL_TRIES = 3;

/**
 * Whether a person may have this return tried again, after talking to the payer.
 *
 * @param standing of the mandate that would be used: on another one it would be from another account, or by other consent
 */
export function mayBeRetried(reason: ReturnReason, standing: MandateStanding): boolean {
  if (standing === "spent") return false;
  if (needsNewMandate(reason)) return standing === "other" && !isDeath(reason);
  const actions = returnActions(reason);
  return actions.includes("R") || actions.includes("T");
}

/** Whether the machine may try this return again by itself; never what a payer or a bank has taken back, nor for having another mandate. */
export function mayRetryByItself({ isChargeback, ...reason }: ReturnReason & { isChargeback: boolean }): boolean {
  return !isChargeback && mayBeRetried(reason, "same") && returnActions(reason).includes("R");
}

export interface RetryFacts extends ReturnReason {
  isChargeback: boolean;
  /** Of the mandate that would be used. */
  standing: MandateStanding;
  /** GoCardless has said that it tries again itself: then nobody else does. */
  willAttemptRetry: boolean;
  isApproved: boolean;
  isPlanOn: boolean;
  isStopped: boolean;
  /** Tries so far: the machine's on this invoice, and all on the mandate that would be used. */
  planTries: number;
  tries: number;
}

/** Who may have the debit tried again now, if anybody. A person's word goes before the plan. */
export function retriedBy(facts: RetryFacts): "person" | "plan" | null {
  if (facts.willAttemptRetry || facts.isStopped || facts.tries >= ALL_TRIES) return null;
  if (!mayBeRetried(facts, facts.standing)) return null;
  if (facts.isApproved) return "person";
  return facts.isPlanOn && facts.planTries < PLAN_TRIES && mayRetryByItself(facts) ? "plan" : null;
}

/** What stands against another try by a person, or from which day on it may be. */
export type RetryChance =
  | { state: "possible"; earliest: Day }
  | { state: "provider" | "limit" | "mandate" | "not_by_code" | "with_bank" | "deceased" };

export interface ChanceFacts extends ReturnReason {
  today: Day;
  /** A bank said so of the payer, and no person has taken it back. */
  isDeceased: boolean;
  noticeDays: number;
  willAttemptRetry: boolean;
  /** Of the mandate that would be used: that of the debit which came back, or another one of the payer. */
  isMandateUsable: boolean;
  standing: MandateStanding;
  nextPossibleChargeDate: Day | null;
  /** All so far on this mandate, without one that is planned. */
  tries: number;
  /** A later debit of the invoice that is under way. */
  live: LiveTry | null;
}

interface LiveTry {
  status: CollectionStatus;
  retriedBy: RetriedBy | null;
}

/** Whether a planned try can still be moved or stopped. */
export function isMovable({ status, retriedBy }: LiveTry): boolean {
  return retriedBy !== null && isNotWithBank(status);
}

/** Whether a person may have a debit that came back tried again; the screens offer, and the call allows, just this. */
export function chanceOf({ live, tries, ...facts }: ChanceFacts): RetryChance {
  if (facts.isDeceased) return { state: "deceased" };
  if (facts.willAttemptRetry) return { state: "provider" };
  if (!mayBeRetried(facts, facts.standing)) return { state: "not_by_code" };
  if (live && !isMovable(live)) return { state: "with_bank" };
  if (!facts.isMandateUsable) return { state: "mandate" };
  if (tries >= ALL_TRIES) return { state: "limit" };
  const nextPossibleChargeDate = facts.nextPossibleChargeDate ?? facts.today;
  return { state: "possible", earliest: earliestChargeDate({ ...facts, nextPossibleChargeDate }) };
}

/** Calendar days between a debit that came back and the machine's next one. */
const PAUSE_DAYS = 7;
/** Accounts are fullest when wages have come in. */
const MONTH_START_DAYS = 5;

/**
 * The machine's day: the earliest possible one, a week after the last debit at the soonest, if it lies on the first five
 * days of a month; else the first TARGET day of the next month.
 */
export function planRetryDay({ earliest, lastCharge }: { earliest: Day; lastCharge: Day }): Day {
  const rested = addDays(lastCharge, PAUSE_DAYS);
  const first = nextTargetDay(earliest > rested ? earliest : rested);
  if (Number(first.slice(8)) <= MONTH_START_DAYS) return first;
  return nextTargetDay(`${addDays(`${first.slice(0, 7)}-01`, 31).slice(0, 7)}-01`);
}
