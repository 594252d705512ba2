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

/** Notices of one kind as the database adds them up. */
export interface NoticeSum {
  kind: string;
  count: number;
  sumCents: number;
  /** When the oldest was given. */
  since: string;
  /** Of the newest. */
  data: Record<string, unknown>;
}

export function noticeGroupOf({ kind, count, sumCents, since, data }: NoticeSum): NoticeGroup {
  const text = (name: string) => (typeof data[name] === "string" ? (data[name] as string) : undefined);
  return {
    kind,
    count,
    sumCents,
    since: new Date(since).toISOString(),
    type: text("type"),
    number: text("number") ?? text("reference"),
    name: text("contactName") ?? text("payerName") ?? text("recipient"),
    invoiceId: text("invoiceId"),
    payoutId: text("payoutId"),
    isDismissible: DISMISSIBLE.includes(kind as NoticeKind),
  };
}
