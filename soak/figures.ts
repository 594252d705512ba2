/** One column of the table that `npm run soak` prints. */
export interface Figure {
  name: string;
  value: number;
  /** What the value has to be; without it the figure only says how much was done. */
  bound?: { atLeast: number } | { atMost: number };
  unit?: string;
}

/** A proof runs for a while and gives its columns. */
export type Proof = (options: Record<string, string>) => Promise<Figure[]>;

export function holds({ value, bound }: Figure): boolean {
  if (!bound) return true;
  return "atLeast" in bound ? value >= bound.atLeast : value <= bound.atMost;
}

/** The figure, its bound, and a mark where it is broken. */
export function show(figures: Figure[]): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures
    .map((figure) => {
      const { name, value, bound, unit = "" } = figure;
      const wanted = bound ? ("atLeast" in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`) : "";
      const shown = `${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`;
      return `  ${name.padEnd(width)}  ${shown.padStart(10)}  ${wanted}${holds(figure) ? "" : "  BROKEN"}`;
    })
    .join("\n");
}
