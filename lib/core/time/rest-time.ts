/** The number of finished items from which on their pace is meaningful. */
const MEASURABLE = 5;

/**
 * Returns the whole minutes that the rest will take at the present pace, at least 1; undefined if there is no estimate.
 */
export function minutesLeft({
  done,
  total,
  elapsedMs,
}: {
  done: number;
  total: number;
  elapsedMs: number;
}): number | undefined {
  if (done < MEASURABLE || total <= done || elapsedMs <= 0) return undefined;
  return Math.max(1, Math.round(((elapsedMs / done) * (total - done)) / 60_000));
}
