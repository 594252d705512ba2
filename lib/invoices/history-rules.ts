import { isDay } from "@/lib/core/dates";
import type { InvoiceHistory as StoredHistory } from "@/lib/core/prisma/client";
import { INVOICE_ACTS, type InvoiceAct } from "./types";

export interface InvoiceHistory {
  /** What people did about the invoice, its payer and its debits, newest first; of very many the newest. */
  acts: InvoiceAct[];
  /** The payouts in which its payments appear, on either side. */
  payouts: { id: string; reference: string }[];
  /** What the supplier gave back of its debits, as their payouts tell, newest first. */
  refunds: InvoiceRefund[];
}

export interface InvoiceRefund {
  id: string;
  /** Below zero: given back in vain, the money came back. */
  cents: number;
  at: string;
  /** Of the payout that it was taken off. */
  reference: string;
}

interface StoredAct {
  id: string;
  action: string;
  userName: string | null;
  at: string;
  detail: { until?: unknown };
}

interface StoredRefund {
  payoutId: string;
  position: number;
  tenths: number;
  at: string;
  reference: string;
}

/** What the view gives for an invoice, in our own words. */
export function historyOf(stored: Pick<StoredHistory, "acts" | "payouts" | "refunds"> | null): InvoiceHistory {
  if (!stored) return { acts: [], payouts: [], refunds: [] };
  return {
    acts: (stored.acts as unknown as StoredAct[]).flatMap(actOf),
    payouts: stored.payouts as unknown as InvoiceHistory["payouts"],
    refunds: (stored.refunds as unknown as StoredRefund[]).map(({ payoutId, position, tenths, at, reference }) => ({
      id: `${payoutId}-${position}`,
      cents: -tenths / 10,
      at: new Date(at).toISOString(),
      reference,
    })),
  };
}

function actOf({ id, action, userName, at, detail }: StoredAct): InvoiceAct[] {
  const act = INVOICE_ACTS.find((one) => one === action);
  const day = typeof detail.until === "string" && isDay(detail.until) ? detail.until : undefined;
  return act ? [{ id, act, by: userName ?? undefined, at: new Date(at).toISOString(), until: day }] : [];
}
