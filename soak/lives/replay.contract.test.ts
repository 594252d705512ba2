import { afterAll, expect, test } from "vitest";
import { simulate } from "./simulation";
import { SimulatedWorld } from "./world";

const SEED = 110_606;
/** A fixed first day: from before Easter and the night with an hour less until summer. */
const ON = "2026-03-02";
/** A limit, not a wait: a test that reaches it disturbs those after it. */
const LIMIT_MS = 400_000;

const world = await SimulatedWorld.start();
afterAll(() => world.stop());

test(
  "a seed replays the same run, so that a finding can be looked at again",
  async () => {
    const lived = await simulate(world, SEED, ON);
    expect(lived.deaths).toBeGreaterThan(0);
    expect(await simulate(world, SEED, ON)).toEqual(lived);
  },
  LIMIT_MS,
);
