/** Batch size of deletions: locks stay short, however many rows there are. */
export const PORTION = 5_000;

/**
 * Calls `deleteSome` until it deletes fewer rows than a full batch.
 *
 * @returns the number of deleted rows
 */
export async function deleteInBatches(portion: number, deleteSome: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await deleteSome();
    sum += count;
    if (count < portion) return sum;
  }
}
