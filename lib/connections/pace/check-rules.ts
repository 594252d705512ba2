import { createHash } from "node:crypto";
import type { Pace } from "@/lib/providers/accounting/port";

/**
 * Calls of checks, for all suppliers and processes together. GoCardless may count 1,000 calls a minute for the whole app:
 * what is left belongs to debits and people, who never wait for this share.
 */
export const CHECKS_PACE: Pace = { intervalMs: 100, burst: 20 };

/** So many suppliers without open business are read each hour; the limit of calls leaves the rest to the busy ones. */
const QUIET_PER_HOUR = 10_000;
const HOUR_MS = 3_600_000;

/** Returns every how many hours a supplier without open business is read, in an installation with this many suppliers. */
export function hoursBetweenReadings(suppliers: number): number {
  return Math.max(1, Math.ceil(suppliers / QUIET_PER_HOUR));
}

/**
 * True if a supplier who is read every `hours` hours is to be read in the hour of `at`. Each hour has the same share of
 * suppliers. One whose hour was missed is read after twice that time at the latest.
 */
export function isTurn(customerId: string, at: Date, hours: number, last: Date): boolean {
  const place = createHash("sha256").update(customerId).digest().readUInt32BE();
  const isHour = (Math.floor(at.getTime() / HOUR_MS) + place) % hours === 0;
  return isHour || at.getTime() - last.getTime() > 2 * hours * HOUR_MS;
}

/** All checks of an hour start within this time. */
const ROUND_SECONDS = 50 * 60;
/** A smaller installation is checked at this pace, so that it does not wait for nothing. */
const LEAST_A_SECOND = 20;
const STEP_SECONDS = 10;

/** Returns suppliers in groups that start one after the other, evenly over the round. */
export function spreadOverRound<T>(suppliers: T[]): { startAfterSeconds: number; group: T[] }[] {
  const size = STEP_SECONDS * Math.max(LEAST_A_SECOND, Math.ceil(suppliers.length / ROUND_SECONDS));
  return Array.from({ length: Math.ceil(suppliers.length / size) }, (_, step) => ({
    startAfterSeconds: step * STEP_SECONDS,
    group: suppliers.slice(step * size, (step + 1) * size),
  }));
}
