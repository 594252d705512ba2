import { earliestChargeDate } from "@/lib/collections/decision/charge-date/rules";
import { decide } from "@/lib/collections/decision/table/rules";
import type { Decision, DecisionInput, DecisionReason } from "@/lib/collections/types";

/** Waits that end automatically or through the payer: an instruction to collect now stays in force until then. */
const WAITS_FOR_MANDATE: DecisionReason[] = ["mandate_requested", "down_payment_in_collection"];

/** Returns the decision if the supplier said "collect now", and whether that needs a Premium plan they do not have. */
export function decideCollectNow(input: DecisionInput): { decision: Decision; needsPremium: boolean } {
  const wished = { ...input, invoice: { ...input.invoice, collectNowOn: input.today } };
  const decision = decide(wished);
  return { decision, needsPremium: !input.contract.isPremium && isBeforeDue(decision, wished) };
}

/**
 * Returns why "collect now" would do nothing; undefined if it would do something. It starts a collection, moves one to
 * an earlier day, or requests the missing mandate. Invoices with a stop reason are left as they are.
 */
export function collectNowRefusal({ outcome, reason }: Decision): DecisionReason | undefined {
  if (outcome === "collect" || outcome === "replace" || outcome === "request_mandate") return undefined;
  if (outcome === "wait" && WAITS_FOR_MANDATE.includes(reason)) return undefined;
  return reason;
}

/**
 * True if "collect now" would debit before the due date, which needs Premium. Without a mandate the day is not known
 * yet: then the earliest day counts that a mandate signed today would allow.
 */
export function isBeforeDue({ chargeDate }: Decision, { today, invoice, settings }: DecisionInput): boolean {
  const { noticeDays } = settings;
  return invoice.dueDate > (chargeDate ?? earliestChargeDate({ today, nextPossibleChargeDate: today, noticeDays }));
}

/**
 * Returns why a document may not be transferred by hand; undefined if it may. It may if it would be collected, or waits
 * for something. Documents that are skipped, in collection or already collected may not.
 */
export function transferRefusal({ outcome, reason }: Decision): DecisionReason | undefined {
  if (outcome === "collect" || outcome === "request_mandate" || outcome === "wait") return undefined;
  return reason;
}

/** Waits that last until a person acts elsewhere: a retry planned meanwhile would be for a day that cannot be kept. */
const LASTING: string[] = [
  "books_changed",
  "collected_in_other_books",
  "claimed_by_closing",
] satisfies DecisionReason[];

/**
 * Returns why a returned collection cannot be retried as the invoice is now; undefined if it can. If it only has to
 * wait, for a mandate or an account, a retry may be planned: it starts automatically.
 *
 * @param decision a new one, or one stored by any version of this code
 */
export function retryRefusal<T extends string>({ outcome, reason }: { outcome: string; reason: T }): T | undefined {
  return outcome === "skip" || (outcome === "wait" && LASTING.includes(reason)) ? reason : undefined;
}
