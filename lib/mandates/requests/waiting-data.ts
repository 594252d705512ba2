import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";

export interface WaitingRequests {
  waiting: number;
  /** Those for which no mail was sent since the given day. */
  olderThanWeek: number;
}

/**
 * Returns the SQL that counts needed mandate requests; `isNeeded` in `rules` is the same for one row. A request is old
 * if nothing was sent for a week, so sending it again settles it. The statuses are literals, so that the planner can
 * use the partial indexes.
 */
export function waitingRequestsSql(customerId: CustomerId, weekAgo: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT count(*)::int AS waiting, (count(*) FILTER (
      WHERE GREATEST(r.created_at, r.sent_at, r.reminded_at) < ${weekAgo}
    ))::int AS "olderThanWeek"
    FROM mandate_requests r JOIN contacts c ON c.customer_id = ${customerId} AND c.id = r.contact_id
    WHERE r.customer_id = ${customerId} AND r.status IN ('pending', 'sent', 'opened', 'exited')
      AND NOT c.is_excluded AND NOT c.is_archived AND (
        EXISTS (
          SELECT 1 FROM invoices i
          WHERE i.customer_id = ${customerId} AND i.contact_id = c.id AND i.book_status = 'open' AND NOT i.is_archived
            AND i.outcome IN ('wait', 'request_mandate') AND i.reason NOT IN ('books_changed', 'payer_deceased')
        ) OR (r.invoice_id IS NULL AND NOT EXISTS (
          SELECT 1 FROM mandates m
          WHERE m.customer_id = ${customerId} AND m.contact_id IS NOT NULL
            AND (m.contact_id = c.id OR m.id = c.default_mandate_id) AND m.cancel_requested_at IS NULL
            AND m.status IN ('pending_customer_approval', 'pending_submission', 'submitted', 'active')
        ))
      )`;
}

export async function countWaitingRequests(customerId: CustomerId): Promise<number> {
  const [row] = await db.$queryRaw<[WaitingRequests]>(waitingRequestsSql(customerId, new Date(0)));
  return row.waiting;
}
