/** Batch size of deletions: locks stay short, however many rows there are. */
export const BATCH_SIZE = 5_000;

/**
 * Calls `deleteSome` until it deletes fewer rows than a full batch.
 *
 * @returns the number of deleted rows
 */
export async function deleteInBatches(batchSize: number, deleteSome: () => Promise<number>): Promise<number> {
  for (let sum = 0; ; ) {
    const count = await deleteSome();
    sum += count;
    if (count < batchSize) return sum;
  }
}
