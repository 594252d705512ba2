import { BATCH_SIZE, deleteInBatches } from "@/lib/core/database/batches";
import { db } from "@/lib/core/database/db";

/**
 * Deletes old events: handled ones, and those of organisations that no supplier has connected. Events that wait to be
 * handled stay, however old they are.
 *
 * @returns how many were deleted
 */
export async function sweepEvents(before: Date, batchSize = BATCH_SIZE): Promise<number> {
  return await deleteInBatches(batchSize, () => sweepSome(before, batchSize));
}

/** Deletes in the order of the ids, which is the order of arrival. */
async function sweepSome(before: Date, batchSize: number): Promise<number> {
  return await db.$executeRaw`
    DELETE FROM inbox_events WHERE id IN (
      SELECT id FROM inbox_events
      WHERE received_at < ${before} AND (handled_at IS NOT NULL OR customer_id IS NULL)
      ORDER BY id LIMIT ${batchSize}
    )`;
}
