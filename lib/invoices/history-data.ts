import type { CustomerId } from "@/lib/auth/scope";
import { isDay } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { INVOICE_ACTS, type InvoiceAct } from "./types";

/** More than anybody reads. */
const MOST = 100;

export interface InvoiceHistory {
  /** What people did about the invoice, its payer and its debits, newest first. */
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

interface Subject {
  id: string;
  contactId: string | null;
  createdAt: Date;
  collections: { id: string; providerId: string | null }[];
}

/**
 * What is told of an invoice beside its own rows, in one statement (docs/decisions/018). The audit log is read only from
 * the invoice's beginning on: it is long, and sorted by time.
 */
export async function readHistory(customerId: CustomerId, invoice: Subject): Promise<InvoiceHistory> {
  const { id, contactId, createdAt, collections } = invoice;
  const subjects = [id, ...(contactId ? [contactId] : []), ...collections.map((collection) => collection.id)];
  const payments = collections.flatMap(({ providerId }) => providerId ?? []);
  const [found] = await db.$queryRaw<[{ acts: StoredAct[]; payouts: InvoiceHistory["payouts"] }]>`
    SELECT
      (SELECT COALESCE(jsonb_agg(to_jsonb(entry) ORDER BY entry.at DESC, entry.id DESC), '[]') FROM (
        SELECT id, action, user_name AS "userName", at, detail FROM audit_entries
        WHERE customer_id = ${customerId} AND at >= ${createdAt}
          AND subject = ANY(${subjects}) AND action = ANY(${[...INVOICE_ACTS]})
        ORDER BY at DESC, id DESC LIMIT ${MOST}
      ) entry) AS acts,
      (SELECT COALESCE(jsonb_agg(DISTINCT jsonb_build_object(
          'id', payout.id, 'reference', COALESCE(NULLIF(payout.reference, ''), payout.provider_id))), '[]')
        FROM payout_items item
        JOIN payouts payout ON payout.customer_id = item.customer_id AND payout.id = item.payout_id
        WHERE item.customer_id = ${customerId} AND item.provider_payment_id = ANY(${payments})
      ) AS payouts`;
  return { acts: found.acts.flatMap(actOf), payouts: found.payouts };
}

function actOf({ id, action, userName, at, detail }: StoredAct): InvoiceAct[] {
  const act = INVOICE_ACTS.find((one) => one === action);
  const day = typeof detail.until === "string" && isDay(detail.until) ? detail.until : undefined;
  return act ? [{ id, act, by: userName ?? undefined, at: new Date(at).toISOString(), until: day }] : [];
}
