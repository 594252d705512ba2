import { QUIET_SECONDS } from "@/lib/notices/types";

/** An alert waits at most this long after its first notice. */
const LONGEST_SECONDS = 120;
/** Minimum time between two alerts. */
export const BETWEEN_SECONDS = 300;

export interface AlertTimes {
  /** Business time, which the notices' own times use, too. */
  now: Date;
  /** Times of the notices that wait for an alert. */
  oldest: Date;
  newest: Date;
  /** Seconds since the supplier's last alert; undefined if it is long ago. */
  secondsSinceLast: number | undefined;
}

/** Returns how many seconds an alert still has to wait; 0 means now. */
export function secondsToWait({ now, oldest, newest, secondsSinceLast }: AlertTimes): number {
  const secondsAgo = (at: Date) => (now.getTime() - at.getTime()) / 1000;
  const quiet = Math.min(QUIET_SECONDS - secondsAgo(newest), LONGEST_SECONDS - secondsAgo(oldest));
  const between = secondsSinceLast === undefined ? 0 : BETWEEN_SECONDS - secondsSinceLast;
  // Limits the wait, because a sandbox calendar may be set back after a notice was raised.
  return Math.min(Math.max(Math.ceil(quiet), Math.ceil(between), 0), BETWEEN_SECONDS);
}
