import { earliestChargeDate } from "./charge-date-rules";
import { decide } from "./rules";
import type { Decision, DecisionInput, DecisionReason } from "./types";

/** Waits that end by themselves or by the payer: a wish said now is kept for then. */
const WAITS_FOR_MANDATE: DecisionReason[] = ["mandate_requested", "down_payment_in_collection"];

/** What would be decided if the supplier said "collect now", and whether their plan lacks what that takes. */
export function decideCollectNow(input: DecisionInput): { decision: Decision; needsPremium: boolean } {
  const wished = { ...input, invoice: { ...input.invoice, collectNowOn: input.today } };
  const decision = decide(wished);
  return { decision, needsPremium: !input.contract.isPremium && isBeforeDue(decision, wished) };
}

/**
 * Whether "collect now" would do something: a debit begins, moves to an earlier day, or the payer is asked for the
 * mandate it needs. What has a stop reason is left as it is.
 *
 * @returns undefined if it would, else the reason why not
 */
export function collectNowRefusal({ outcome, reason }: Decision): DecisionReason | undefined {
  if (outcome === "collect" || outcome === "replace" || outcome === "request_mandate") return undefined;
  if (outcome === "wait" && WAITS_FOR_MANDATE.includes(reason)) return undefined;
  return reason;
}

/**
 * Whether what "collect now" would do is a debit before the due date, which only Premium has. Without a mandate the day is
 * not known yet: then the earliest counts that one given today would allow.
 */
export function isBeforeDue({ chargeDate }: Decision, { today, invoice, settings }: DecisionInput): boolean {
  const { noticeDays } = settings;
  return invoice.dueDate > (chargeDate ?? earliestChargeDate({ today, nextPossibleChargeDate: today, noticeDays }));
}

/**
 * Whether a document may be transferred by hand: it is collected, or waits for something that may still come. What is
 * skipped, running or collected already is not, and what Premium or the contract refuses neither.
 *
 * @returns undefined if it may, else the reason why not
 */
export function transferRefusal({ outcome, reason }: Decision): DecisionReason | undefined {
  if (outcome === "collect" || outcome === "request_mandate" || outcome === "wait") return undefined;
  return reason;
}

/** Waits that last until a person does something about it elsewhere: a day planned meanwhile would be an empty promise. */
const LASTING: string[] = [
  "books_changed",
  "collected_in_other_books",
  "claimed_by_closing",
] satisfies DecisionReason[];

/**
 * Whether a debit that came back can be tried again at all, as the invoice stands. What only has to wait, for a mandate or
 * an account, may be planned: it begins by itself.
 *
 * @param decision as it was made, or as it was stored by whatever version
 * @returns undefined if it can, else the reason why not
 */
export function retryRefusal<T extends string>({ outcome, reason }: { outcome: string; reason: T }): T | undefined {
  return outcome === "skip" || (outcome === "wait" && LASTING.includes(reason)) ? reason : undefined;
}
