import { addDays, type Day } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";

export interface ChargeDateInput {
  /** The day on which the payer is notified. */
  announcedOn: Day;
  dueDate: Day;
  daysEarlier: number;
  nextPossibleChargeDate: Day;
  /** Calendar days of notice agreed with the payer. */
  noticeDays: number;
}

/**
 * Returns the wanted day and the charge date. The charge date is the wanted day, but never before the provider's
 * earliest day or the end of the notice period. It is rolled forward to a TARGET day and never back.
 */
export function chargeDateFor(input: ChargeDateInput): { wantedDate: Day; chargeDate: Day } {
  const wantedDate = addDays(input.dueDate, -input.daysEarlier);
  const noticeEnd = addDays(input.announcedOn, input.noticeDays);
  return { wantedDate, chargeDate: nextTargetDay(latest(wantedDate, input.nextPossibleChargeDate, noticeEnd)) };
}

/** The facts that limit a collection wanted as soon as possible. */
export type EarliestFacts = Pick<ChargeDateInput, "nextPossibleChargeDate" | "noticeDays"> & { today: Day };

/** Returns the earliest charge date of a collection announced today, by the charge-date rule. */
export function earliestChargeDate({ today, ...facts }: EarliestFacts): Day {
  return chargeDateFor({ ...facts, announcedOn: today, dueDate: today, daysEarlier: 0 }).chargeDate;
}

export function latest(...days: Day[]): Day {
  return days.reduce((a, b) => (a > b ? a : b));
}
