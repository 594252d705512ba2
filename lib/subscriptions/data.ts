import type { CustomerId } from "@/lib/auth/scope";
import { now, today } from "@/lib/core/clock";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import type { Contract } from "@/lib/core/prisma/client";
import { ourBilling } from "@/lib/providers/billing/registry";
import { campaignsInUse } from "./campaign-data";
import { campaignOfCancelFlow, campaignOfCode, concerns } from "./campaign-rules";
import type { Campaign } from "./campaign-schema";
import { isInForce, pausesWorth } from "./rules";
import type { ContractDiscount, PaymentMethodView, Plan } from "./types";

/** How long a list of prices is taken for the newest; prices change once in years. */
const FRESH_MS = 60_000;
/** How long an old list is better than none while the vendor does not answer. */
const USABLE_MS = 3_600_000;
const PLAN_COUNT = 4;

let plans: { list: Plan[]; readAt: number } | undefined;

/**
 * The plans as they are sold, cheapest first.
 *
 * @throws AppError `plans_unavailable` if the vendor does not have a price for each
 * @throws ProviderError if it cannot be asked and was not lately
 */
export async function readPlans(): Promise<Plan[]> {
  const age = plans ? Date.now() - plans.readAt : Number.POSITIVE_INFINITY;
  if (plans && age < FRESH_MS) return plans.list;
  try {
    plans = { list: await readPrices(), readAt: Date.now() };
  } catch (error) {
    if (!plans || age > USABLE_MS || error instanceof AppError) throw error;
    log.warn({ err: error }, "prices could not be read, the last ones are used");
  }
  return plans.list;
}

async function readPrices(): Promise<Plan[]> {
  const list = await ourBilling().prices();
  if (new Set(list.map(({ type, base }) => `${type} ${base}`)).size !== PLAN_COUNT) {
    log.error({ found: list }, "prices of plans are missing at Stripe, see docs/operations.md");
    throw new AppError("plans_unavailable", "The prices of our plans are not set up.");
  }
  return list.toSorted((a, b) => a.cents - b.cents);
}

export async function readContract(customerId: CustomerId, tx: Tx = db): Promise<Contract | null> {
  return await tx.contract.findUnique({ where: { customerId } });
}

/** The plan a contract runs, or ran, on. */
export function planOf(contract: Contract): Plan | undefined {
  const { planType: type, planBase: base, priceId, priceCents: cents } = contract;
  return type && base && priceId && cents !== null ? { priceId, type, base, cents } : undefined;
}

export function discountOf({ discount }: Contract): ContractDiscount | null {
  return discount as ContractDiscount | null;
}

export function paymentMethodOf({ paymentMethod }: Contract): PaymentMethodView | null {
  return paymentMethod as PaymentMethodView | null;
}

/** What of the ways to stay is possible for a contract now. */
export function possibilitiesOf(contract: Contract) {
  const { status, isPaused, endsAt, scheduleId, isReversed, periodEndsAt } = contract;
  const isRunning = isInForce(status) && status !== "past_due" && !isReversed;
  const campaign = retentionCampaign(contract);
  return {
    actionsRestricted: !isRunning || endsAt !== null || scheduleId !== null,
    pauses: status === "active" ? pausesWorth(periodEndsAt, now()) : [],
    isPaused,
    campaign,
    isCouponActive: campaign !== undefined && discountOf(contract)?.couponId === campaign.stripeCouponId,
  };
}

/** What the cancel flow offers to whoever has this plan. */
function retentionCampaign(contract: Contract): Campaign | undefined {
  const campaign = campaignOfCancelFlow(campaignsInUse(), today());
  const plan = planOf(contract);
  return campaign && plan && concerns(campaign, plan) ? campaign : undefined;
}

/** The campaign with which a supplier came and which still runs. */
export async function readCampaign(customerId: CustomerId): Promise<Campaign | undefined> {
  const { discountCode } = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: { discountCode: true },
  });
  return campaignOfCode(campaignsInUse(), discountCode, today());
}
