import { db } from "@/lib/core/db";
import type { NoticeKind } from "@/lib/notices/types";
import type { Finding } from "../oracle/oracle";

/** Of the notices those that say that something between the product and its vendors is out of order. */
const ALARMS: NoticeKind[] = [
  "connection_lost",
  "subscription_broken",
  "books_unreadable",
  "books_list_unreadable",
  "booking_refused",
  "payout_unproven",
];

/** What still stands as broken in the product, of one supplier or of all, when at the vendors nothing is any more. */
export async function standingFindings(customerId?: string): Promise<Finding[]> {
  const notices = await db.notice.findMany({ where: { customerId, resolvedAt: null, kind: { in: ALARMS } } });
  const events = await db.inboxEvent.findMany({ where: { customerId: customerId ?? { not: null }, handledAt: null } });
  return [
    ...notices.map(({ kind, key }) => `the notice ${kind} stands without a cause (${key})`),
    ...events.map(({ eventId, error }) => `the event ${eventId} was not worked off: ${error ?? "never tried"}`),
  ].map((text) => ({ kind: "broken", text }));
}
