import type { Interval } from "./records";

export interface Rhythm {
  interval: Interval;
  interval_count: number;
}

/** Returns `anchor` moved by whole intervals in UTC; if a month is too short, its last day. */
export function addIntervals(anchor: number, { interval, interval_count }: Rhythm, times = 1): number {
  const date = new Date(anchor * 1_000);
  const amount = interval_count * times;
  if (interval === "day" || interval === "week") return anchor + amount * (interval === "week" ? 7 : 1) * 86_400;
  return addMonths(date, interval === "year" ? amount * 12 : amount);
}

function addMonths(date: Date, months: number): number {
  const day = date.getUTCDate();
  const moved = new Date(date);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const last = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, last));
  return Math.floor(moved.getTime() / 1_000);
}

/** Returns the first period boundary after `start`, counted from `anchor`. */
export function periodEnd(anchor: number, rhythm: Rhythm, start: number): number {
  let times = 1;
  if (anchor > start) times = 0;
  while (addIntervals(anchor, rhythm, times) <= start) times += 1;
  return addIntervals(anchor, rhythm, times);
}

const DAY_TEXT = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

export function dayText(at: number): string {
  return DAY_TEXT.format(new Date(at * 1_000));
}
