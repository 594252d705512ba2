import { afterAll, expect, test } from "vitest";
import { type Run, simulate } from "./simulation";
import { SimulatedWorld } from "./world";

/**
 * The short form of the simulation: a few lives, each of some months. `npm run soak -- simulations` lives thousands.
 * What one of them finds becomes a test of its own at its cause, which names the life: a seed is another one as soon as a command
 * is added.
 */
const SEEDS = [110_528, 110_551];
/** The same lives on every day: from before Easter, and the night that has an hour less, to summer. */
const ON = "2026-03-02";
/** One of them, with processes that die, is lived again. */
const AGAIN = 110_551;
/** A limit, not a wait: one that runs into it disturbs those behind it. */
const LIMIT_MS = 400_000;

const world = await SimulatedWorld.start();
afterAll(() => world.stop());

/** These lives, as they were lived first. */
const lived = new Map<number, Run>();

for (const seed of SEEDS)
  test(
    `life ${seed}: each debit once, none lost, every cent explained`,
    async () => {
      const run = await simulate(world, seed, ON);
      expect(run.findings, run.story).toEqual([]);
      lived.set(seed, run);
    },
    LIMIT_MS,
  );

test("webhooks of both vendors came in these lives, got lost, came late, came again, and came changed", () => {
  const met = [...lived.values()].map(({ webhooks }) => webhooks);
  const ways = Object.keys(met[0] ?? {});
  expect(ways).toHaveLength(2 * 5);
  expect(ways.filter((way) => met.every((webhooks) => !webhooks[way]))).toEqual([]);
});

test(
  "a seed is the same life again",
  async () => {
    const first = lived.get(AGAIN);
    expect(first?.deaths).toBeGreaterThan(0);
    expect(await simulate(world, AGAIN, ON)).toEqual(first);
  },
  LIMIT_MS,
);
