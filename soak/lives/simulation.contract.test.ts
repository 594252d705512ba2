import { afterAll, expect, test } from "vitest";
import { type Run, simulate } from "./simulation";
import { SimulatedWorld } from "./world";

/**
 * The short form of the simulation: a life of two months and a half, with processes that die, lived twice. `npm run soak -- simulations`
 * lives thousands. What one of them finds becomes a test of its own at its cause, which names the life: a seed is another one
 * as soon as a command is added.
 */
const SEED = 110_606;
/** The same life on every day: from before Easter, and the night that has an hour less, to summer. */
const ON = "2026-03-02";
/** A limit, not a wait: one that runs into it disturbs those behind it. */
const LIMIT_MS = 400_000;

const world = await SimulatedWorld.start();
afterAll(() => world.stop());

let lived: Run | undefined;

test(
  `life ${SEED}: each debit once, none lost, every cent explained`,
  async () => {
    lived = await simulate(world, SEED, ON);
    expect(lived.findings, lived.story).toEqual([]);
    expect(lived.deaths).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test("webhooks of both vendors came in this life, got lost, came late, came again, and came changed", () => {
  const counts = Object.values(lived?.webhooks ?? {});
  expect(counts).toHaveLength(2 * 5);
  expect(counts).not.toContain(0);
});

test("a seed is the same life again", async () => expect(await simulate(world, SEED, ON)).toEqual(lived), LIMIT_MS);
