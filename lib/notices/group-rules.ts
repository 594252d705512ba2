import { outboxOf } from "@/lib/connections/rules";

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

/** The page of the area on which the matter is seen to. */
export function placeOf({ kind, count, type, invoiceId, payoutId }: NoticeGroup): string {
  if (count === 1 && invoiceId) return `/app/invoices/${invoiceId}`;
  if (count === 1 && payoutId) return `/app/payouts/${payoutId}`;
  if (kind === "connection_lost" || kind === "subscription_broken") return "/app/connections";
  if (kind === "sign_in_lost") return outboxOf(type) ?? "/app/connections";
  if (kind === "books_unreadable" || kind === "books_list_unreadable") return "/app/invoices";
  if (kind.startsWith("payout_") || kind.startsWith("booking_")) return "/app/payouts";
  if (kind.startsWith("mail_")) return "/app/mandates?filter=open";
  if (kind === "mandate_lost") return "/app/mandates?filter=ended";
  if (kind.startsWith("mandate_")) return "/app/mandates";
  if (kind === "collection_failed" || kind === "collection_returned") return "/app/returns";
  return "/app";
}
