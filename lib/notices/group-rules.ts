import { outboxOf } from "@/lib/connections/rules";
import type { NoticeKind } from "./types";

/** Open notices of one kind, told together: two returned debits are one thing to look at. */
export interface NoticeGroup extends NoticeSubject {
  kind: string;
  count: number;
  sumCents: number;
  since: string;
}

/** What the only one, or the newest one, is about. */
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

/** In the order in which the rows come, newest first. */
export function groupNotices(rows: StoredNotice[]): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const row of rows) {
    const data = (row.data ?? {}) as Record<string, unknown>;
    const subject = subjectOf(data);
    const cents = typeof data.amountCents === "number" ? data.amountCents : 0;
    // Two vendors lost are two things to do.
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

/** So many characters of a number, to find it by: an address has to stay short enough for a mail, whatever the books hold. */
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
  mandate_lost: "/app/mandates?filter=ended",
  mandate_transferred: "/app/mandates",
};

/**
 * Where the matter is seen to: a single one at its own invoice or payout, several on the list that holds all of them. What
 * came back has a desk of its own.
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
