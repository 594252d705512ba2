import { type CustomerId, trustedCustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import type { Prisma, Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { QUIET_SECONDS } from "./alert-rules";
import type { NoticeKind } from "./types";

export interface NewNotice {
  /** One notice per cause: raising it again changes what it says and opens it again, it does not add one. */
  key: string;
  kind: NoticeKind;
  /** What it tells; with `invoiceId` the invoice leads to it, too. */
  data?: Prisma.InputJsonObject & { invoiceId?: string };
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
  // One that comes back after it was resolved counts from today, not from its first time.
  await tx.notice.updateMany({ where: { customerId, key, resolvedAt: { not: null } }, data: { createdAt: now() } });
  await tx.notice.updateMany({ where: { customerId, key, kind: { not: kind } }, data: { alertedAt: null } });
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

/** What the supplier only has to know, and may lay aside; everything else goes when its cause is gone. */
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
  "sign_in_lost",
  "mandate_lost",
  "mandate_transferred",
  "payout_bounced",
];

/**
 * Lays aside the notices of a kind that somebody has seen: one of the other kinds stays, and so does what came later.
 *
 * @param seen the kind, and when the newest of those was given that were shown
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
