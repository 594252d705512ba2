import { addDays, type Day, daysBetween } from "@/lib/core/dates";
import type { RetriedBy } from "@/lib/core/prisma/enums";
import { nextTargetDay } from "@/lib/core/target-calendar";
import { chargeDateFor, type EarliestFacts, earliestChargeDate, latest } from "./charge-date-rules";
import { planRetryDay } from "./retry-rules";
import type { DecisionInput, LiveCollection } from "./types";

/**
 * What is to be debited, and when.
 *
 * @param by whoever has it tried again; null for a first debit
 * @param live the debit that is to be moved, or begun anew
 */
export function planFor(input: DecisionInput, by: RetriedBy | null, live?: LiveCollection) {
  const nextPossibleChargeDate =
    input.mandate.state === "usable" ? input.mandate.nextPossibleChargeDate : (live?.chargeDate ?? input.today);
  const { noticeDays } = input.settings;
  const { dueDate, openCents } = input.invoice;
  const facts = { today: input.today, noticeDays, nextPossibleChargeDate };
  const daysEarlier = daysBetween(wantedFor(input, by, facts, live), dueDate);
  const dates = chargeDateFor({ announcedOn: input.today, dueDate, daysEarlier, nextPossibleChargeDate, noticeDays });
  const isLate = dates.chargeDate > nextTargetDay(dueDate);
  return { amountCents: openCents, ...dates, isLate, ...(by ? { retriedBy: by } : {}) };
}

/**
 * The day that is wished for: a person's own, the plan's, or the invoice's. The plan's stays once it is planned, unless
 * the supplier has given the payer more time since.
 */
function wantedFor(
  { invoice, settings, failure }: DecisionInput,
  by: RetriedBy | null,
  facts: EarliestFacts,
  live?: LiveCollection,
): Day {
  // The payer was told of it, on whatever mandate it will be; the plan has days of its own.
  if (invoice.retryOn && (invoice.isRetryApproved || by !== "plan")) return invoice.retryOn;
  const own = addDays(invoice.dueDate, -daysEarlierFor({ invoice, settings }));
  const wish = invoice.retryNotBefore ? latest(own, invoice.retryNotBefore) : own;
  // Their word was given in a time that is lost since: the day that may have been agreed stands on the debit.
  if (by === "person" && live && !invoice.isRetryApproved) return latest(wish, live.wantedDate);
  if (by === "plan" && live && live.wantedDate >= wish) return live.wantedDate;
  if (by === "plan" && failure)
    return planRetryDay({ earliest: latest(earliestChargeDate(facts), wish), lastCharge: failure.chargeDate });
  return wish;
}

/** The supplier's days earlier, or as many as lead back to the day on which they said "now". */
function daysEarlierFor({ invoice, settings }: Pick<DecisionInput, "invoice" | "settings">): number {
  const { collectNowOn, dueDate } = invoice;
  return collectNowOn ? Math.max(settings.daysEarlier, daysBetween(collectNowOn, dueDate)) : settings.daysEarlier;
}

type PlannedDay = Pick<ReturnType<typeof planFor>, "wantedDate" | "chargeDate">;

/** A later wish always counts; an earlier one only if it can still be met. Time passing alone changes nothing. */
export function isOtherDay(planned: PlannedDay, live: LiveCollection): boolean {
  if (planned.wantedDate === live.wantedDate) return false;
  return isLater(planned, live) || planned.chargeDate < live.chargeDate;
}

/** The bank has it, and the payer was told or has agreed since to a later day: the invoice is due later, or a person said so. */
export function isDayTooLate(planned: PlannedDay, { invoice }: DecisionInput, live: LiveCollection): boolean {
  const isMoved =
    (live.dueDate !== null && invoice.dueDate > live.dueDate) || (invoice.isRetryApproved && invoice.retryOn !== null);
  return live.status === "submitted" && isMoved && isLater(planned, live);
}

function isLater({ wantedDate }: PlannedDay, live: LiveCollection): boolean {
  return nextTargetDay(wantedDate) > live.chargeDate;
}
