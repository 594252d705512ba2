import { db } from "@/lib/core/database/db";
import type { ComparedFeed } from "@/lib/core/prisma/enums";
import { COMPARED_VENDORS } from "./types";

/**
 * Returns, for each feed, the oldest last comparison among the connected suppliers. A supplier that was never compared
 * counts from the time it connected. Null if no supplier is connected.
 */
export async function oldestComparisons(): Promise<{ feed: ComparedFeed; at: Date | null }[]> {
  const feeds = Object.keys(COMPARED_VENDORS) as ComparedFeed[];
  return await Promise.all(
    feeds.map(async (feed) => {
      const [row] = await db.$queryRaw<{ at: Date | null }[]>`
        SELECT min(COALESCE(o.finished_at, c.connected_at)) AS at FROM connections c
        LEFT JOIN comparisons o ON o.customer_id = c.customer_id AND o.feed = ${feed}::compared_feed
        WHERE c.status = 'connected' AND c.type = ANY(${COMPARED_VENDORS[feed]})`;
      return { feed, at: row?.at ?? null };
    }),
  );
}
