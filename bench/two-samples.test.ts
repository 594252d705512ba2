import { describe, expect, test } from "vitest";
import { compareSamples } from "./two-samples";

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, i) => from + i * step);

describe("two samples", () => {
  test("that interleave show no difference", () => {
    const { larger, p } = compareSamples(range(0, 200, 2), range(1, 201, 2));
    expect(larger).toBeCloseTo(0.495, 3);
    expect(p).toBeGreaterThan(0.8);
  });

  test("of which one is always larger show a difference", () => {
    const { larger, p } = compareSamples(range(100, 200), range(0, 100));
    expect(larger).toBe(1);
    expect(p).toBeLessThan(1e-6);
  });

  test("give the result of a known case: U = 23 of 5 x 5", () => {
    const { larger, p } = compareSamples([7, 8, 9, 10, 3.5], [1, 2, 3, 4, 5]);
    expect(larger).toBeCloseTo(23 / 25, 10);
    expect(p).toBeCloseTo(0.0283, 3);
  });
});
