import { expect, test } from "vitest";
import { CHECKS_PACE, hoursBetweenReadings, isTurn, spreadOverRound } from "./check-rules";

const ids = (count: number) => Array.from({ length: count }, (_, i) => `cus_${i}`);

test("up to ten thousand suppliers are read every hour, a hundred thousand every ten hours", () => {
  expect([0, 1, 10_000, 10_001, 100_000].map(hoursBetweenReadings)).toEqual([1, 1, 1, 2, 10]);
});

test("each quiet supplier is read exactly once in its period, and each hour reads about the same number", () => {
  const hours = Array.from({ length: 10 }, (_, hour) => new Date(Date.UTC(2026, 10, 30, hour, 7)));
  const turns = ids(2_000).map((id) => hours.filter((at) => isTurn(id, at, 10, at)).length);
  expect(new Set(turns)).toEqual(new Set([1]));
  const perHour = hours.map((at) => ids(2_000).filter((id) => isTurn(id, at, 10, at)).length);
  expect(Math.min(...perHour)).toBeGreaterThan(140);
  expect(Math.max(...perHour)).toBeLessThan(260);
});

test("a supplier whose hour was missed is read after two periods at the latest", () => {
  const last = new Date("2026-11-30T07:00:00Z");
  const other = ids(20).filter(
    (id) => !isTurn(id, new Date("2026-12-01T03:01:00Z"), 10, new Date("2026-12-01T03:00:00Z")),
  );
  expect(other.length).toBeGreaterThan(10);
  for (const id of other) expect(isTurn(id, new Date("2026-12-01T03:01:00Z"), 10, last)).toBe(true);
});

test("the checks of an hour start within fifty minutes, each supplier once, and few start at once", () => {
  const suppliers = ids(100_000);
  const groups = spreadOverRound(suppliers);
  expect(groups.flatMap(({ group }) => group)).toEqual(suppliers);
  expect(groups.at(-1)?.startAfterSeconds).toBeLessThan(50 * 60);
  expect(spreadOverRound(ids(150))).toEqual([{ startAfterSeconds: 0, group: ids(150) }]);
  expect(spreadOverRound(ids(1_000)).at(-1)?.startAfterSeconds).toBe(40);
  expect(spreadOverRound([])).toEqual([]);
});

test("checks leave GoCardless' limit of a thousand calls a minute to debits by four tenths", () => {
  expect(60_000 / CHECKS_PACE.intervalMs + CHECKS_PACE.burst).toBeLessThan(1_000 * 0.65);
});
