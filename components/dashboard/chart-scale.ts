/** Returns the amount at the top of a chart's axis: the first round one from the largest bar on, in whole euros. */
export function axisTop(largestCents: number): number {
  const euros = Math.max(largestCents / 100, 1);
  const power = 10 ** Math.floor(Math.log10(euros));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= euros) ?? 10;
  // One euro cannot be halved into whole euros.
  return Math.max(step * power, 2) * 100;
}
