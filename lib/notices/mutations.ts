import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import type { Prisma, Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import type { NoticeKind } from "./types";
import { QUIET_SECONDS } from "./types";

export interface NewNotice {
  /** Identifies the cause. Raising the same key again updates and reopens the notice instead of adding one. */
  key: string;
  kind: NoticeKind;
  /** Values for the notice's text; with `invoiceId` the invoice's page shows the notice, too. */
  data?: Prisma.InputJsonObject & { invoiceId?: string };
}

/**
 * Kinds that lose money or leave work undone until somebody acts. They are alerted by mail at once, in addition to
 * dashboard and digest. A notice is alerted once; again if its cause was resolved and recurs, or becomes a graver one.
 */
export const ALERT_KINDS: NoticeKind[] = [
  "connection_lost",
  "sign_in_lost",
  "collection_failed",
  "collection_returned",
  "paid_elsewhere",
  "amount_changed_late",
  "payer_changed_late",
  "date_changed_late",
  "stopped_late",
  "payout_unproven",
  "payout_bounced",
  "duplicate_payment",
  "debits_left_behind",
];

export async function raiseNotice(tx: Tx, customerId: string, notice: NewNotice): Promise<void> {
  const data = notice.data ?? {};
  const { key, kind } = notice;
  const { invoiceId = null } = data as { invoiceId?: string };
  // A notice that recurs after it was resolved is dated today.
  const recurred = await tx.notice.updateMany({
    where: { customerId, key, resolvedAt: { not: null } },
    data: { createdAt: now() },
  });
  const changed = await tx.notice.updateMany({
    where: { customerId, key, kind: { not: kind } },
    data: { alertedAt: null },
  });
  // People who have read it read about another occasion.
  if (recurred.count + changed.count > 0) await tx.noticeRead.deleteMany({ where: { customerId, notice: { key } } });
  const row = await tx.notice.upsert({
    where: { customerId_key: { customerId, key } },
    create: { customerId, id: newId("notice"), key, kind, data, invoiceId, createdAt: now() },
    update: { kind, data, invoiceId, resolvedAt: null },
  });
  if (ALERT_KINDS.includes(kind) && !row.alertedAt)
    await enqueue(
      tx,
      jobs.sendAlerts,
      { customerId: trustedCustomerId.parse(customerId) },
      { startAfterSeconds: QUIET_SECONDS },
    );
}

/** Kinds that need no action, so that a person may dismiss them; all others are resolved when their cause is gone. */
export const DISMISSIBLE: NoticeKind[] = [
  "paid_elsewhere",
  "amount_changed_late",
  "payer_changed_late",
  "date_changed_late",
  "stopped_late",
  "duplicate_payment",
  "debits_left_behind",
  "mail_unknown",
  "mail_refused",
  "webhook_disabled",
  "sign_in_lost",
  "mandate_lost",
  "mandate_transferred",
  "records_lost",
  "payout_bounced",
];

/**
 * Dismisses the notices of a kind that a person has seen. Newer ones stay open, and so do all kinds that need action.
 *
 * @param seen the kind, and the time of the newest notice shown
 */
export async function dismissNotices(
  tx: Tx,
  customerId: CustomerId,
  seen: { kind: string; until: Date },
  actor: Actor,
): Promise<void> {
  const { kind, until } = seen;
  if (!DISMISSIBLE.includes(kind as NoticeKind)) return;
  const { count } = await tx.notice.updateMany({
    where: { customerId, kind, resolvedAt: null, createdAt: { lte: until } },
    data: { resolvedAt: new Date() },
  });
  if (count > 0)
    await writeAudit(tx, customerId, actor, { action: "notices.dismissed", subject: kind, detail: { count } });
}

/** Kinds for data of an accounting system in an unknown form: a single object, or the list of open documents. */
export const UNREADABLE_KINDS: NoticeKind[] = ["books_unreadable", "books_list_unreadable"];

/**
 * Returns the notice key of an unreadable object by its id in the accounting system. Without `what` it returns the
 * prefix of all such keys.
 */
export function unreadableKey(type: string, what?: "document" | "contact" | "list", externalId = ""): string {
  return `unreadable:${type}:${what ? `${what}:${externalId}` : ""}`;
}

/** Resolves a notice. A missing or resolved notice stays as it is; if its cause recurs, it is alerted again. */
export async function resolveNotice(tx: Tx, customerId: string, key: string): Promise<void> {
  await resolveNotices(tx, customerId, [key]);
}

/** Resolves several notices in the same way. */
export async function resolveNotices(tx: Tx, customerId: string, keys: string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE notices SET resolved_at = COALESCE(resolved_at, now()), alerted_at = NULL
    WHERE customer_id = ${customerId} AND key = ANY(${keys}) AND (resolved_at IS NULL OR alerted_at IS NOT NULL)`;
}
