import { expect, test } from "vitest";
import { axisTop } from "./chart-scale";

test.each([
  [0, 200],
  [199, 200],
  [1_310_100, 2_000_000],
  [2_000_000, 2_000_000],
  [2_000_001, 4_000_000],
  [9_100_000, 10_000_000],
  [95, 200],
])("the axis over %d cents ends at %d cents, of which half is a whole euro", (largest, top) => {
  expect(axisTop(largest)).toBe(top);
  expect((top / 2) % 100).toBe(0);
});
