import { db } from "@/lib/core/db";
import type { ComparedFeed } from "@/lib/core/prisma/enums";
import { COMPARED_VENDORS } from "./types";

/**
 * Of all suppliers connected now, the one whose last comparison lies back longest; of one that was never compared, since
 * when it is connected. Null where nobody is connected.
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
