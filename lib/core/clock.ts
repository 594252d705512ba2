import { type Day, dayOf } from "./dates";
import { env } from "./env";

/**
 * Business time. In live mode it is the machine's time; against sandboxes it follows the time source CLOCK_URL,
 * so that a moved sandbox calendar and our dates agree. Entry points (routes, pages, jobs) call `refreshClock`
 * once; everything below reads `now()` and `today()`.
 */
let offsetMs = 0;
let readAt = 0;

const FRESH_MS = 200;
const TIMEOUT_MS = 2_000;

/** @param freshMs how old the last look at the time source may be; a simulation that has just moved it looks again */
export async function refreshClock(freshMs = FRESH_MS): Promise<void> {
  const url = env().CLOCK_URL;
  if (!url || Date.now() - readAt < freshMs) return;
  const askedAt = Date.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: "no-store" }).catch(
    () => undefined,
  );
  // An unreachable time source leaves the last known offset: a wrong jump back to today would be worse.
  if (!response?.ok) return;
  const body = (await response.json()) as { now: string };
  readAt = Date.now();
  // It was read half way: taken for the time of arrival, a slow answer would set us back by all it took.
  offsetMs = Date.parse(body.now) - (askedAt + readAt) / 2;
}

export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** Today in Germany. */
export function today(): Day {
  return dayOf(now());
}
