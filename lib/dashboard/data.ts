import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import type { PayoutStatus } from "@/lib/core/prisma/enums";
import type { Day } from "@/lib/core/time/dates";
import type { PastDebits, PastFees } from "@/lib/dashboard/forecast/rules";
import { unconfirmedRequestsSql } from "@/lib/mandates/first-requests/data";
import { type WaitingRequests, waitingRequestsSql } from "@/lib/mandates/requests/waiting-data";
import type { NoticeSum } from "@/lib/notifications/loaders";

/** A running sync of the accounting system, as stored. */
export interface RunningSync {
  phase: string;
  done: number;
  total: number;
  startedAt: string;
  updatedAt: string;
}

export interface RecentPayout {
  id: string;
  reference: string;
  /** The day of arrival; null until the payout is paid. */
  day: Day | null;
  amountCents: number;
  status: PayoutStatus;
}

/** The items that need the supplier's attention, and the figures of the last payouts. */
export interface Attention {
  notices: NoticeSum[];
  requests: WaitingRequests;
  /** Payers who get a mandate request once the supplier has chosen how the first ones are sent. */
  unconfirmed: number;
  mandates: { usable: number; proposals: number };
  /** E-invoices that wait for a person's answer. */
  heldFiles: number;
  payouts: RecentPayout[];
  pastDebits: PastDebits[];
  pastFees: PastFees;
  sync: RunningSync | null;
  /** True if the welcome tour was shown to this person before, finished or not. */
  isTourOver: boolean;
}

const SHOWN_PAYOUTS = 4;
/** The usual duration and fees of payouts are derived from this many of the last ones. */
const HABIT_PAYOUTS = 5;

// The states are literals, so that the planner sees which partial indexes match.
const notices = (customerId: string) => Prisma.sql`
  SELECT kind, count(*)::int AS count, min(created_at) AS since, max(created_at) AS newest,
    COALESCE(sum(CASE WHEN jsonb_typeof(data->'amountCents') = 'number' THEN (data->>'amountCents')::float8 END), 0)
      AS "sumCents",
    (array_agg(data ORDER BY created_at DESC, id DESC))[1] AS data
  FROM notices WHERE customer_id = ${customerId} AND resolved_at IS NULL
  -- Two vendors lost are two things to do.
  GROUP BY kind, CASE WHEN kind = 'connection_lost' THEN data->>'type' END`;

const mandates = (customerId: string) => Prisma.sql`
  SELECT count(*)::int AS usable, (count(*) FILTER (
    WHERE contact_id IS NULL AND proposed_contact_id IS NOT NULL AND NOT is_ignored
  ))::int AS proposals
  FROM mandates WHERE customer_id = ${customerId}
    AND status IN ('pending_customer_approval', 'pending_submission', 'submitted', 'active')`;

// Payouts without a day are newer than those with one.
const payouts = (customerId: string) => Prisma.sql`
  SELECT id, COALESCE(NULLIF(reference, ''), provider_id) AS reference, arrival_date AS day,
    amount_cents AS "amountCents", status
  FROM payouts WHERE customer_id = ${customerId}
  ORDER BY arrival_date DESC NULLS FIRST, id DESC LIMIT ${SHOWN_PAYOUTS}`;

const lastItems = (customerId: string) => Prisma.sql`
  SELECT p.arrival_date, i.type, i.tenths, i.collection_id FROM (
    SELECT id, arrival_date FROM payouts
    WHERE customer_id = ${customerId} AND status = 'paid' AND arrival_date IS NOT NULL
    ORDER BY arrival_date DESC, id DESC LIMIT ${HABIT_PAYOUTS}
  ) p JOIN payout_items i ON i.customer_id = ${customerId} AND i.payout_id = p.id`;

const pastDebits = (customerId: string) => Prisma.sql`
  SELECT c.charge_date AS "debitDay", l.arrival_date AS "arrivalDay", count(*)::int AS count
  FROM last_items l JOIN collections c ON c.customer_id = ${customerId} AND c.id = l.collection_id
  WHERE l.type = 'payment_paid_out' AND c.charge_date <= l.arrival_date GROUP BY 1, 2`;

const pastFees = Prisma.sql`
  SELECT COALESCE(sum(tenths) FILTER (WHERE type = 'payment_paid_out'), 0)::float8 AS "paidTenths",
    -COALESCE(sum(tenths) FILTER (WHERE type IN ('gocardless_fee', 'app_fee', 'surcharge_fee')), 0)::float8 AS "feeTenths"
  FROM last_items`;

const sync = (customerId: string) => Prisma.sql`
  SELECT phase, done, total, started_at AS "startedAt", updated_at AS "updatedAt"
  FROM sync_runs WHERE customer_id = ${customerId} AND status = 'running' ORDER BY started_at DESC LIMIT 1`;

export function attentionSql(customerId: CustomerId, userId: string, weekAgo: Date): Prisma.Sql {
  return Prisma.sql`
    WITH last_items AS MATERIALIZED (${lastItems(customerId)})
    SELECT
      (SELECT COALESCE(json_agg(n ORDER BY n.newest DESC), '[]') FROM (${notices(customerId)}) n) AS notices,
      (SELECT row_to_json(r) FROM (${waitingRequestsSql(customerId, weekAgo)}) r) AS requests,
      (${unconfirmedRequestsSql(customerId)}) AS unconfirmed,
      (SELECT row_to_json(m) FROM (${mandates(customerId)}) m) AS mandates,
      (SELECT count(*)::int FROM e_invoice_files WHERE customer_id = ${customerId} AND status = 'held') AS "heldFiles",
      (SELECT COALESCE(json_agg(p), '[]') FROM (${payouts(customerId)}) p) AS payouts,
      (SELECT COALESCE(json_agg(d), '[]') FROM (${pastDebits(customerId)}) d) AS "pastDebits",
      (SELECT row_to_json(f) FROM (${pastFees}) f) AS "pastFees",
      (SELECT row_to_json(s) FROM (${sync(customerId)}) s) AS sync,
      COALESCE((SELECT tour_ended_at IS NOT NULL FROM users WHERE id = ${userId}), true) AS "isTourOver"`;
}

export async function readAttention(customerId: CustomerId, userId: string, weekAgo: Date): Promise<Attention> {
  const [row] = await db.$queryRaw<[Attention]>(attentionSql(customerId, userId, weekAgo));
  return row;
}
