import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Coupon } from "@/lib/providers/billing/port";
import { campaignMonths, campaignOfCancelFlow, campaignOfCode, campaignPrice, concerns, couponFits } from "./rules";
import { type Campaign, campaign } from "./schema";

const plan = { type: "premium", base: "yearly", cents: 27_900 } as const;

const make = (adjustment: object, changes: object = {}): Campaign =>
  campaign.parse({
    code: "SOMMER",
    stripeCouponId: "SOMMER50",
    label: "Sommer",
    isActive: true,
    monthsDiscounted: 3,
    validUntil: "2026-12-31",
    priceAdjustments: [{ type: "premium", priceBase: "yearly", ...adjustment }],
    ...changes,
  });

describe("the price under a campaign", () => {
  test.each([
    ["a fixed price", { discountedPrice: 199 }, 19_900],
    ["a fixed price before the percentage", { discountedPrice: 199, percentage: 50 }, 19_900],
    ["a percentage", { percentage: 20 }, 22_320],
    ["a percentage before the amount", { percentage: 20, amountOff: 5 }, 22_320],
    ["an amount", { amountOff: 30.5 }, 24_850],
    ["an amount above the price", { amountOff: 500 }, 0],
    ["a fixed price above the price", { discountedPrice: 500 }, 27_900],
    ["everything off", { percentage: 100 }, 0],
  ])("is right for %s", (_, adjustment, cents) => {
    expect(campaignPrice(make(adjustment), plan)).toBe(cents);
  });

  test("stays the same for another plan", () => {
    const monthly = { type: "premium", base: "monthly", cents: 2_590 } as const;
    expect(concerns(make({ percentage: 50 }), monthly)).toBe(false);
    expect(campaignPrice(make({ percentage: 50 }), monthly)).toBe(2_590);
  });

  test("is never below zero, never above the plan's price, and always whole cents", () => {
    const adjustment = fc.record(
      {
        percentage: fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => basisPoints / 100),
        discountedPrice: fc.integer({ min: 0, max: 60_000 }).map((cents) => cents / 100),
        amountOff: fc.integer({ min: 0, max: 60_000 }).map((cents) => cents / 100),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(adjustment, fc.integer({ min: 0, max: 100_000 }), (off, cents) => {
        fc.pre(Object.keys(off).length > 0);
        const price = campaignPrice(make(off), { ...plan, cents });
        expect(Number.isInteger(price)).toBe(true);
        expect(price).toBeGreaterThanOrEqual(0);
        expect(price).toBeLessThanOrEqual(cents);
      }),
    );
  });
});

describe("the campaign in force", () => {
  const all = [
    make({ percentage: 50 }),
    make({ percentage: 50 }, { code: "ALT", validUntil: "2026-01-31" }),
    make({ percentage: 50 }, { code: "AUS", isActive: false }),
    make({ percentage: 50 }, { code: "BLEIB", useInCancelFlow: true }),
  ];

  test("is found by its code, until its last day", () => {
    expect(campaignOfCode(all, " sommer ", "2026-12-31")?.code).toBe("SOMMER");
    expect(campaignOfCode(all, "SOMMER", "2027-01-01")).toBeUndefined();
    expect(campaignOfCode(all, "ALT", "2026-11-21")).toBeUndefined();
    expect(campaignOfCode(all, "AUS", "2026-11-21")).toBeUndefined();
    expect(campaignOfCode(all, "", "2026-11-21")).toBeUndefined();
    expect(campaignOfCode(all, null, "2026-11-21")).toBeUndefined();
  });

  test("of the cancel flow is found only there", () => {
    expect(campaignOfCode(all, "BLEIB", "2026-11-21")).toBeUndefined();
    expect(campaignOfCancelFlow(all, "2026-11-21")?.code).toBe("BLEIB");
  });

  test("lasts months, or years counted in months", () => {
    expect(campaignMonths(make({ percentage: 1 }))).toBe(3);
    expect(campaignMonths(make({ percentage: 1 }, { yearsDiscounted: 2 }))).toBe(24);
  });
});

describe("a Stripe coupon", () => {
  const coupon: Coupon = {
    id: "SOMMER50",
    isValid: true,
    percentOff: 50,
    amountOffCents: null,
    months: 3,
    isForever: false,
  };

  test("fits a campaign with the same discount for the same time", () => {
    expect(couponFits(make({ percentage: 50 }), coupon, plan)).toBe(true);
    expect(couponFits(make({ amountOff: 139.5 }), { ...coupon, percentOff: null, amountOffCents: 13_950 }, plan)).toBe(
      true,
    );
    expect(
      couponFits(make({ discountedPrice: 0 }), { ...coupon, percentOff: null, amountOffCents: 99_999 }, plan),
    ).toBe(true);
  });

  test.each([
    ["takes off less", { percentOff: 49 }],
    ["is shorter", { months: 2 }],
    ["is for ever", { isForever: true, months: null }],
    ["is used up", { isValid: false }],
  ])("does not fit if it %s", (_, changes) => {
    expect(couponFits(make({ percentage: 50 }), { ...coupon, ...changes }, plan)).toBe(false);
  });
});

describe("a campaign in the operator's file", () => {
  test.each([
    ["without a price", { priceAdjustments: [{ type: "basic", priceBase: "monthly" }] }],
    ["without a time", { monthsDiscounted: 0 }],
    ["of more than everything", { priceAdjustments: [{ type: "basic", priceBase: "monthly", percentage: 101 }] }],
    ["that ends on no day", { validUntil: "31.12.2026" }],
    ["with a code nobody could type", { code: "SOM MER" }],
  ])("is refused %s", (_, changes) => {
    expect(campaign.safeParse({ ...make({ percentage: 50 }), ...changes }).success).toBe(false);
  });
});
