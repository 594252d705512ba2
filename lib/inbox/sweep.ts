import { db } from "@/lib/core/db";
import { deleteInPortions, PORTION } from "@/lib/core/portions";

/** No vendor tells an event again after that long, and nothing here looks further back than thirteen months. */
const KEPT_MS = 400 * 86_400_000;

/**
 * Throws away old events: those that were worked off, and those of organisations that nobody has connected. What waits to
 * be worked off stays, however old.
 *
 * @returns how many
 */
export async function sweepEvents(at: Date, portion = PORTION): Promise<number> {
  const before = new Date(at.getTime() - KEPT_MS);
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
