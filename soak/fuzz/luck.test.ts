import fc from "fast-check";
import { expect, test } from "vitest";
import { Luck } from "./luck";

const DRAWS = 20_000;
const ANY = fc.noBias(fc.nat());
const drawsOf = (seed: number) => {
  const luck = new Luck(seed);
  return Array.from({ length: DRAWS }, () => luck.one(ANY));
};

test.each([1, 6, 13, 77, 299, 4_294_967_295])(
  "a run with the seed %i keeps drawing new values as long as it lasts",
  (seed) => {
    // Hardly any two of that many draws are equal; a generator that has come full circle repeats them all.
    expect(new Set(drawsOf(seed)).size).toBeGreaterThan(DRAWS - 20);
  },
);

test("the same seed repeats the run, and the next seed gives another", () => {
  const [first, again, next] = [drawsOf(6), drawsOf(6), new Set(drawsOf(7))];
  expect(again).toEqual(first);
  expect(first.filter((draw) => next.has(draw)).length).toBeLessThan(20);
});
