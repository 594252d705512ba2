import { BATCH_SIZE, deleteInBatches } from "@/lib/core/database/batches";
import { db } from "@/lib/core/database/db";

/**
 * The newest sync runs of each supplier stay, whatever their age. Screens show the last two, and the change poll is
 * computed from twenty, so that a cleanup changes neither.
 */
const KEPT_RUNS = 20;

/**
 * Deletes old sync runs. Every sync leaves one, up to six an hour and supplier.
 *
 * @returns how many
 */
export async function sweepRuns(before: Date, batchSize = BATCH_SIZE): Promise<number> {
  return await deleteInBatches(batchSize, () => sweepSome(before, batchSize));
}

/** Deletes one batch, supplier by supplier along an index, so that rows that stay are not read. */
async function sweepSome(before: Date, batchSize: number): Promise<number> {
  return await db.$executeRaw`
    DELETE FROM sync_runs WHERE (customer_id, id) IN (
      SELECT r.customer_id, r.id FROM customers c CROSS JOIN LATERAL (
        SELECT customer_id, id FROM sync_runs
        WHERE customer_id = c.id AND updated_at < ${before} AND updated_at < (
          SELECT updated_at FROM sync_runs WHERE customer_id = c.id
          ORDER BY updated_at DESC OFFSET ${KEPT_RUNS - 1} LIMIT 1
        )
        LIMIT ${batchSize}
      ) r LIMIT ${batchSize}
    )`;
}
