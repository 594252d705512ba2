import { describe, expect, test } from "vitest";
import { toAppError } from "@/lib/http/problem";
import { dateRange } from "./transfer-schema";

describe("the range of days", () => {
  test.each([
    ["2026-01-01", "2026-01-31"],
    ["2026-02-28", "2026-02-28"],
    ["2025-01-01", "2027-01-01"],
  ])("%s to %s is one", (dateFrom, dateTo) => {
    expect(dateRange.parse({ dateFrom, dateTo })).toEqual({ from: dateFrom, to: dateTo });
  });

  test.each([
    [undefined, undefined],
    ["2026-01-01", undefined],
    [undefined, "2026-01-01"],
    ["2026-02-01", "2026-01-31"],
    ["2020-01-01", "2026-01-31"],
  ])("%s to %s is refused, and asked for", (dateFrom, dateTo) => {
    const { error } = dateRange.safeParse({ dateFrom, dateTo });
    expect(toAppError(error)).toMatchObject({ code: "date_range_required", status: 422 });
  });

  test.each(["2026-02-30", "01.02.2026", "=1+1", "2026-1-1", ""])("'%s' is no day", (day) => {
    expect(dateRange.safeParse({ dateFrom: day, dateTo: "2026-12-31" }).success).toBe(false);
  });
});
