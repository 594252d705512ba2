import type { PlanOffer, PlanOffers } from "@/lib/subscriptions/loaders";

export const STANDARD: PlanOffer = { priceId: "price_standard", type: "basic", base: "monthly", cents: 1_390 };
export const STANDARD_YEARLY: PlanOffer = {
  ...STANDARD,
  ...{ priceId: "price_standard_year", base: "yearly", cents: 13_900 },
};
export const PREMIUM: PlanOffer = { priceId: "price_premium", type: "premium", base: "monthly", cents: 2_590 };
export const PREMIUM_YEARLY: PlanOffer = { ...PREMIUM, priceId: "price_premium_year", base: "yearly", cents: 25_900 };

/** Returns the price list that a supplier without an order sees. */
export function offersOf(changes: Partial<PlanOffers> = {}): PlanOffers {
  return {
    plans: [STANDARD, STANDARD_YEARLY, PREMIUM, PREMIUM_YEARLY],
    savedMonths: { basic: 2, premium: 2 },
    trialDays: 14,
    ...changes,
  };
}
