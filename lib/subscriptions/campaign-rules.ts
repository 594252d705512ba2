import type { Day } from "@/lib/core/dates";
import { type Cents, centsFromDecimal } from "@/lib/core/money";
import type { PlanType, PriceBase } from "@/lib/core/prisma/enums";
import type { Coupon } from "@/lib/providers/billing/port";
import type { Campaign } from "./campaign-schema";

type PlanOfPrice = { type: PlanType; base: PriceBase; cents: Cents };

/** Whether a campaign can be used on a day. */
export function isRunning(campaign: Campaign, today: Day): boolean {
  return campaign.isActive && today <= campaign.validUntil;
}

/** The campaign of a code, if it runs; capital letters are no difference. One of the cancel flow is found by nobody. */
export function campaignOfCode(all: Campaign[], code: string | null | undefined, today: Day): Campaign | undefined {
  const wanted = code?.trim().toUpperCase();
  if (!wanted) return undefined;
  return all.find((one) => one.code.toUpperCase() === wanted && !one.useInCancelFlow && isRunning(one, today));
}

/** What is offered to whoever wants to leave. */
export function campaignOfCancelFlow(all: Campaign[], today: Day): Campaign | undefined {
  return all.find((one) => one.useInCancelFlow && isRunning(one, today));
}

function adjustmentOf(campaign: Campaign, { type, base }: PlanOfPrice) {
  return campaign.priceAdjustments.find((one) => one.type === type && one.priceBase === base);
}

/** Whether a campaign is about this plan at all. */
export function concerns(campaign: Campaign, plan: PlanOfPrice): boolean {
  return adjustmentOf(campaign, plan) !== undefined;
}

/**
 * The net price of a period under a campaign: the fixed price, else the percentage, else the amount off; never below
 * zero and never above the price. Halves of a cent go to the discount, as the vendor rounds it.
 */
export function campaignPrice(campaign: Campaign, plan: PlanOfPrice): Cents {
  const adjustment = adjustmentOf(campaign, plan);
  if (!adjustment) return plan.cents;
  const { discountedPrice, percentage, amountOff } = adjustment;
  const off = (): Cents => {
    if (discountedPrice !== undefined) return plan.cents - centsFromDecimal(discountedPrice);
    if (percentage !== undefined) return Math.round((plan.cents * percentage) / 100);
    return amountOff === undefined ? 0 : centsFromDecimal(amountOff);
  };
  return plan.cents - Math.min(plan.cents, Math.max(0, off()));
}

/** For how many months the campaign holds. */
export function campaignMonths({ monthsDiscounted, yearsDiscounted = 0 }: Campaign): number {
  return yearsDiscounted > 0 ? yearsDiscounted * 12 : monthsDiscounted;
}

/**
 * Whether the vendor's coupon takes off what the campaign promises for this plan, for as long: only then the invoice
 * will be what the screen showed.
 */
export function couponFits(campaign: Campaign, coupon: Coupon, plan: PlanOfPrice): boolean {
  if (!coupon.isValid || coupon.isForever || coupon.months !== campaignMonths(campaign)) return false;
  const off =
    coupon.percentOff === null
      ? Math.min(plan.cents, coupon.amountOffCents ?? 0)
      : Math.round((plan.cents * coupon.percentOff) / 100);
  return plan.cents - off === campaignPrice(campaign, plan);
}
