import { trustedCustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import type { Prisma, Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { QUIET_SECONDS } from "./alert-rules";

/** What the supplier has to know; `kind` has its text in messages/ under `notices`. */
export type NoticeKind =
  | "connection_lost"
  | "sign_in_lost"
  | "collection_failed"
  | "collection_returned"
  | "paid_elsewhere"
  | "amount_changed_late"
  | "payout_unproven"
  | "payout_bounced"
  | "booking_refused"
  | "books_unreadable"
  | "books_list_unreadable"
  | "contact_without_email"
  | "mail_unknown"
  | "mail_refused"
  | "duplicate_payment"
  | "subscription_broken"
  | "mandate_lost"
  | "mandate_transferred";

export interface NewNotice {
  /** One notice per cause: raising it again changes what it says and opens it again, it does not add one. */
  key: string;
  kind: NoticeKind;
  data?: Prisma.InputJsonObject;
}

/**
 * Kinds that lose money, or let work lie, while nobody looks: told by mail at once, not only on the dashboard and in the
 * digest.
 * A notice is told once; when its cause has gone and comes back, or turns out to be a graver one, that is told again.
 */
export const ALERT_KINDS: NoticeKind[] = [
  "connection_lost",
  "sign_in_lost",
  "collection_failed",
  "collection_returned",
  "paid_elsewhere",
  "amount_changed_late",
  "payout_unproven",
  "payout_bounced",
  "duplicate_payment",
];

export async function raiseNotice(tx: Tx, customerId: string, notice: NewNotice): Promise<void> {
  const data = notice.data ?? {};
  const { key, kind } = notice;
  // One that comes back after it was resolved counts from today, not from its first time.
  await tx.notice.updateMany({ where: { customerId, key, resolvedAt: { not: null } }, data: { createdAt: now() } });
  await tx.notice.updateMany({ where: { customerId, key, kind: { not: kind } }, data: { alertedAt: null } });
  const row = await tx.notice.upsert({
    where: { customerId_key: { customerId, key } },
    create: { customerId, id: newId("notice"), key, kind, data, createdAt: now() },
    update: { kind, data, resolvedAt: null },
  });
  if (ALERT_KINDS.includes(kind) && !row.alertedAt)
    await enqueue(
      tx,
      jobs.sendAlerts,
      { customerId: trustedCustomerId.parse(customerId) },
      { startAfterSeconds: QUIET_SECONDS },
    );
}

/** What the supplier only has to know, and may lay aside; everything else goes when its cause is gone. */
export const DISMISSIBLE: NoticeKind[] = [
  "paid_elsewhere",
  "amount_changed_late",
  "duplicate_payment",
  "mail_unknown",
  "mail_refused",
  "sign_in_lost",
  "mandate_lost",
  "mandate_transferred",
  "payout_bounced",
];

/** Lays aside all notices of a kind; one of the others stays. */
export async function dismissNotices(tx: Tx, customerId: string, kind: string): Promise<void> {
  if (!DISMISSIBLE.includes(kind as NoticeKind)) return;
  await tx.notice.updateMany({ where: { customerId, kind, resolvedAt: null }, data: { resolvedAt: new Date() } });
}

/** What of books has a form we do not know: one thing, or the list of what is open. */
export const UNREADABLE_KINDS: NoticeKind[] = ["books_unreadable", "books_list_unreadable"];

/** Of something in books that has a form we do not know, by the books' id of it; without one the start of all such keys. */
export function unreadableKey(type: string, what?: "document" | "contact" | "list", externalId = ""): string {
  return `unreadable:${type}:${what ? `${what}:${externalId}` : ""}`;
}

/** Resolving what is not there, or is resolved, changes nothing; should it come back, it is news again. */
export async function resolveNotice(tx: Tx, customerId: string, key: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE notices SET resolved_at = COALESCE(resolved_at, now()), alerted_at = NULL
    WHERE customer_id = ${customerId} AND key = ${key} AND (resolved_at IS NULL OR alerted_at IS NOT NULL)`;
}
