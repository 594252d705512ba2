import { afterAll, expect, test } from "vitest";
import { simulate } from "./simulation";
import { SimulatedWorld } from "./world";

/**
 * The short form of the simulation: a few lives, each of some months. `npm run soak -- simulations` lives thousands.
 * A seed that once found something stays here.
 */
/** 4: a payout made while GoCardless was disconnected was never read. */
const SEEDS = [4, 6];
/** A limit, not a wait: one that runs into it disturbs those behind it. */
const LIMIT_MS = 400_000;

const world = await SimulatedWorld.start();
afterAll(() => world.stop());

for (const seed of SEEDS)
  test(
    `life ${seed}: each debit once, none lost, every cent explained`,
    async () => {
      const { findings, story } = await simulate(world, seed);
      expect(findings, story).toEqual([]);
    },
    LIMIT_MS,
  );
