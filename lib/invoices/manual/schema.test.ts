import { describe, expect, test } from "vitest";
import { toAppError } from "@/lib/http/refusals/problem";
import { syncRequest } from "@/lib/invoices/range/schema";
import { dateRange } from "./schema";

describe("a range of days", () => {
  test.each([
    ["2026-01-01", "2026-01-31"],
    ["2026-02-28", "2026-02-28"],
    ["2025-01-01", "2027-01-01"],
  ])("is accepted from %s to %s", (dateFrom, dateTo) => {
    expect(dateRange.parse({ dateFrom, dateTo })).toEqual({ from: dateFrom, to: dateTo });
  });

  test.each([
    [undefined, undefined, ["dateFrom", "dateTo"]],
    ["2026-01-01", undefined, ["dateTo"]],
    [undefined, "2026-01-01", ["dateFrom"]],
    ["2026-02-01", "2026-01-31", ["dateFrom", "dateTo"]],
    ["2020-01-01", "2026-01-31", ["dateFrom", "dateTo"]],
    ["2026-02-30", "2026-03-01", ["dateFrom"]],
    ["2026-02-01", "1.3.2026", ["dateTo"]],
    ["2026-02-30", undefined, ["dateFrom", "dateTo"]],
  ])("is refused from %s to %s with an error in these fields: %j", (dateFrom, dateTo, fields) => {
    const refusal = toAppError(dateRange.safeParse({ dateFrom, dateTo }).error);
    expect(refusal).toMatchObject({ code: "date_range_required", status: 422 });
    expect(refusal.fields.map(({ field }) => field)).toEqual(fields);
  });

  test.each([
    [{ from: "2026-01-01" }, ["to"]],
    [{ to: "2026-01-01" }, ["from"]],
    [{ from: "2026-02-01", to: "2026-01-31" }, ["from", "to"]],
    [{ from: "2026-02-01", to: "2026-02-30" }, ["to"]],
  ])("is refused for a sync of %j with an error in these fields: %j", (range, fields) => {
    const refusal = toAppError(syncRequest.safeParse(range).error);
    expect(refusal).toMatchObject({ code: "date_range_required" });
    expect(refusal.fields.map(({ field }) => field)).toEqual(fields);
  });

  test.each(["2026-02-30", "01.02.2026", "=1+1", "2026-1-1", ""])("is refused if an end is '%s'", (day) => {
    expect(dateRange.safeParse({ dateFrom: day, dateTo: "2026-12-31" }).success).toBe(false);
  });
});
