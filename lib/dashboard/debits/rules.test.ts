import { describe, expect, test } from "vitest";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { type DayOfDebits, debitsUnderWay, firstDayTold, moneyFigures, weeksOf } from "./rules";

const today = "2026-11-18";

function debits(day: string, status: CollectionStatus, cents: number, holdsInvoice = true): DayOfDebits {
  return { day, status, cents, count: 1, holdsInvoice };
}

describe("the dashboard's sums", () => {
  test("count what has not been paid out, and received money by the month of its charge date", () => {
    const rows = [
      debits("2026-11-20", "created", 90),
      debits("2026-11-20", "mandate_transferred", 10),
      debits("2026-11-17", "confirmed", 200),
      debits("2026-11-20", "submitted", 400, false),
      debits("2026-11-01", "paid_out", 1_000),
      debits("2026-10-31", "paid_out", 2_000),
      debits("2026-09-30", "paid_out", 4_000),
      debits("2026-11-10", "failed", 8_000, false),
    ];
    expect(moneyFigures(rows, today)).toEqual({
      onItsWay: { count: 3, cents: 300 },
      thisMonth: { count: 2, cents: 1_200 },
      lastMonth: { count: 1, cents: 2_000 },
    });
    expect(debitsUnderWay(rows).map(({ day, isDebited }) => [day, isDebited])).toEqual([
      ["2026-11-20", false],
      ["2026-11-20", false],
      ["2026-11-17", true],
    ]);
  });
});

describe("money by week", () => {
  test("counts in the week of its charge date, from Monday to Sunday", () => {
    const weeks = weeksOf(
      [
        debits("2026-11-16", "paid_out", 1),
        debits("2026-11-22", "created", 2),
        debits("2026-11-15", "charged_back", 4, false),
        debits("2026-11-23", "pending", 8),
        debits("2026-11-16", "cancelled", 16, false),
        debits("2025-11-16", "paid_out", 32),
      ],
      today,
    );
    expect(weeks).toHaveLength(12);
    expect(weeks.filter((week) => week.collected + week.due + week.returned > 0)).toEqual([
      { start: "2026-11-09", collected: 0, due: 0, returned: 4, isCurrent: false },
      { start: "2026-11-16", collected: 1, due: 2, returned: 0, isCurrent: true },
      { start: "2026-11-23", collected: 0, due: 8, returned: 0, isCurrent: false },
    ]);
  });

  test("is an empty list while there is no money", () => {
    expect(weeksOf([debits("2026-11-16", "cancelled", 16, false)], today)).toEqual([]);
  });
});

test.each([
  ["2026-11-18", "2026-09-28"],
  ["2026-03-31", "2026-02-01"],
  ["2027-01-01", "2026-11-09"],
])("on %s the dashboard covers settled collections since %s: eight weeks, or the whole month before", (day, first) => {
  expect(firstDayTold(day)).toBe(first);
});
