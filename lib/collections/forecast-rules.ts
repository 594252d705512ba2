import { addDays, type Day } from "@/lib/core/dates";
import { addTargetDays, nextTargetDay, targetDaysBetween } from "@/lib/core/target-calendar";

/** TARGET days from the debit to the payout's arrival by the provider's timetable (reference: gocardless, 9.3). */
export const TYPICAL_PAYOUT_DAYS = 3;

/** For so many calendar days a payer may claim an authorised debit back without a reason (reference: domain, section 4). */
const REFUND_DAYS = 56;

/** Debits of one day that arrived with one payout. */
export interface PastDebits {
  debitDay: Day;
  arrivalDay: Day;
  count: number;
}

/** What the last payouts held, in tenths of a cent: payments, and fees less those given back. */
export interface PastFees {
  paidTenths: number;
  feeTenths: number;
}

/** How long money takes to the supplier's account, and what is kept from it. */
export interface PayoutHabit {
  /** TARGET days from the debit to the account. */
  days: number;
  /** From the supplier's own payouts; false: the provider's timetable. */
  isMeasured: boolean;
  /** Undefined until a payout has arrived: then nothing is deducted in the forecast. */
  fees?: PastFees;
}

/** The middle of how long the supplier's last payouts took, or the provider's timetable while there are none. */
export function payoutHabit(past: PastDebits[], fees: PastFees): PayoutHabit {
  const known = fees.paidTenths > 0 ? { fees: { ...fees, feeTenths: Math.max(0, fees.feeTenths) } } : {};
  const spans = past
    .map(({ debitDay, arrivalDay, count }) => ({ days: targetDaysBetween(debitDay, arrivalDay), count }))
    .toSorted((a, b) => a.days - b.days);
  const middle = spans.reduce((sum, span) => sum + span.count, 0) / 2;
  let seen = 0;
  const found = spans.find((span) => {
    seen += span.count;
    return seen >= middle;
  });
  return found
    ? { days: found.days, isMeasured: true, ...known }
    : { days: TYPICAL_PAYOUT_DAYS, isMeasured: false, ...known };
}

/** Debits of one day that are on their way; `isDebited`: the payer's bank has paid already. */
export interface DebitsOfDay {
  day: Day;
  count: number;
  cents: number;
  isDebited: boolean;
}

export interface ForecastLine {
  debitDay: Day;
  count: number;
  /** Gross. */
  cents: number;
  /** An estimate, see `PayoutHabit`. */
  payoutDay: Day;
  /** What has arrived of all lines by then, less the usual fees, in cents. */
  togetherCents: number;
  /** After this day payers can no longer claim the money back without a reason. */
  safeDay: Day;
}

/**
 * When the money under way reaches the account, and after which day it stays there. All days are TARGET days: nothing
 * is debited or paid out on others, and a period that ends on one ends on the next TARGET day.
 */
export function forecast(debits: DebitsOfDay[], habit: PayoutHabit, today: Day): ForecastLine[] {
  const sums = new Map<Day, { count: number; cents: number }>();
  for (const { day, count, cents, isDebited } of debits) {
    // What should have been debited by now, and was not, is debited today at the earliest.
    const debitDay = isDebited ? day : nextTargetDay(day < today ? today : day);
    const sum = sums.get(debitDay) ?? { count: 0, cents: 0 };
    sums.set(debitDay, { count: sum.count + count, cents: sum.cents + cents });
  }
  const lines = [...sums]
    .map(([debitDay, sum]) => ({
      debitDay,
      ...sum,
      payoutDay: payoutDayOf(debitDay, habit, today),
      safeDay: nextTargetDay(addDays(debitDay, REFUND_DAYS)),
    }))
    .toSorted((a, b) => a.debitDay.localeCompare(b.debitDay));
  // A later debit never arrives earlier.
  const arrived = new Map<Day, number>();
  let sum = 0;
  for (const line of lines) {
    sum += afterFees(line.cents, habit.fees);
    arrived.set(line.payoutDay, sum);
  }
  return lines.map((line) => ({ ...line, togetherCents: arrived.get(line.payoutDay) ?? 0 }));
}

/** A payout that is late comes today at the earliest. */
function payoutDayOf(debitDay: Day, habit: PayoutHabit, today: Day): Day {
  const usual = addTargetDays(nextTargetDay(debitDay), habit.days);
  return usual < today ? nextTargetDay(today) : usual;
}

function afterFees(cents: number, fees: PastFees | undefined): number {
  return fees ? cents - Math.round((cents * fees.feeTenths) / fees.paidTenths) : cents;
}
