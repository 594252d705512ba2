import type { InvoiceHistory as StoredHistory } from "@/lib/core/prisma/client";
import { isDay } from "@/lib/core/time/dates";
import { INVOICE_ACTS, type InvoiceAct } from "@/lib/invoices/types";

export interface InvoiceHistory {
  /** People's acts on the invoice, its payer and its collections, newest first. Limited to the newest acts. */
  acts: InvoiceAct[];
  /** The payouts that contain its payments, as credits or debits. */
  payouts: { id: string; reference: string }[];
  /** The supplier's refunds of its payments, taken from the payouts, newest first. */
  refunds: InvoiceRefund[];
}

export interface InvoiceRefund {
  id: string;
  /** Negative if the refund failed and the money was returned to the supplier. */
  cents: number;
  at: string;
  /** The reference of the payout that contains it. */
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

/** Returns the rows of the database view in the shape of the page. */
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
