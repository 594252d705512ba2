import { env } from "@/lib/core/env";
import { type Day, dayOf } from "./dates";

/**
 * Business time. In live mode it is the machine's time. In sandbox mode it follows the time source CLOCK_URL, so that
 * our dates match the sandbox calendar after it was moved. Entry points (routes, pages, jobs) call `refreshClock` once;
 * all other code reads `now()` and `today()`.
 */
let offsetMs = 0;
let readAt = 0;

const FRESH_MS = 200;
const TIMEOUT_MS = 2_000;

/**
 * Reads the offset from the time source, unless it was read less than `freshMs` ago. A simulation that has just moved
 * the calendar passes a smaller value. A failed read keeps the last offset.
 */
export async function refreshClock(freshMs = FRESH_MS): Promise<void> {
  const url = env().CLOCK_URL;
  if (!url || Date.now() - readAt < freshMs) return;
  const askedAt = Date.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store" }).catch(
    () => undefined,
  );
  // An unreachable time source keeps the last known offset: a jump back to the machine's date would do more harm.
  if (!response?.ok) return;
  const body = (await response.json()) as { now: string };
  readAt = Date.now();
  // Uses the middle of the request: with the arrival time, a slow answer would set the clock back by its delay.
  offsetMs = Date.parse(body.now) - (askedAt + readAt) / 2;
}

export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Returns today's date in Germany. */
export function today(): Day {
  return dayOf(now());
}
