import { afterAll, expect, test } from "vitest";
import { simulate } from "./simulation";
import { SimulatedWorld } from "./world";

/**
 * The short form of the simulation: a few lives, each of some months. `npm run soak -- simulations` lives thousands.
 * What one of them finds becomes a test of its own at its cause: a seed is another life as soon as a command is added.
 */
const SEEDS = [306, 310];
/** A limit, not a wait: one that runs into it disturbs those behind it. */
const LIMIT_MS = 400_000;

const world = await SimulatedWorld.start();
afterAll(() => world.stop());

/** Webhooks of these lives, by their sender and what became of them on their way. */
const met = new Map<string, number>();

for (const seed of SEEDS)
  test(
    `life ${seed}: each debit once, none lost, every cent explained`,
    async () => {
      const { findings, story, webhooks } = await simulate(world, seed);
      expect(findings, story).toEqual([]);
      for (const [way, count] of Object.entries(webhooks)) met.set(way, (met.get(way) ?? 0) + count);
    },
    LIMIT_MS,
  );

test("webhooks of both vendors came in these lives, got lost, came late, came again, and came changed", () => {
  expect(met.size).toBe(2 * 5);
  expect([...met].filter(([, count]) => count === 0)).toEqual([]);
});

test(
  "a seed is the same life again",
  async () => {
    const [first, again] = [await simulate(world, 80_011), await simulate(world, 80_011)];
    expect(first.deaths).toBeGreaterThan(0);
    expect(again).toEqual(first);
  },
  LIMIT_MS,
);
