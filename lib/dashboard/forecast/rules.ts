import { addDays, type Day } from "@/lib/core/time/dates";
import { addTargetDays, nextTargetDay, targetDaysBetween } from "@/lib/core/time/target-calendar";

/**
 * TARGET days from the charge date to the payout's arrival by the provider's timetable (reference: gocardless, 9.3).
 */
export const TYPICAL_PAYOUT_DAYS = 3;

/**
 * Calendar days within which a payer may reclaim an authorised debit without a reason (reference: domain, section 4).
 */
const REFUND_DAYS = 56;

/** Collections of one day that arrived with one payout. */
export interface PastDebits {
  debitDay: Day;
  arrivalDay: Day;
  count: number;
}

/** Contents of the last payouts, in tenths of a cent: payments, and fees less those given back. */
export interface PastFees {
  paidTenths: number;
  feeTenths: number;
}

/** How long money takes to reach the supplier's account, and how much of it goes to fees. */
export interface PayoutHabit {
  /** TARGET days from the charge date to the arrival in the account. */
  days: number;
  /** True if measured on the supplier's own payouts, false if taken from the provider's timetable. */
  isMeasured: boolean;
  /** Undefined until a payout has arrived: the forecast then deducts nothing. */
  fees?: PastFees;
}

/** Returns the median duration of the supplier's last payouts, or the provider's timetable while there are none. */
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

/** Collections of one day that are under way. `isDebited`: the bank has them, so their day does not move any more. */
export interface DebitsOfDay {
  day: Day;
  count: number;
  cents: number;
  isDebited: boolean;
}

export interface ForecastLine {
  debitDay: Day;
  count: number;
  /** Gross amount. */
  cents: number;
  /** An estimate, see `PayoutHabit`. */
  payoutDay: Day;
  /** The sum of all lines that has arrived by then, less the usual fees, in cents. */
  togetherCents: number;
  /** After this day payers can no longer reclaim the money without a reason. */
  safeDay: Day;
}

/**
 * Returns when the money under way reaches the account, and after which day it cannot be reclaimed. All days are TARGET
 * days: nothing is debited or paid out on others. A period that ends on another day ends on the next TARGET day.
 */
export function forecast(debits: DebitsOfDay[], habit: PayoutHabit, today: Day): ForecastLine[] {
  const sums = new Map<Day, { count: number; cents: number }>();
  for (const { day, count, cents, isDebited } of debits) {
    // A collection that should have been debited by now, and was not, is debited today at the earliest.
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
  // A later collection never arrives earlier, so the last sum of a payout day is the complete one.
  const arrived = new Map<Day, number>();
  let sum = 0;
  for (const line of lines) {
    sum += afterFees(line.cents, habit.fees);
    arrived.set(line.payoutDay, sum);
  }
  return lines.map((line) => ({ ...line, togetherCents: arrived.get(line.payoutDay) ?? 0 }));
}

/** Returns the expected payout day. A payout that is overdue comes today at the earliest. */
function payoutDayOf(debitDay: Day, habit: PayoutHabit, today: Day): Day {
  const usual = addTargetDays(nextTargetDay(debitDay), habit.days);
  return usual < today ? nextTargetDay(today) : usual;
}

function afterFees(cents: number, fees: PastFees | undefined): number {
  return fees ? cents - Math.round((cents * fees.feeTenths) / fees.paidTenths) : cents;
}
