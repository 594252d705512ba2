import { planRetryDay } from "@/lib/collections/attempts/retry-rules";
import type { DecisionInput, LiveCollection } from "@/lib/collections/types";
import type { RetriedBy } from "@/lib/core/prisma/enums";
import { addDays, type Day, daysBetween } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { chargeDateFor, type EarliestFacts, earliestChargeDate, latest } from "./rules";

/**
 * Returns the amount to debit and the days.
 *
 * @param by who has it retried; null for a first collection
 * @param live the collection to move or to replace
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
 * Returns the wanted day: a person's, the plan's or the invoice's own. The plan's day stays once it is planned, unless
 * the supplier has given the payer more time since.
 */
function wantedFor(
  { invoice, settings, failure }: DecisionInput,
  by: RetriedBy | null,
  facts: EarliestFacts,
  live?: LiveCollection,
): Day {
  // The payer was told this day, whichever mandate it will be; the plan has days of its own.
  if (invoice.retryOn && (invoice.isRetryApproved || by !== "plan")) return invoice.retryOn;
  const own = addDays(invoice.dueDate, -daysEarlierFor({ invoice, settings }));
  const wish = invoice.retryNotBefore ? latest(own, invoice.retryNotBefore) : own;
  // The approval was lost when the database was restored. The day that may have been agreed is stored with the
  // collection.
  if (by === "person" && live && !invoice.isRetryApproved) return latest(wish, live.wantedDate);
  if (by === "plan" && live && live.wantedDate >= wish) return live.wantedDate;
  if (by === "plan" && failure)
    return planRetryDay({ earliest: latest(earliestChargeDate(facts), wish), lastCharge: failure.chargeDate });
  return wish;
}

/**
 * Returns the supplier's days before the due date, or as many as reach back to the day of the "collect now"
 * instruction.
 */
function daysEarlierFor({ invoice, settings }: Pick<DecisionInput, "invoice" | "settings">): number {
  const { collectNowOn, dueDate } = invoice;
  return collectNowOn ? Math.max(settings.daysEarlier, daysBetween(collectNowOn, dueDate)) : settings.daysEarlier;
}

type PlannedDay = Pick<ReturnType<typeof planFor>, "wantedDate" | "chargeDate">;

/**
 * True if the collection has to move to another day. A later wanted day always counts, an earlier one only if it can
 * still be met. The passing of time alone moves nothing.
 */
export function isOtherDay(planned: PlannedDay, live: LiveCollection): boolean {
  if (planned.wantedDate === live.wantedDate) return false;
  return isLater(planned, live) || planned.chargeDate < live.chargeDate;
}

/**
 * True if the bank has the collection, and a later day was promised to the payer since. Either the invoice is due
 * later, or a person agreed on a later day.
 */
export function isDayTooLate(planned: PlannedDay, { invoice }: DecisionInput, live: LiveCollection): boolean {
  const isMoved =
    (live.dueDate !== null && invoice.dueDate > live.dueDate) || (invoice.isRetryApproved && invoice.retryOn !== null);
  return live.status === "submitted" && isMoved && isLater(planned, live);
}

function isLater({ wantedDate }: PlannedDay, live: LiveCollection): boolean {
  return nextTargetDay(wantedDate) > live.chargeDate;
}
