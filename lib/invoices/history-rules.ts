import { isDay } from "@/lib/core/dates";
import type { InvoiceHistory as StoredHistory } from "@/lib/core/prisma/client";
import { INVOICE_ACTS, type InvoiceAct } from "./types";

export interface InvoiceHistory {
  /** What people did about the invoice, its payer and its debits, newest first; of very many the newest. */
  acts: InvoiceAct[];
  /** The payouts in which its payments appear, on either side. */
  payouts: { id: string; reference: string }[];
}

interface StoredAct {
  id: string;
  action: string;
  userName: string | null;
  at: string;
  detail: { until?: unknown };
}

/** What the view gives for an invoice, in our own words. */
export function historyOf(stored: Pick<StoredHistory, "acts" | "payouts"> | null): InvoiceHistory {
  if (!stored) return { acts: [], payouts: [] };
  return {
    acts: (stored.acts as unknown as StoredAct[]).flatMap(actOf),
    payouts: stored.payouts as unknown as InvoiceHistory["payouts"],
  };
}

function actOf({ id, action, userName, at, detail }: StoredAct): InvoiceAct[] {
  const act = INVOICE_ACTS.find((one) => one === action);
  const day = typeof detail.until === "string" && isDay(detail.until) ? detail.until : undefined;
  return act ? [{ id, act, by: userName ?? undefined, at: new Date(at).toISOString(), until: day }] : [];
}
