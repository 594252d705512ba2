import { newPrice, newProduct } from "./catalog";
import { newCode, newCoupon } from "./coupons";
import { layConfiguration } from "./portal-configurations";
import { layEndpoint } from "./webhook-endpoints";
import type { World } from "./world";

const PLANS = [
  { id: "prod_EinzugStandard", name: "Standard", month: 1_390, year: 15_000 },
  { id: "prod_EinzugPremium", name: "Premium", month: 2_590, year: 27_900 },
];
const OFFERS = [
  { id: "SOMMER50", name: "50 % for 3 months", percent: 50, months: 3, code: "SOMMER50" },
  { id: "BLEIBEN50", name: "50 % for 12 months", percent: 50, months: 12, code: null },
  { id: "PREMIUM20", name: "20 % for 12 months", percent: 20, months: 12, code: "PREMIUM20" },
];

/** Creates what the merchant set up at the vendor before selling. Every world has it, and no event reports it. */
export function layCatalog(world: World): void {
  for (const plan of PLANS) {
    newProduct(world, plan.name, plan.id);
    const base = { product: plan.id, currency: "eur", nickname: null, active: true, metadata: {} };
    for (const interval of ["month", "year"] as const)
      newPrice(world, {
        ...base,
        // Fixed ids, so that a product that caches the list of prices continues to work after a reset.
        id: `price_Einzug${plan.name}${interval === "month" ? "Monthly" : "Yearly"}`,
        unit_amount: plan[interval],
        lookup_key: `${plan.name.toLowerCase()}_${interval}ly`,
        recurring: { interval, interval_count: 1, trial_period_days: null },
        tax_behavior: "exclusive",
      });
  }
  for (const offer of OFFERS) {
    const none = { amount_off: null, currency: null, products: null, max_redemptions: null, redeem_by: null };
    const duration = { duration: "repeating", duration_in_months: offer.months } as const;
    newCoupon(world, {
      ...none,
      ...duration,
      id: offer.id,
      name: offer.name,
      percent_off: offer.percent,
      metadata: {},
    });
    if (offer.code) newCode(world, offer.id, offer.code);
  }
  layConfiguration(world);
  world.records.events.clear();
  layEndpoint(world);
}
