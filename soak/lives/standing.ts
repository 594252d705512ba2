import { db } from "@/lib/core/database/db";
import type { NoticeKind } from "@/lib/notices/types";
import type { Finding } from "../oracle/oracle";

/** Kinds of notices that report a fault between the product and its vendors. */
const ALARMS: NoticeKind[] = [
  "connection_lost",
  "subscription_broken",
  "books_unreadable",
  "books_list_unreadable",
  "booking_refused",
  "payout_unproven",
];

/** Finds open alarms and unprocessed events, of one supplier or of all, after every fault at the vendors has ended. */
export async function standingFindings(customerId?: string): Promise<Finding[]> {
  const notices = await db.notice.findMany({ where: { customerId, resolvedAt: null, kind: { in: ALARMS } } });
  const events = await db.inboxEvent.findMany({ where: { customerId: customerId ?? { not: null }, handledAt: null } });
  return [
    ...notices.map(({ kind, key }) => `the notice ${kind} stands without a cause (${key})`),
    ...events.map(({ eventId, error }) => `the event ${eventId} was not worked off: ${error ?? "never tried"}`),
  ].map((text) => ({ kind: "broken", text }));
}
