import { db } from "@/lib/core/db";
import { deleteInPortions, PORTION } from "@/lib/core/portions";

/**
 * Throws away old events: those that were worked off, and those of organisations that nobody has connected. What waits to
 * be worked off stays, however old.
 *
 * @returns how many
 */
export async function sweepEvents(before: Date, portion = PORTION): Promise<number> {
  return await deleteInPortions(portion, () => sweepSome(before, portion));
}

/** Along the ids, which are in the order in which events came. */
async function sweepSome(before: Date, portion: number): Promise<number> {
  return await db.$executeRaw`
    DELETE FROM inbox_events WHERE id IN (
      SELECT id FROM inbox_events
      WHERE received_at < ${before} AND (handled_at IS NOT NULL OR customer_id IS NULL)
      ORDER BY id LIMIT ${portion}
    )`;
}
