import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import type { Contract } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { now, today } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { ourBilling } from "@/lib/providers/billing/registry";
import { campaignsInUse } from "@/lib/subscriptions/campaigns/data";
import { campaignOfCancelFlow, campaignOfCode, concerns } from "@/lib/subscriptions/campaigns/rules";
import type { Campaign } from "@/lib/subscriptions/campaigns/schema";
import type { ContractDiscount, PaymentMethodView, Plan } from "@/lib/subscriptions/types";
import { isInForce, pausesWorth } from "./rules";

/** Age up to which a list of prices counts as current; prices change once in years. */
const FRESH_MS = 60_000;
/** Age up to which an old list is used while Stripe does not answer. */
const USABLE_MS = 3_600_000;
const PLAN_COUNT = 4;

let plans: { list: Plan[]; readAt: number } | undefined;

/**
 * Reads the plans on sale, cheapest first.
 *
 * @throws AppError `plans_unavailable` if Stripe does not have a price for each plan
 * @throws ProviderError if Stripe does not answer and the last list is too old
 */
export async function readPlans(): Promise<Plan[]> {
  const age = plans ? Date.now() - plans.readAt : Number.POSITIVE_INFINITY;
  if (plans && age < FRESH_MS) return plans.list;
  try {
    plans = { list: await readPrices(), readAt: Date.now() };
  } catch (error) {
    if (!plans || age > USABLE_MS || error instanceof AppError) throw error;
    log.warn({ err: error }, "prices could not be read from Stripe, using the last known ones");
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

/** Returns the plan of a contract, also of one that has ended. */
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

/** Returns which offers of the cancel flow are possible for a contract now. */
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

/** Returns the campaign that the cancel flow offers for the contract's plan. */
function retentionCampaign(contract: Contract): Campaign | undefined {
  const campaign = campaignOfCancelFlow(campaignsInUse(), today());
  const plan = planOf(contract);
  return campaign && plan && concerns(campaign, plan) ? campaign : undefined;
}

/** Reads the campaign of the supplier's discount code, if it still runs. */
export async function readCampaign(customerId: CustomerId): Promise<Campaign | undefined> {
  const { discountCode } = await db.customer.findUniqueOrThrow({
    where: { id: customerId },
    select: { discountCode: true },
  });
  return campaignOfCode(campaignsInUse(), discountCode, today());
}
