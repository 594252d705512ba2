import { addDays, type Day } from "./dates";

/**
 * The TARGET calendar, on which SEPA debits run (reference: domain rules, section 2): every day but Saturday,
 * Sunday, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December. Regional holidays are business days.
 */
export function isTargetDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return false;
  if (["01-01", "05-01", "12-25", "12-26"].includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** `day` itself if it is a TARGET day, else the next one; never an earlier one. */
export function nextTargetDay(day: Day): Day {
  let next = day;
  while (!isTargetDay(next)) next = addDays(next, 1);
  return next;
}

/** The TARGET day `count` TARGET days after `day` (before it, if negative). */
export function addTargetDays(day: Day, count: number): Day {
  const step = count < 0 ? -1 : 1;
  let moved = day;
  for (let left = Math.abs(count); left > 0; ) {
    moved = addDays(moved, step);
    if (isTargetDay(moved)) left -= 1;
  }
  return moved;
}

/** How many TARGET days come after `from` up to and with `to`; 0 if `to` is not later. Counted for a year at most. */
export function targetDaysBetween(from: Day, to: Day): number {
  let count = 0;
  for (let day = addDays(from, 1), left = 366; day <= to && left > 0; day = addDays(day, 1), left -= 1) {
    if (isTargetDay(day)) count += 1;
  }
  return count;
}

/** Easter Sunday of a Gregorian year (Gauss' rule with its two exceptions). */
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
