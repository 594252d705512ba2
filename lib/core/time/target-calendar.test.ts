import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "./dates";
import { addTargetDays, isTargetDay, nextTargetDay, targetDaysBetween } from "./target-calendar";

const anyDay = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays("2000-01-01", count));

describe("TARGET days", () => {
  // Easter Sundays as published.
  test.each([
    "2000-04-23",
    "2008-03-23",
    "2011-04-24",
    "2018-04-01",
    "2019-04-21",
    "2020-04-12",
    "2021-04-04",
    "2022-04-17",
    "2023-04-09",
    "2024-03-31",
    "2025-04-20",
    "2026-04-05",
    "2027-03-28",
    "2028-04-16",
    "2029-04-01",
    "2030-04-21",
    "2031-04-13",
    "2032-03-28",
    "2038-04-25",
    "2049-04-18",
    "2076-04-19",
  ])("around Easter Sunday %s, Good Friday and Easter Monday are closed", (easter) => {
    expect(isTargetDay(addDays(easter, -2))).toBe(false);
    expect(isTargetDay(addDays(easter, 1))).toBe(false);
    expect(isTargetDay(addDays(easter, -3))).toBe(addDays(easter, -3).slice(5) !== "05-01");
    expect(isTargetDay(addDays(easter, 2))).toBe(true);
    expect(nextTargetDay(addDays(easter, -2))).toBe(addDays(easter, 2));
  });

  test.each(["2026-01-01", "2026-05-01", "2025-12-25", "2025-12-26", "2026-09-12", "2026-09-13"])(
    "%s is closed",
    (day) => {
      expect(isTargetDay(day)).toBe(false);
    },
  );

  // Holidays of Germany or its states on which interbank payments are processed.
  test.each([
    "2025-10-03",
    "2026-01-06",
    "2026-05-14",
    "2026-05-25",
    "2025-10-31",
    "2026-12-24",
    "2026-12-31",
    "2026-11-18",
  ])("%s is a business day", (day) => {
    expect(isTargetDay(day)).toBe(true);
  });

  // Weekdays of the year minus the six holidays, unless these fall on a weekend.
  test.each([
    [2004, 262 - 3],
    [2024, 262 - 6],
    [2025, 261 - 6],
    [2026, 261 - 5],
    [2027, 261 - 3],
  ])("the year %i has %i TARGET days", (year, expected) => {
    const days = Array.from({ length: 366 }, (_, i) => addDays(`${year}-01-01`, i)).filter((day) =>
      day.startsWith(String(year)),
    );
    expect(days.filter(isTargetDay)).toHaveLength(expected);
  });
});

describe("rolling and counting", () => {
  test("nextTargetDay moves forward to the very next TARGET day, never back", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const rolled = nextTargetDay(day);
        expect(rolled >= day).toBe(true);
        expect(isTargetDay(rolled)).toBe(true);
        for (let between = day; between < rolled; between = addDays(between, 1))
          expect(isTargetDay(between)).toBe(false);
        // Christmas and Easter with their weekends never close more than five days.
        expect(daysBetween(day, rolled)).toBeLessThanOrEqual(5);
      }),
    );
  });

  test.each([
    ["2026-12-24", 1, "2026-12-28"],
    ["2026-09-11", 1, "2026-09-14"],
    ["2026-09-14", -1, "2026-09-11"],
    ["2027-03-25", 3, "2027-04-01"],
    ["2026-09-12", 0, "2026-09-12"],
  ])("%s plus %i TARGET days is %s", (day, count, expected) => {
    expect(addTargetDays(day, count)).toBe(expected);
  });

  test("adding and subtracting the same number of TARGET days returns the first day", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 40 }), (day, count) => {
        const start = nextTargetDay(day);
        expect(addTargetDays(addTargetDays(start, count), -count)).toBe(start);
      }),
    );
  });

  test("a year and a day from New Year's Eve end on a holiday", () => {
    expect(targetDaysBetween("2000-12-31", "2002-01-01")).toBe(255);
  });

  test("targetDaysBetween equals a count day by day, for at most a year", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5, max: 500 }), (from, span) => {
        const counted = Array.from({ length: Math.min(Math.max(span, 0), 366) }, (_, index) =>
          addDays(from, index + 1),
        );
        expect(targetDaysBetween(from, addDays(from, span))).toBe(counted.filter(isTargetDay).length);
      }),
    );
  });
});
