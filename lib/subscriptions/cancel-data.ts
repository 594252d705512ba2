import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { OPEN_REQUESTS } from "@/lib/mandates/rules";
import type { CancelFacts } from "./cancel-rules";
import { discountOf, planOf, possibilitiesOf, readContract, readPlans } from "./data";
import { IMPACT_DAYS, isInForce } from "./rules";

const DAY_MS = 24 * 3_600_000;

/**
 * What the cancel flow rests on.
 *
 * @throws AppError `subscription_missing`
 */
export async function readCancelFacts(customerId: CustomerId) {
  const [contract, plans] = await Promise.all([readContract(customerId), readPlans()]);
  const plan = contract && planOf(contract);
  // One whose payment was given up still runs at the vendor, and can be left.
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

/** What a supplier used us for lately, and what of it is not over yet. */
export async function readCancelSummary(customerId: CustomerId) {
  const since = { gte: new Date(now().getTime() - IMPACT_DAYS * DAY_MS) };
  const debits = { customerId, createdAt: since };
  const requests = { customerId, createdAt: since };
  const [openDebits, allDebits, openRequests, allRequests] = await Promise.all([
    db.collection.count({ where: { ...debits, status: { in: ["pending", "created", "submitted", "confirmed"] } } }),
    db.collection.count({ where: debits }),
    db.mandateRequest.count({ where: { ...requests, status: { in: OPEN_REQUESTS } } }),
    db.mandateRequest.count({ where: requests }),
  ]);
  return {
    invoices: { openCount: openDebits, totalCount: allDebits },
    mandates: { openCount: openRequests, totalCount: allRequests },
  };
}
