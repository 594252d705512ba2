import { type Cents, centsFromDecimal } from "@/lib/core/money/money";
import type { PlanType, PriceBase } from "@/lib/core/prisma/enums";
import type { Day } from "@/lib/core/time/dates";
import type { Coupon } from "@/lib/providers/billing/port";
import type { Campaign } from "./schema";

type PlanOfPrice = { type: PlanType; base: PriceBase; cents: Cents };

/** True if a campaign can be used on a day. */
export function isRunning(campaign: Campaign, today: Day): boolean {
  return campaign.isActive && today <= campaign.validUntil;
}

/** Returns the running campaign of a code, ignoring case. A campaign of the cancel flow cannot be found by its code. */
export function campaignOfCode(all: Campaign[], code: string | null | undefined, today: Day): Campaign | undefined {
  const wanted = code?.trim().toUpperCase();
  if (!wanted) return undefined;
  return all.find((one) => one.code.toUpperCase() === wanted && !one.useInCancelFlow && isRunning(one, today));
}

/** Returns the campaign that the cancel flow offers. */
export function campaignOfCancelFlow(all: Campaign[], today: Day): Campaign | undefined {
  return all.find((one) => one.useInCancelFlow && isRunning(one, today));
}

function adjustmentOf(campaign: Campaign, { type, base }: PlanOfPrice) {
  return campaign.priceAdjustments.find((one) => one.type === type && one.priceBase === base);
}

/** True if a campaign applies to this plan. */
export function concerns(campaign: Campaign, plan: PlanOfPrice): boolean {
  return adjustmentOf(campaign, plan) !== undefined;
}

/**
 * Returns the net price of a period under a campaign: by the fixed price, otherwise by the percentage, otherwise by the
 * amount off. It is never below zero and never above the plan's price. Half a cent is rounded in favour of the
 * discount, as Stripe rounds it.
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

/** Returns the number of months for which the campaign applies. */
export function campaignMonths({ monthsDiscounted, yearsDiscounted = 0 }: Campaign): number {
  return yearsDiscounted > 0 ? yearsDiscounted * 12 : monthsDiscounted;
}

/**
 * True if Stripe's coupon gives the campaign's discount on this plan for the same time: only then the invoice matches
 * the price on the screen.
 */
export function couponFits(campaign: Campaign, coupon: Coupon, plan: PlanOfPrice): boolean {
  if (!coupon.isValid || coupon.isForever || coupon.months !== campaignMonths(campaign)) return false;
  const off =
    coupon.percentOff === null
      ? Math.min(plan.cents, coupon.amountOffCents ?? 0)
      : Math.round((plan.cents * coupon.percentOff) / 100);
  return plan.cents - off === campaignPrice(campaign, plan);
}
