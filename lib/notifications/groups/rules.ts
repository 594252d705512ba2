import type { NoticeKind } from "@/lib/notices/types";
import { outboxOf } from "@/lib/vendors/rules";

/** Open notices of one kind, shown together: two returned payments are one task. */
export interface NoticeGroup extends NoticeSubject {
  kind: string;
  count: number;
  sumCents: number;
  since: string;
}

/** The subject of the newest notice in a group. */
interface NoticeSubject {
  type?: string;
  number?: string;
  name?: string;
  invoiceId?: string;
  payoutId?: string;
}

interface StoredNotice {
  kind: string;
  data: unknown;
  createdAt: Date;
}

/** Groups notices by kind, in the order of the rows: newest first. */
export function groupNotices(rows: StoredNotice[]): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const row of rows) {
    const data = (row.data ?? {}) as Record<string, unknown>;
    const subject = subjectOf(data);
    const cents = typeof data.amountCents === "number" ? data.amountCents : 0;
    // Two lost connections are two tasks.
    const key = row.kind === "connection_lost" ? `${row.kind}:${subject.type}` : row.kind;
    const group = groups.get(key);
    if (group) {
      group.count += 1;
      group.sumCents += cents;
      group.since = row.createdAt.toISOString();
      continue;
    }
    groups.set(key, {
      kind: row.kind,
      count: 1,
      sumCents: cents,
      since: row.createdAt.toISOString(),
      ...subject,
    });
  }
  return [...groups.values()];
}

export function subjectOf(data: Record<string, unknown>): NoticeSubject {
  const text = (name: string) => (typeof data[name] === "string" ? (data[name] as string) : undefined);
  return {
    type: text("type"),
    number: text("number") ?? text("reference"),
    name: text("contactName") ?? text("payerName") ?? text("recipient"),
    invoiceId: text("invoiceId"),
    payoutId: text("payoutId"),
  };
}

const CONNECTIONS = "/app/connections";
const RETURNS = "/app/returns";
const ON_ITS_WAY = "/app/invoices?filter=on-its-way";
const DIFFERING = "/app/invoices?filter=differs";

/** Maximum length of a number in a search address, so that the address stays short enough for a mail. */
const ENOUGH = 40;

const PLACES: Record<NoticeKind, string> = {
  connection_lost: CONNECTIONS,
  sign_in_lost: CONNECTIONS,
  subscription_broken: CONNECTIONS,
  collection_failed: RETURNS,
  collection_returned: RETURNS,
  paid_elsewhere: DIFFERING,
  amount_changed_late: DIFFERING,
  payer_changed_late: DIFFERING,
  duplicate_payment: DIFFERING,
  date_changed_late: ON_ITS_WAY,
  stopped_late: ON_ITS_WAY,
  debits_left_behind: ON_ITS_WAY,
  contact_without_email: "/app/invoices?filter=needs-you",
  books_unreadable: "/app/invoices",
  books_list_unreadable: "/app/invoices",
  payout_unproven: "/app/payouts",
  payout_bounced: "/app/payouts",
  booking_refused: "/app/payouts",
  mail_unknown: "/app/mandates?filter=open",
  mail_refused: "/app/mandates?filter=open",
  webhook_disabled: "/app/account/webhooks",
  mandate_lost: "/app/mandates?filter=ended",
  mandate_transferred: "/app/mandates",
  records_lost: ON_ITS_WAY,
};

/**
 * Returns the page where a group is handled: a single notice at its invoice or payout, several on their common list.
 * Returned payments lead to the returns queue.
 */
export function placeOf({ kind, count, type, number, invoiceId, payoutId }: NoticeGroup): string {
  const place = PLACES[kind as NoticeKind] ?? "/app";
  if (kind === "sign_in_lost") return outboxOf(type) ?? place;
  if (count > 1) return place;
  if (place === RETURNS && number)
    return `${place}?search=${encodeURIComponent([...number].slice(0, ENOUGH).join(""))}`;
  if (invoiceId) return `/app/invoices/${invoiceId}`;
  return payoutId ? `/app/payouts/${payoutId}` : place;
}
