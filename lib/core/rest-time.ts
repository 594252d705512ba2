/** Before so many are done their pace says little. */
const MEASURABLE = 5;

/** Whole minutes that the rest will take at the pace so far, at least one; undefined where that cannot be said (yet). */
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
