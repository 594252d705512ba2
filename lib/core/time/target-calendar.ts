import { addDays, type Day } from "./dates";

const DAY_MS = 86_400_000;

/**
 * True if SEPA debits are processed on the day (TARGET calendar; reference: domain rules, section 2). Closed are
 * Saturday, Sunday, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December, but no regional holidays.
 */
export function isTargetDay(day: Day): boolean {
  return isWeekday(dayNumber(day)) && !holidaysOf(day.slice(0, 4)).includes(day);
}

/** Returns `day` if it is a TARGET day, otherwise the next one; never an earlier day. */
export function nextTargetDay(day: Day): Day {
  let next = day;
  while (!isTargetDay(next)) next = addDays(next, 1);
  return next;
}

/** Returns the TARGET day `count` TARGET days after `day`, or before it if `count` is negative. */
export function addTargetDays(day: Day, count: number): Day {
  const step = count < 0 ? -1 : 1;
  let moved = day;
  for (let left = Math.abs(count); left > 0; ) {
    moved = addDays(moved, step);
    if (isTargetDay(moved)) left -= 1;
  }
  return moved;
}

/** Returns the number of TARGET days after `from` up to and including `to`, or 0. It counts a year at most. */
export function targetDaysBetween(from: Day, to: Day): number {
  const first = dayNumber(from) + 1;
  const last = Math.min(dayNumber(to), first + 365);
  let count = 0;
  for (let number = first; number <= last; number += 1) if (isWeekday(number)) count += 1;
  // From the last day of a year, a year and a day end in the year after the next.
  const years = Array.from({ length: 3 }, (_, index) => String(Number(from.slice(0, 4)) + index));
  for (const holiday of years.flatMap(holidaysOf)) {
    const number = dayNumber(holiday);
    if (number >= first && number <= last && isWeekday(number)) count -= 1;
  }
  return count;
}

/** Returns the days since 1 January 1970, a Thursday. */
function dayNumber(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function isWeekday(number: number): boolean {
  return (((number + 3) % 7) + 7) % 7 < 5;
}

const holidays = new Map<string, Day[]>();

/** Returns the holidays of a year, cached because screens need many days of few years. */
function holidaysOf(year: string): Day[] {
  const known = holidays.get(year);
  if (known) return known;
  const easter = easterSunday(Number(year));
  const found = ["01-01", "05-01", "12-25", "12-26"].map((date) => `${year}-${date}`);
  found.push(addDays(easter, -2), addDays(easter, 1));
  holidays.set(year, found);
  return found;
}

/** Returns Easter Sunday of a Gregorian year (Gauss' rule with its two exceptions). */
function easterSunday(year: number): Day {
  const century = Math.floor(year / 100);
  const moonShift = (15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)) % 30;
  const sundayShift = (4 + century - Math.floor(century / 4)) % 7;
  const fullMoon = (19 * (year % 19) + moonShift) % 30;
  const toSunday = (2 * (year % 4) + 4 * (year % 7) + 6 * fullMoon + sundayShift) % 7;
  let day = 22 + fullMoon + toSunday;
  if (fullMoon === 29 && toSunday === 6) day -= 7;
  if (fullMoon === 28 && toSunday === 6 && (11 * moonShift + 11) % 30 < 19) day -= 7;
  return addDays(`${year}-03-01`, day - 1);
}
