import { kept } from "@/lib/core/lazy";

/** A calendar date in Germany, such as `2026-09-15`. Business dates are never instants. */
export type Day = string;

const DAY_MS = 86_400_000;

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for an existing calendar date. Lists check every row, and parsing a `Date` would take ten times as long. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (DAYS_OF_MONTHS[month - 1] ?? 0);
  // No database has a year 0.
  return year >= 1 && day >= 1 && day <= days;
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the calendar days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

const berlinDay = kept(() => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }));

/** Returns the calendar date of an instant in Germany. */
export function dayOf(at: Date): Day {
  return berlinDay().format(at);
}

/** Returns the form in which Prisma stores a calendar date (`@db.Date`): midnight UTC. */
export function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function fromDate(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

const GERMAN_DAY = { day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" } as const;
const BRITISH_DAY = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
const INSTANT = { dateStyle: "medium", timeStyle: "short", timeZone: "Europe/Berlin" } as const;

/** Each formatter is created once: creating one costs fifty times as much as using it, and lists contain many dates. */
const formats = {
  de: {
    day: kept(() => new Intl.DateTimeFormat("de-DE", GERMAN_DAY)),
    nearDay: kept(() => new Intl.DateTimeFormat("de-DE", { ...GERMAN_DAY, weekday: "short" })),
    instant: kept(() => new Intl.DateTimeFormat("de-DE", INSTANT)),
  },
  en: {
    day: kept(() => new Intl.DateTimeFormat("en-GB", BRITISH_DAY)),
    nearDay: kept(() => new Intl.DateTimeFormat("en-GB", { ...BRITISH_DAY, weekday: "short" })),
    instant: kept(() => new Intl.DateTimeFormat("en-GB", INSTANT)),
  },
};

/** Returns `15.09.2026` or `15 Sept 2026`. Dates in the near future are shown with the weekday. */
export function formatDay(day: Day, locale: string, withWeekday = false): string {
  return formats[locale === "de" ? "de" : "en"][withWeekday ? "nearDay" : "day"]().format(toDate(day));
}

/** Returns date and time in Germany, for people. */
export function formatInstant(at: Date, locale: string): string {
  return formats[locale === "de" ? "de" : "en"].instant().format(at);
}

const berlinTime = kept(
  () => new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" }),
);

/** Returns the time of day in Germany, `08:05`, which both languages write alike. */
export function formatTime(at: Date): string {
  return berlinTime().format(at);
}

const berlinHour = kept(
  () => new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", hourCycle: "h23" }),
);

/** Returns the hour of the day in Germany, 0 to 23. */
export function hourOf(at: Date): number {
  return Number(berlinHour().format(at));
}

/** Returns the instant at which a day begins in Germany: one or two hours before it begins in UTC. */
export function startOfDay(day: Day): Date {
  const summer = new Date(toDate(day).getTime() - 2 * 3_600_000);
  return dayOf(summer) === day ? summer : new Date(toDate(day).getTime() - 3_600_000);
}

/** Returns the first day of the month. */
export function monthStart(day: Day): Day {
  return `${day.slice(0, 7)}-01`;
}
