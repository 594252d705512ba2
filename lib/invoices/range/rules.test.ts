import { expect, test } from "vitest";
import { type RangeProblem, rangeProblem } from "./rules";

test.each<[string | undefined, string | undefined, RangeProblem | undefined]>([
  ["2026-11-01", "2026-11-30", undefined],
  ["2026-11-01", "2026-11-01", undefined],
  ["2024-01-01", "2026-01-01", undefined],
  [undefined, "2026-11-30", { end: "from", why: "missing" }],
  ["", "", { end: "from", why: "missing" }],
  ["2026-02-30", "2026-11-30", { end: "from", why: "missing" }],
  ["2026-11-01", undefined, { end: "to", why: "missing" }],
  ["2026-11-30", "2026-11-01", { end: "to", why: "reversed" }],
  ["2024-01-01", "2026-01-02", { end: "to", why: "tooLong" }],
])("finds the problem, if any, of the range from %j to %j", (dateFrom, dateTo, problem) => {
  expect(rangeProblem({ dateFrom, dateTo })).toEqual(problem);
});
