import { cache } from "react";
import { db } from "@/lib/core/db";
import { pageSession } from "@/lib/customers/loaders";
import { DISMISSIBLE, type NoticeKind } from "./mutations";

/** Open notices of one kind, told together: two returned debits are one thing to look at. */
export interface NoticeGroup {
  kind: string;
  count: number;
  sumCents: number;
  since: string;
  /** What the only one, or the newest one, is about. */
  type?: string;
  number?: string;
  name?: string;
  invoiceId?: string;
  payoutId?: string;
  /** Nothing is to be done but to know it. */
  isDismissible: boolean;
}

const MAX_NOTICES = 500;

export const loadNotices = cache(async (): Promise<NoticeGroup[]> => {
  const { customerId } = await pageSession();
  const rows = await db.notice.findMany({
    where: { customerId, resolvedAt: null },
    orderBy: { createdAt: "desc" },
    take: MAX_NOTICES,
  });
  const groups = new Map<string, NoticeGroup>();
  for (const row of rows) {
    const data = (row.data ?? {}) as Record<string, unknown>;
    const text = (name: string) => (typeof data[name] === "string" ? (data[name] as string) : undefined);
    const cents = typeof data.amountCents === "number" ? data.amountCents : 0;
    // Two vendors lost are two things to do.
    const key = row.kind === "connection_lost" ? `${row.kind}:${text("type")}` : row.kind;
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
      type: text("type"),
      number: text("number") ?? text("reference"),
      name: text("contactName") ?? text("payerName") ?? text("recipient"),
      invoiceId: text("invoiceId"),
      payoutId: text("payoutId"),
      isDismissible: DISMISSIBLE.includes(row.kind as NoticeKind),
    });
  }
  return [...groups.values()];
});
