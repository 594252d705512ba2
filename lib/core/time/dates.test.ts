import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dayOf, daysBetween, formatDay, formatInstant, fromDate, isDay, startOfDay, toDate } from "./dates";

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays("1990-01-01", count));

describe("calendar dates", () => {
  test.each(["2026-09-15", "2024-02-29", "2000-02-29", "1999-12-31"])("%s is valid", (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "1900-02-29",
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "0000-01-01",
    "2026-9-1",
    "15.09.2026",
    "2026-09-15T00:00:00Z",
    "",
  ])("%s is not valid", (text) => {
    expect(isDay(text)).toBe(false);
  });

  test.each([
    ["2026-12-31", 1, "2027-01-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-02-28", 1, "2026-03-01"],
    // The two nights in which Germany changes the clock.
    ["2026-03-28", 1, "2026-03-29"],
    ["2026-03-29", 1, "2026-03-30"],
    ["2026-10-24", 2, "2026-10-26"],
    ["2026-03-01", -1, "2026-02-28"],
  ])("%s plus %i days is %s", (day, count, expected) => {
    expect(addDays(day, count)).toBe(expected);
  });

  test("adding days and counting the days between are inverse", () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4_000, max: 4_000 }), (day, count) => {
        const other = addDays(day, count);
        expect(isDay(other)).toBe(true);
        expect(daysBetween(day, other)).toBe(count);
        expect(fromDate(toDate(other))).toBe(other);
        expect(other < day).toBe(count < 0);
      }),
    );
  });
});

describe("the date of an instant is the one in Germany", () => {
  test.each([
    ["2026-09-14T21:59:59Z", "2026-09-14"],
    ["2026-09-14T22:00:00Z", "2026-09-15"],
    ["2026-12-31T22:59:59Z", "2026-12-31"],
    ["2026-12-31T23:00:00Z", "2027-01-01"],
    ["2026-09-15T00:00:00.000+02:00", "2026-09-15"],
    ["2026-01-15T00:00:00.000+01:00", "2026-01-15"],
  ])("%s falls on %s", (instant, expected) => {
    expect(dayOf(new Date(instant))).toBe(expected);
  });
});

describe("the instant at which a day begins in Germany", () => {
  test.each([
    ["2026-07-15", "2026-07-14T22:00:00Z"],
    ["2026-01-15", "2026-01-14T23:00:00Z"],
    ["2026-03-29", "2026-03-28T23:00:00Z"],
    ["2026-03-30", "2026-03-29T22:00:00Z"],
    ["2026-10-25", "2026-10-24T22:00:00Z"],
    ["2026-10-26", "2026-10-25T23:00:00Z"],
  ])("%s begins at %s", (day, expected) => {
    expect(startOfDay(day)).toEqual(new Date(expected));
  });
});

describe("dates for people", () => {
  test("are written in German and in English", () => {
    expect(formatDay("2026-09-05", "de")).toBe("05.09.2026");
    expect(formatDay("2026-09-05", "en")).toBe("5 Sept 2026");
    expect(formatDay("2026-09-05", "de", true)).toContain("Sa");
    expect(formatDay("2026-09-05", "en", true)).toContain("Sat");
  });

  test("show German time in both languages", () => {
    const at = new Date("2026-07-01T22:30:00Z");
    expect(formatInstant(at, "de")).toBe("02.07.2026, 00:30");
    expect(formatInstant(at, "en")).toBe("2 Jul 2026, 00:30");
  });
});
