import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { addDays, type Day, monthStart, toDate } from "@/lib/core/time/dates";
import type { DebitsOfDay } from "@/lib/dashboard/forecast/rules";
import { NOT_PAID_OUT, TO_BE_DEBITED, WITHOUT_MONEY } from "@/lib/statuses/collection-rules";

const COLLECTED: CollectionStatus[] = ["confirmed", "paid_out"];

export interface Sum {
  count: number;
  cents: number;
}

/** The collections of one day that have one status, as a sum. */
export interface DayOfDebits extends Sum {
  /** The granted charge date, or the requested one while none is granted. */
  day: Day;
  status: CollectionStatus;
  holdsInvoice: boolean;
}

export interface MoneyFigures {
  onItsWay: Sum;
  thisMonth: Sum;
  lastMonth: Sum;
}

function sumOf(rows: DayOfDebits[]): Sum {
  return rows.reduce((sum, row) => ({ count: sum.count + row.count, cents: sum.cents + row.cents }), {
    count: 0,
    cents: 0,
  });
}

/**
 * Returns the dashboard's sums. Money counts as received on its charge date, once it is confirmed (domain rules,
 * section 3). Until its payout it also counts as on its way: the supplier's own account has not received it.
 */
export function moneyFigures(rows: DayOfDebits[], today: Day): MoneyFigures {
  const start = monthStart(today);
  const lastStart = monthStart(addDays(start, -1));
  const received = rows.filter((row) => COLLECTED.includes(row.status));
  return {
    onItsWay: sumOf(underWay(rows)),
    thisMonth: sumOf(received.filter((row) => row.day >= start)),
    lastMonth: sumOf(received.filter((row) => row.day >= lastStart && row.day < start)),
  };
}

function underWay(rows: DayOfDebits[]): DayOfDebits[] {
  return rows.filter((row) => row.holdsInvoice && NOT_PAID_OUT.includes(row.status));
}

/** Returns the collections under way, which the forecast is made from. */
export function debitsUnderWay(rows: DayOfDebits[]): DebitsOfDay[] {
  return underWay(rows).map(({ day, count, cents, status }) => ({
    day,
    count,
    cents,
    isDebited: status === "confirmed" || status === "submitted",
  }));
}

export interface Week {
  /** The Monday of the week. */
  start: Day;
  collected: number;
  due: number;
  returned: number;
  isCurrent: boolean;
}

const WEEKS_BACK = 7;
const WEEKS_AHEAD = 4;

function mondayOf(day: Day): Day {
  const weekday = toDate(day).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Returns the first day that the dashboard covers, apart from collections still under way. */
export function firstDayTold(today: Day): Day {
  const firstWeek = addDays(mondayOf(today), -7 * WEEKS_BACK);
  const lastMonth = monthStart(addDays(monthStart(today), -1));
  return firstWeek < lastMonth ? firstWeek : lastMonth;
}

/** Returns money by the week of its charge date: received, still due, and returned. Empty if no week has any. */
export function weeksOf(rows: DayOfDebits[], today: Day): Week[] {
  const current = mondayOf(today);
  const first = addDays(current, -7 * WEEKS_BACK);
  const weeks: Week[] = Array.from({ length: WEEKS_BACK + 1 + WEEKS_AHEAD }, (_, index) => {
    const start = addDays(first, 7 * index);
    return { start, collected: 0, due: 0, returned: 0, isCurrent: start === current };
  });
  const byStart = new Map(weeks.map((week) => [week.start, week]));
  for (const { day, status, cents } of rows) {
    const week = byStart.get(mondayOf(day));
    if (!week) continue;
    if (COLLECTED.includes(status)) week.collected += cents;
    else if (TO_BE_DEBITED.includes(status)) week.due += cents;
    else if (WITHOUT_MONEY.includes(status)) week.returned += cents;
  }
  return weeks.some((week) => week.collected + week.due + week.returned > 0) ? weeks : [];
}
