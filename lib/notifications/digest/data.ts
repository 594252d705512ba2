import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { addDays, type Day, startOfDay } from "@/lib/core/time/dates";
import { groupNotices } from "@/lib/notifications/groups/rules";
import type { DigestFacts } from "@/lib/notifications/schema";

const COLLECTED = ["confirmed"];
const RETURNED = ["failed", "charged_back"];
const MAX_NOTICES = 500;

/** Reads what happened on a day in Germany and what waits for the supplier; undefined if nothing happened. */
export async function readDigest(tx: Tx, customerId: CustomerId, day: Day): Promise<DigestFacts | undefined> {
  const [from, to] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const collected = await sumOfSteps(tx, customerId, COLLECTED, { from, to });
  const returned = await sumOfSteps(tx, customerId, RETURNED, { from, to });
  const payouts = await tx.payout.aggregate({
    where: { customerId, status: "paid", paidAt: { gte: from, lt: to } },
    _count: true,
    _sum: { amountCents: true },
  });
  const signed = await tx.mandate.count({ where: { customerId, signedAt: { gte: from, lt: to } } });
  const notices = await tx.notice.findMany({
    where: { customerId, resolvedAt: null },
    orderBy: { createdAt: "desc" },
    take: MAX_NOTICES,
  });
  const hasNews = notices.some(({ createdAt }) => createdAt >= from && createdAt < to);
  if (collected.count + returned.count + payouts._count + signed === 0 && !hasNews) return undefined;
  const { companyName } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const paidOut = { count: payouts._count, cents: payouts._sum.amountCents ?? 0 };
  return { company: companyName, day, collected, returned, paidOut, signed, needsYou: groupNotices(notices) };
}

/**
 * Sums up the collections with one of these payment events in the period; repeated events of a collection count once.
 */
async function sumOfSteps(tx: Tx, customerId: CustomerId, actions: string[], time: { from: Date; to: Date }) {
  const rows = await tx.$queryRaw<{ count: bigint; cents: bigint | null }[]>`
    SELECT count(*) AS count, sum(c.amount_cents) AS cents FROM collections c
    WHERE c.customer_id = ${customerId} AND c.id IN (
      SELECT e.collection_id FROM collection_events e
      WHERE e.customer_id = ${customerId} AND e.occurred_at >= ${time.from} AND e.occurred_at < ${time.to}
        AND e.action = ANY(${actions}))`;
  return { count: Number(rows[0]?.count ?? 0), cents: Number(rows[0]?.cents ?? 0) };
}

/** Returns suppliers with possible news of the day, and with a person who wants the digest and has not got it yet. */
export async function suppliersWithNews(day: Day): Promise<CustomerId[]> {
  const [from, to] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const rows = await db.$queryRaw<{ customer_id: CustomerId }[]>`
    SELECT DISTINCT m.customer_id FROM memberships m
    WHERE m.wants_digest
      AND (EXISTS (SELECT 1 FROM collection_events e WHERE e.customer_id = m.customer_id
          AND e.occurred_at >= ${from} AND e.occurred_at < ${to})
        OR EXISTS (SELECT 1 FROM payouts p WHERE p.customer_id = m.customer_id
          AND p.paid_at >= ${from} AND p.paid_at < ${to})
        OR EXISTS (SELECT 1 FROM mandates a WHERE a.customer_id = m.customer_id
          AND a.signed_at >= ${from} AND a.signed_at < ${to})
        OR EXISTS (SELECT 1 FROM notices n WHERE n.customer_id = m.customer_id AND n.resolved_at IS NULL
          AND n.created_at >= ${from} AND n.created_at < ${to}))
      AND NOT EXISTS (SELECT 1 FROM mails s WHERE s.key = 'digest:' || m.customer_id || ':' || m.user_id || ':' || ${day})`;
  return rows.map((row) => row.customer_id);
}
