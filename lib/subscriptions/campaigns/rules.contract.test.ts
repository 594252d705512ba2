import fc from "fast-check";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { ourBilling } from "@/lib/providers/billing/registry";
import { readPlans } from "@/lib/subscriptions/contract/data";
import type { Plan } from "@/lib/subscriptions/types";
import { TestSandbox } from "@/test/sandbox";
import { campaignMonths, campaignPrice, couponFits } from "./rules";
import { campaign } from "./schema";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());

/** Stripe's client of an operator who creates coupons by hand. */
let operator: Stripe;
let customer: string;
beforeAll(async () => {
  const { port } = new URL(env().STRIPE_API_URL);
  operator = new Stripe(env().STRIPE_SECRET_KEY, { host: "127.0.0.1", port, protocol: "http" });
  const address = { country: "DE", line1: "Lindenhof 7", postal_code: "04109", city: "Leipzig" };
  customer = (await operator.customers.create({ email: "kasse@lindenhof.example", address })).id;
});

async function couponOf(plan: Plan, adjustment: object, months: number): Promise<string> {
  const promised = campaign.parse({
    ...FRAME,
    monthsDiscounted: months,
    priceAdjustments: [adjustmentOf(plan, adjustment)],
  });
  const off = plan.cents - campaignPrice(promised, plan);
  const percent = (adjustment as { percentage?: number }).percentage;
  const made = await operator.coupons.create({
    duration: "repeating",
    duration_in_months: months,
    ...(percent ? { percent_off: percent } : { amount_off: Math.max(1, off), currency: "eur" }),
  });
  return made.id;
}

const FRAME = { code: "C", stripeCouponId: "C", label: "C", isActive: true, validUntil: "2030-12-31" };
const adjustmentOf = (plan: Plan, adjustment: object) => ({ type: plan.type, priceBase: plan.base, ...adjustment });

const euro = (max: number) => fc.integer({ min: 1, max }).map((cents) => cents / 100);
const adjustments = fc.oneof(
  fc.record({ percentage: fc.integer({ min: 1, max: 10_000 }).map((points) => points / 100) }),
  fc.record({ discountedPrice: euro(1_389) }),
  fc.record({ amountOff: euro(40_000) }),
);

test("Stripe's invoice equals the price shown on the screen, to the cent, for every plan and campaign", async () => {
  const plans = await readPlans();
  const any = fc.record({
    plan: fc.constantFrom(...plans),
    adjustment: adjustments,
    months: fc.integer({ min: 1, max: 24 }),
  });
  await fc.assert(
    fc.asyncProperty(any, async ({ plan, adjustment, months }) => {
      const promised = campaign.parse({
        ...FRAME,
        monthsDiscounted: months,
        priceAdjustments: [adjustmentOf(plan, adjustment)],
      });
      const id = await couponOf(plan, adjustment, months);
      const coupon = await ourBilling().coupon(id);
      expect(coupon && couponFits(promised, coupon, plan)).toBe(true);
      const preview = await operator.invoices.createPreview({
        customer,
        discounts: [{ coupon: id }],
        subscription_details: { items: [{ price: plan.priceId, quantity: 1 }] },
      });
      expect(campaignMonths(promised)).toBe(months);
      expect(preview.total_excluding_tax).toBe(campaignPrice(promised, plan));
      expect(preview.total_excluding_tax).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 60 },
  );
});

test("a coupon that does not exist at Stripe is undefined", async () => {
  expect(await ourBilling().coupon("NIRGENDS")).toBeUndefined();
});
