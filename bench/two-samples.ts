export interface TwoSamples {
  /** How often a value of the first sample is the larger one of a random pair; 0.5 means no difference. */
  larger: number;
  /**
   * Probability of a difference at least this large if there is none (Mann-Whitney, normal approximation, two-sided).
   */
  p: number;
  medians: [number, number];
}

/** Compares two samples by rank: without an assumption about their shape, and without more weight for outliers. */
export function compareSamples(first: number[], second: number[]): TwoSamples {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  const rankSum = all.reduce((sum, entry, index) => sum + (entry.isFirst ? index + 1 : 0), 0);
  const [n, m] = [first.length, second.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return { larger: u / (n * m), p: 2 * (1 - normal(Math.abs(z))), medians: [median(first), median(second)] };
}

/** Returns the value below which this share of the values is. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the standard normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduce((total, coefficient, index) => total + coefficient * t ** (index + 1), 0);
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}
