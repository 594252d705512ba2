import { addDays, type Day, toDate } from "@/lib/core/dates";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import type { DebitsOfDay } from "./forecast-rules";
import { CAME_TO_NOTHING } from "./status-rules";

/** A payer who moved to another bank is debited there. */
const TO_BE_DEBITED: CollectionStatus[] = ["pending", "created", "submitted", "mandate_transferred"];
/** Not yet in a payout: the supplier's own account has still to see it. */
export const NOT_PAID_OUT: CollectionStatus[] = [...TO_BE_DEBITED, "confirmed"];
const COLLECTED: CollectionStatus[] = ["confirmed", "paid_out"];

export interface Sum {
  count: number;
  cents: number;
}

/** The debits of one day that are in one state. */
export interface DayOfDebits extends Sum {
  /** The granted day, or the requested one while none is granted. */
  day: Day;
  status: CollectionStatus;
  holdsInvoice: boolean;
}

export interface MoneyFigures {
  onItsWay: Sum;
  thisMonth: Sum;
  lastMonth: Sum;
}

/** The first of its month. */
export function monthStart(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}

function sumOf(rows: DayOfDebits[]): Sum {
  return rows.reduce((sum, row) => ({ count: sum.count + row.count, cents: sum.cents + row.cents }), {
    count: 0,
    cents: 0,
  });
}

/**
 * Received counts by the day of its debit, from the moment it is confirmed (domain rules, section 3). Until it is paid out it
 * is also on its way: the supplier's own account has not seen it.
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

/** What the forecast is made of. */
export function debitsUnderWay(rows: DayOfDebits[]): DebitsOfDay[] {
  return underWay(rows).map(({ day, count, cents, status }) => ({
    day,
    count,
    cents,
    isDebited: status === "confirmed" || status === "submitted",
  }));
}

export interface Week {
  /** Its Monday. */
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

/** The first day of which the dashboard tells anything but what is under way. */
export function firstDayTold(today: Day): Day {
  const firstWeek = addDays(mondayOf(today), -7 * WEEKS_BACK);
  const lastMonth = monthStart(addDays(monthStart(today), -1));
  return firstWeek < lastMonth ? firstWeek : lastMonth;
}

/** Money by the week of its debit: received, still due, and come back. Empty when there was none in all of them. */
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
    else if (CAME_TO_NOTHING.includes(status)) week.returned += cents;
  }
  return weeks.some((week) => week.collected + week.due + week.returned > 0) ? weeks : [];
}
