import { db } from "@/lib/core/db";
import { deleteInPortions, PORTION } from "@/lib/core/portions";

/**
 * The newest readings of each supplier stay, however old: screens tell of the last two, and the pulse is made of twenty, so a
 * sweep moves none.
 */
const KEPT_RUNS = 20;

/**
 * Throws away old readings of the books. There is one for each look, up to six an hour and supplier.
 *
 * @returns how many
 */
export async function sweepRuns(before: Date, portion = PORTION): Promise<number> {
  return await deleteInPortions(portion, () => sweepSome(before, portion));
}

/** Supplier by supplier along the index of their newest: what is kept is not read. */
async function sweepSome(before: Date, portion: number): Promise<number> {
  return await db.$executeRaw`
    DELETE FROM sync_runs WHERE (customer_id, id) IN (
      SELECT r.customer_id, r.id FROM customers c CROSS JOIN LATERAL (
        SELECT customer_id, id FROM sync_runs
        WHERE customer_id = c.id AND updated_at < ${before} AND updated_at < (
          SELECT updated_at FROM sync_runs WHERE customer_id = c.id
          ORDER BY updated_at DESC OFFSET ${KEPT_RUNS - 1} LIMIT 1
        )
        LIMIT ${portion}
      ) r LIMIT ${portion}
    )`;
}
