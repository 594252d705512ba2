import { afterAll, expect, test } from "vitest";
import { type Run, simulate } from "./simulation";
import { SimulatedWorld } from "./world";

/**
 * The short form of the simulation: one run of two and a half months, with processes that die. `npm run soak --
 * simulations` executes thousands. A finding becomes a test of its own next to its cause, which names the seed. The seed
 * itself gives a different run as soon as a command is added.
 */
const SEED = 110_606;
/** A fixed first day: from before Easter and the night with an hour less until summer. */
const ON = "2026-03-02";
/** A limit, not a wait: a test that reaches it disturbs those after it. */
const LIMIT_MS = 400_000;

const world = await SimulatedWorld.start();
afterAll(() => world.stop());

let lived: Run | undefined;

test(
  `run ${SEED}: collects each invoice once, loses none and explains every cent`,
  async () => {
    lived = await simulate(world, SEED, ON);
    expect(lived.findings, lived.story).toEqual([]);
    expect(lived.deaths).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test("this run delivers webhooks of both vendors on time, late and twice, and loses and alters some", () => {
  const counts = Object.values(lived?.webhooks ?? {});
  expect(counts).toHaveLength(2 * 5);
  expect(counts).not.toContain(0);
});
