/** A day, and how the file states it: as a day, as a longer period that ends on that day, or not as a date. */
export interface StatedDate {
  day?: string;
  problem?: "date_malformed" | "date_is_period";
}

/** Returns the day of an `xsd:date` or `xsd:dateTime`, which may have a zone. */
export function isoDate(text: string): StatedDate {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  return dayOf(match?.[1], match?.[2], match?.[3]);
}

/**
 * Returns the day of a date in a format of UN/CEFACT list 2379: 102 and longer ones begin with the day. 610 is a
 * month, 616 a week: their last day is returned, because nothing is due before it.
 */
export function formattedDate(text: string, format: string | undefined): StatedDate {
  const value = text.trim();
  const month = format === "610" ? /^(\d{4})(\d\d)$/.exec(value) : null;
  if (month) return periodOf(lastOfMonth(Number(month[1]), Number(month[2])));
  const week = format === "616" ? /^(\d{4})(\d\d)$/.exec(value) : null;
  if (week) return periodOf(lastOfWeek(Number(week[1]), Number(week[2])));
  const match = /^(\d{4})(\d\d)(\d\d)(?:\d{4}(?:\d\d)?(?:[A-Z]+|[+-]\d+)?)?$/.exec(value);
  return match ? dayOf(match[1], match[2], match[3]) : isoDate(value);
}

/** Returns the days from one ISO day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

function dayOf(year = "", month = "", day = ""): StatedDate {
  const text = `${year}-${month}-${day}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(time) && iso(time) === text && year !== "0000";
  return isDay ? { day: text } : { problem: "date_malformed" };
}

function periodOf(day: string | undefined): StatedDate {
  return day === undefined ? { problem: "date_malformed" } : { day, problem: "date_is_period" };
}

function lastOfMonth(year: number, month: number): string | undefined {
  return month >= 1 && month <= 12 ? iso(Date.UTC(year, month, 0)) : undefined;
}

/** Week 1 of ISO 8601 is the one with 4 January; weeks end on Sunday. */
function lastOfWeek(year: number, week: number): string | undefined {
  if (week < 1 || week > 53) return undefined;
  const fourth = Date.UTC(year, 0, 4);
  const daysToSunday = (7 - new Date(fourth).getUTCDay()) % 7;
  return iso(fourth + (daysToSunday + (week - 1) * 7) * 86_400_000);
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
