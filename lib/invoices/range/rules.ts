import { isDay } from "@/lib/core/time/dates";

/** Longest range of one request, in days. */
const RANGE_DAYS = 731;

export type RangeEnd = "from" | "to";

export interface RangeProblem {
  /** The end to correct. */
  end: RangeEnd;
  why: "missing" | "reversed" | "tooLong";
}

/** Returns why two days are not a range, both ends included; undefined if they are one. */
export function rangeProblem({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }): RangeProblem | undefined {
  if (!dateFrom || !isDay(dateFrom)) return { end: "from", why: "missing" };
  if (!dateTo || !isDay(dateTo)) return { end: "to", why: "missing" };
  if (dateFrom > dateTo) return { end: "to", why: "reversed" };
  const days = (Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000;
  return days > RANGE_DAYS ? { end: "to", why: "tooLong" } : undefined;
}

export function isRange(range: { dateFrom?: string; dateTo?: string }): boolean {
  return rangeProblem(range) === undefined;
}
