/** An alert waits until nothing new has come for so long, so that what one sync brings is one mail … */
export const QUIET_SECONDS = 5;
/** … but never longer than this after the first … */
const LONGEST_SECONDS = 120;
/** … and not sooner than this after the one before. */
export const BETWEEN_SECONDS = 300;

export interface AlertTimes {
  /** Business time, as the notices' own. */
  now: Date;
  /** Of the notices that wait to be told. */
  oldest: Date;
  newest: Date;
  /** Since the supplier's people were told something; undefined if that is long ago. */
  secondsSinceLast: number | undefined;
}

/** How many seconds are left to wait before what has come is told; 0: now. */
export function secondsToWait({ now, oldest, newest, secondsSinceLast }: AlertTimes): number {
  const secondsAgo = (at: Date) => (now.getTime() - at.getTime()) / 1000;
  const quiet = Math.min(QUIET_SECONDS - secondsAgo(newest), LONGEST_SECONDS - secondsAgo(oldest));
  const between = secondsSinceLast === undefined ? 0 : BETWEEN_SECONDS - secondsSinceLast;
  // A calendar that was set back must not keep an alert for longer than the rule.
  return Math.min(Math.max(Math.ceil(quiet), Math.ceil(between), 0), BETWEEN_SECONDS);
}
