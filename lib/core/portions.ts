/** Rows deleted at a time: locks are short, however many have come together. */
export const PORTION = 5_000;

/**
 * Deletes again and again until fewer go than would fit into a portion.
 *
 * @returns how many in all
 */
export async function deleteInPortions(portion: number, deleteSome: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await deleteSome();
    sum += count;
    if (count < portion) return sum;
  }
}
