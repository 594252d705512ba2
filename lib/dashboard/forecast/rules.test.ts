import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/core/time/dates";
import { isTargetDay, targetDaysBetween } from "@/lib/core/time/target-calendar";
import { type DebitsOfDay, forecast, payoutHabit, TYPICAL_PAYOUT_DAYS } from "./rules";

const NO_FEES = { paidTenths: 0, feeTenths: 0 };
const typical = payoutHabit([], NO_FEES);

function debits(day: string, cents = 10_000, isDebited = false): DebitsOfDay {
  return { day, count: 1, cents, isDebited };
}

describe("the payout day, and the day after which the money cannot be reclaimed", () => {
  test.each([
    { about: "a plain week", debit: "2026-09-15", payout: "2026-09-18", safe: "2026-11-10" },
    { about: "over a weekend", debit: "2026-09-17", payout: "2026-09-22", safe: "2026-11-12" },
    { about: "German Unity Day is a business day", debit: "2028-10-02", payout: "2028-10-05", safe: "2028-11-27" },
    { about: "over Easter", debit: "2027-03-24", payout: "2027-03-31", safe: "2027-05-19" },
    { about: "the right ends at Easter", debit: "2027-01-29", payout: "2027-02-03", safe: "2027-03-30" },
    { about: "over Christmas", debit: "2026-12-23", payout: "2026-12-29", safe: "2027-02-17" },
    { about: "over the new year", debit: "2026-12-30", payout: "2027-01-05", safe: "2027-02-24" },
    { about: "over 1 May", debit: "2026-04-29", payout: "2026-05-05", safe: "2026-06-24" },
    { about: "the right ends on 1 May", debit: "2026-03-06", payout: "2026-03-11", safe: "2026-05-04" },
    { about: "the right ends on Christmas Day", debit: "2026-10-30", payout: "2026-11-04", safe: "2026-12-28" },
  ])("follow the TARGET calendar: $about", ({ debit, payout, safe }) => {
    expect(forecast([debits(debit)], typical, debit)).toEqual([
      { debitDay: debit, count: 1, cents: 10_000, payoutDay: payout, togetherCents: 10_000, safeDay: safe },
    ]);
  });

  test("are today, or the next TARGET day, if they are overdue", () => {
    const saturday = "2026-09-19";
    const [stuck] = forecast([debits("2026-09-14")], typical, saturday);
    expect(stuck).toMatchObject({ debitDay: "2026-09-21", payoutDay: "2026-09-24" });
    const [debited] = forecast([debits("2026-09-10", 10_000, true)], typical, saturday);
    expect(debited).toMatchObject({ debitDay: "2026-09-10", payoutDay: "2026-09-21" });
  });
});

test("sums the collections of a day in one line, and everything that has arrived by each payout day", () => {
  const lines = forecast(
    [debits("2026-09-16", 250), debits("2026-09-15", 100), debits("2026-09-15", 50, true)],
    typical,
    "2026-09-14",
  );
  expect(lines.map(({ debitDay, count, cents, togetherCents }) => [debitDay, count, cents, togetherCents])).toEqual([
    ["2026-09-15", 2, 150, 150],
    ["2026-09-16", 1, 250, 400],
  ]);
});

test("deducts the usual fees from what arrives, not from what is debited", () => {
  const habit = payoutHabit([], { paidTenths: 1_000_000, feeTenths: 14_000 });
  expect(forecast([debits("2026-09-15", 20_000)], habit, "2026-09-15")[0]).toMatchObject({
    cents: 20_000,
    togetherCents: 19_720,
  });
});

describe("the duration of a payout", () => {
  test("is the provider's timetable before the first payout", () => {
    expect(typical).toEqual({ days: TYPICAL_PAYOUT_DAYS, isMeasured: false });
  });

  test("is the median of the last payouts, counted by collections, in TARGET days", () => {
    const past = [
      { debitDay: "2027-03-22", arrivalDay: "2027-03-23", count: 2 },
      { debitDay: "2027-03-24", arrivalDay: "2027-03-30", count: 5 },
      { debitDay: "2027-04-05", arrivalDay: "2027-04-19", count: 1 },
    ];
    expect(payoutHabit(past, { paidTenths: 100, feeTenths: -3 })).toEqual({
      days: 2,
      isMeasured: true,
      fees: { paidTenths: 100, feeTenths: 0 },
    });
  });
});

test("loses no cent and keeps the order of days on the TARGET calendar, for any collections", () => {
  const anyDebits = fc.array(
    fc.record({
      day: fc.integer({ min: -40, max: 400 }).map((days) => addDays("2026-09-15", days)),
      count: fc.integer({ min: 1, max: 9 }),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      isDebited: fc.boolean(),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(anyDebits, fc.integer({ min: 0, max: 9 }), (list, days) => {
      const lines = forecast(list, { days, isMeasured: true }, "2026-09-15");
      const sum = list.reduce((total, one) => total + one.cents, 0);
      expect(lines.reduce((total, line) => total + line.cents, 0)).toBe(sum);
      for (const line of lines) {
        expect(isTargetDay(line.payoutDay) && isTargetDay(line.safeDay)).toBe(true);
        expect(line.payoutDay >= "2026-09-15" && line.payoutDay <= line.safeDay).toBe(true);
      }
      expect(lines.at(-1)?.togetherCents ?? 0).toBe(sum);
    }),
  );
});

test("counts TARGET days as it adds them", () => {
  expect(targetDaysBetween("2026-12-24", "2026-12-28")).toBe(1);
  expect(targetDaysBetween("2026-12-24", "2026-12-24")).toBe(0);
  expect(targetDaysBetween("2026-12-28", "2026-12-24")).toBe(0);
});
