import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { OPEN_REQUESTS } from "@/lib/statuses/mandate-rules";
import { discountOf, planOf, possibilitiesOf, readContract, readPlans } from "@/lib/subscriptions/contract/data";
import { IMPACT_DAYS, isInForce } from "@/lib/subscriptions/contract/rules";
import type { CancelFacts } from "./rules";

const DAY_MS = 24 * 3_600_000;

/**
 * Reads the facts for the cancel flow.
 *
 * @throws AppError `subscription_missing`
 */
export async function readCancelFacts(customerId: CustomerId) {
  const [contract, plans] = await Promise.all([readContract(customerId), readPlans()]);
  const plan = contract && planOf(contract);
  // Stripe no longer collects an unpaid subscription, but it still runs and can be cancelled.
  const canBeLeft = isInForce(contract?.status ?? null) || contract?.status === "unpaid";
  if (!contract?.subscriptionId || !plan || !canBeLeft) throw new AppError("subscription_missing");
  const { pauses, campaign, actionsRestricted, isPaused, isCouponActive } = possibilitiesOf(contract);
  const facts: CancelFacts = {
    plan,
    plans,
    pauseAllowed: pauses.length > 0,
    discountAllowed: campaign !== undefined,
    actionsRestricted,
    isPaused,
    isCouponActive,
  };
  const { subscriptionId, itemId, endsAt, scheduleId, periodEndsAt, status } = contract;
  return {
    ...facts,
    ...{ subscriptionId, endsAt, scheduleId, periodEndsAt, pauses, campaign },
    itemId: itemId ?? "",
    isTrial: status === "trialing",
    isUnpaid: status === "unpaid",
    discount: discountOf(contract),
  };
}

interface Impact {
  openCount: number;
  /** Changes as soon as the set of counted objects or the status of one changes. */
  hash: string;
  totalCount: number;
}

/** Counts what a supplier used us for recently, and how much of it is still open. */
export async function readCancelSummary(customerId: CustomerId): Promise<{ invoices: Impact; mandates: Impact }> {
  const since = new Date(now().getTime() - IMPACT_DAYS * DAY_MS);
  const recent = Prisma.sql`customer_id = ${customerId} AND created_at >= ${since}`;
  const debits = Prisma.sql`SELECT id, status::text AS status FROM collections WHERE ${recent}`;
  const requests = Prisma.sql`SELECT id, status::text AS status FROM mandate_requests WHERE ${recent}`;
  const [invoices, mandates] = await Promise.all([
    readImpact(debits, ["pending", "created", "submitted", "confirmed"]),
    readImpact(requests, OPEN_REQUESTS),
  ]);
  return { invoices, mandates };
}

async function readImpact(counted: Prisma.Sql, open: string[]): Promise<Impact> {
  const [impact] = await db.$queryRaw<[Impact]>`
    SELECT (count(*) FILTER (WHERE status = ANY(${open}::text[])))::int AS "openCount", count(*)::int AS "totalCount",
      encode(sha256(convert_to(coalesce(string_agg(id || ' ' || status, ',' ORDER BY id), ''), 'UTF8')), 'hex') AS hash
    FROM (${counted}) counted`;
  return impact;
}
