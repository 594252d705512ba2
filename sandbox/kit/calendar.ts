/**
 * Calendar dates ("2026-09-15") and the TARGET calendar, as the twins see them. The twins share no code with the
 * product on purpose: two independent implementations of a rule reveal each other's mistakes.
 */
export type Day = string;

const DAY_MS = 86_400_000;

// Creating a formatter takes longer than using it a hundred times, and the twins format many dates.
const DAY_FORMAT = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });
const TIME_FORMAT = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "medium",
});
const OFFSET_FORMAT = new Intl.DateTimeFormat("en", { timeZone: "Europe/Berlin", timeZoneName: "longOffset" });

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the calendar date of an instant in Germany. */
export function dayInBerlin(at: Date): Day {
  return DAY_FORMAT.format(at);
}

/** Returns the instant at which `day` begins in Germany, in Lexware's format: `2026-09-15T00:00:00.000+02:00`. */
export function berlinMidnight(day: Day): string {
  const offset = berlinOffset(new Date(`${day}T00:00:00Z`));
  return `${day}T00:00:00.000${offset}`;
}

/** Formats an instant with the German offset and milliseconds. */
export function berlinDateTime(at: Date): string {
  const text = TIME_FORMAT.format(at);
  return `${text.replace(" ", "T")}.${String(at.getMilliseconds()).padStart(3, "0")}${berlinOffset(at)}`;
}

/** Returns the German offset from UTC at an instant: "+01:00" or "+02:00". */
export function berlinOffset(at: Date): string {
  const name = OFFSET_FORMAT.formatToParts(at).find((part) => part.type === "timeZoneName")?.value;
  return name?.replace("GMT", "") || "+00:00";
}

/** Returns Easter Sunday by the anonymous Gregorian algorithm. */
function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const date = ((h + l - 7 * m + 114) % 31) + 1;
  return `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

export function isTargetDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  const monthDay = day.slice(5);
  if (["01-01", "05-01", "12-25", "12-26"].includes(monthDay)) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** Returns `day` if it is a TARGET day, otherwise the next TARGET day. */
export function rollForward(day: Day): Day {
  let rolled = day;
  while (!isTargetDay(rolled)) rolled = addDays(rolled, 1);
  return rolled;
}

/** Returns the TARGET day `count` TARGET days after `day`, or before it if `count` is negative. */
export function addTargetDays(day: Day, count: number): Day {
  const step = count < 0 ? -1 : 1;
  let left = Math.abs(count);
  let moved = day;
  while (left > 0) {
    moved = addDays(moved, step);
    if (isTargetDay(moved)) left -= 1;
  }
  return moved;
}
