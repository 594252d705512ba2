import { addDays, type Day } from "@/lib/core/dates";
import { nextTargetDay } from "@/lib/core/target-calendar";

export interface ChargeDateInput {
  /** The day on which the payer is told. */
  announcedOn: Day;
  dueDate: Day;
  daysEarlier: number;
  nextPossibleChargeDate: Day;
  /** Calendar days of notice agreed with the payer. */
  noticeDays: number;
}

/**
 * The charge-date rule: as wanted, but never before the provider's earliest day or the end of the notice period,
 * rolled forward to a TARGET day and never back.
 */
export function chargeDateFor(input: ChargeDateInput): { wantedDate: Day; chargeDate: Day } {
  const wantedDate = addDays(input.dueDate, -input.daysEarlier);
  const noticeEnd = addDays(input.announcedOn, input.noticeDays);
  return { wantedDate, chargeDate: nextTargetDay(latest(wantedDate, input.nextPossibleChargeDate, noticeEnd)) };
}

/** The facts that bound a debit that is wanted at once. */
export type EarliestFacts = Pick<ChargeDateInput, "nextPossibleChargeDate" | "noticeDays"> & { today: Day };

/** The earliest day of a debit that is announced today, by the charge-date rule. */
export function earliestChargeDate({ today, ...facts }: EarliestFacts): Day {
  return chargeDateFor({ ...facts, announcedOn: today, dueDate: today, daysEarlier: 0 }).chargeDate;
}

export function latest(...days: Day[]): Day {
  return days.reduce((a, b) => (a > b ? a : b));
}
