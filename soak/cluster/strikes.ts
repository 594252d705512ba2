import { setTimeout as wait } from "node:timers/promises";
import type { Chance } from "../chance";
import { TTL_SECONDS } from "./database";
import type { Clustered } from "./installation";

/** A host is back after its lease has ended, and a standby was promoted. */
const DOWN_MS = (TTL_SECONDS + 10) * 1_000;
const SHORT_DOWN_MS = 3_000;
const FROZEN_REPLICATION_MS = 4_000;

export interface Strike {
  /** Resolves when it has happened; to a time (`performance.now()`) if it began later than it was called. */
  strike(place: Clustered, chance: Chance): Promise<unknown>;
  /** How often a whole run does it. */
  count: number;
}

/** The strikes at the machines of an installation, by name. */
export const STRIKES = {
  "node kill": {
    count: 20,
    strike: async ({ database }) => await (await database.primary()).kill(DOWN_MS),
  },
  "postmaster kill": {
    count: 3,
    strike: async ({ database }) => (await database.primary()).killServer(),
  },
  switchover: {
    count: 3,
    strike: async ({ database }) => await database.switchOver(),
  },
  "standby kill": {
    count: 3,
    strike: async ({ database }, chance) => await chance.pick(await database.standbys()).kill(SHORT_DOWN_MS),
  },
  "replication frozen, then node kill": {
    count: 2,
    strike: async ({ database }) => {
      const primary = await database.primary();
      primary.freezeReplication();
      await wait(FROZEN_REPLICATION_MS);
      const startedAt = performance.now();
      await primary.kill(DOWN_MS);
      return startedAt;
    },
  },
  /** The host vanishes without a word: no connection is closed, and nothing comes any more. It is dead when it is found. */
  "black hole": {
    count: 2,
    strike: async ({ database }) => {
      const primary = await database.primary();
      primary.freeze();
      void wait(DOWN_MS + 30_000).then(() => primary.kill(0));
    },
  },
  "web kill": {
    count: 3,
    strike: async ({ webs }, chance) => await chance.pick(webs).kill(),
  },
  "worker kill": {
    count: 3,
    strike: async ({ workers }, chance) => await chance.pick(workers).kill(),
  },
} satisfies Record<string, Strike>;

export type StrikeName = keyof typeof STRIKES;

/** The strikes of a short run: one of each that needs no lease to end, and one node. */
export const SHORT: StrikeName[] = ["worker kill", "web kill", "standby kill", "switchover", "node kill"];
