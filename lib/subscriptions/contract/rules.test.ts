import { describe, expect, test } from "vitest";
import { ContractType, SubscriptionStatus } from "@/lib/core/prisma/enums";
import type { ContractFacts, Plan } from "@/lib/subscriptions/types";
import { addMonths, cardState, daysRemaining, entitlementOf, hasEnded, monthsSaved, pausesWorth } from "./rules";

const NOW = new Date("2026-11-21T12:00:00Z");

const facts = (changes: Partial<ContractFacts> = {}): ContractFacts => ({
  type: "STRIPE",
  status: "active",
  planType: "premium",
  endsAt: null,
  isReversed: false,
  ...changes,
});

describe("the entitlement of a contract", () => {
  test.each([
    ["active", { isActive: true, isPremium: true, isOverdue: false }],
    ["trialing", { isActive: true, isPremium: true, isOverdue: false }],
    ["past_due", { isActive: true, isPremium: true, isOverdue: true }],
    ["unpaid", { isActive: false, isPremium: false, isOverdue: true, lock: "unpaid" }],
    ["incomplete", { isActive: false, isPremium: false, isOverdue: false, lock: "incomplete" }],
    ["incomplete_expired", { isActive: false, isPremium: false, isOverdue: false, lock: "no_contract" }],
    ["paused", { isActive: false, isPremium: false, isOverdue: false, lock: "paused" }],
    ["cancelled", { isActive: false, isPremium: false, isOverdue: false, lock: "ended" }],
  ] as const)("follows from the status %s", (status, entitlement) => {
    expect(entitlementOf(facts({ status }), NOW)).toEqual(entitlement);
  });

  test("counts a subscription as ended only if nothing of it can continue at Stripe", () => {
    const ended = Object.values(SubscriptionStatus).filter(hasEnded);
    expect(ended.toSorted()).toEqual(["cancelled", "incomplete_expired"]);
    expect(hasEnded(null)).toBe(true);
  });

  test("is none without a contract", () => {
    expect(entitlementOf(null, NOW)).toMatchObject({ isActive: false, lock: "no_contract" });
    expect(entitlementOf(facts({ status: null, planType: null }), NOW)).toMatchObject({ lock: "no_contract" });
    expect(entitlementOf(facts({ status: "incomplete", planType: null }), NOW)).toMatchObject({ lock: "incomplete" });
  });

  test("on the basic plan excludes Premium", () => {
    expect(entitlementOf(facts({ planType: "basic" }), NOW)).toMatchObject({ isActive: true, isPremium: false });
  });

  test("is none while a payment is reversed, whatever the status", () => {
    expect(entitlementOf(facts({ isReversed: true }), NOW)).toMatchObject({
      isActive: false,
      lock: "reversed",
      isOverdue: true,
    });
  });

  test("stays complete until the date of a cancellation", () => {
    expect(entitlementOf(facts({ endsAt: new Date("2026-12-01T00:00:00Z") }), NOW)).toMatchObject({ isActive: true });
  });

  test("of a contract agreed outside Stripe lasts until an operator ends it", () => {
    const external = facts({ type: "EXTERNAL", status: null });
    expect(entitlementOf(external, NOW)).toMatchObject({ isActive: true, isPremium: true });
    expect(entitlementOf({ ...external, endsAt: NOW }, NOW)).toMatchObject({ isActive: false, lock: "ended" });
  });
});

test("every combination of a contract's facts has one entitlement, and rights only by the rule", () => {
  const ACTIVE = ["active", "trialing", "past_due"];
  let cells = 0;
  for (const type of Object.values(ContractType))
    for (const status of [null, ...Object.values(SubscriptionStatus)])
      for (const planType of [null, "basic", "premium"] as const)
        for (const endsAt of [null, NOW, new Date(NOW.getTime() + 1)])
          for (const isReversed of [false, true]) {
            cells += 1;
            const cell = { type, status, planType, endsAt, isReversed };
            const entitlement = entitlementOf(cell, NOW);
            // A Stripe contract ends by its status, a contract agreed outside Stripe only by its date.
            const runs =
              type === "EXTERNAL"
                ? endsAt === null || endsAt > NOW
                : status !== null && ACTIVE.includes(status) && !isReversed;
            const isActive = planType !== null && runs;
            expect(entitlement, JSON.stringify(cell)).toMatchObject({
              isActive,
              isPremium: isActive && planType === "premium",
            });
            expect(entitlement.lock === undefined, JSON.stringify(cell)).toBe(isActive);
          }
  expect(cells).toBe(324);
});

describe("periods", () => {
  test("daysRemaining counts the day that has begun, and is never negative", () => {
    expect(daysRemaining(new Date("2026-11-24T12:00:00Z"), NOW)).toBe(3);
    expect(daysRemaining(new Date("2026-11-24T12:00:01Z"), NOW)).toBe(4);
    expect(daysRemaining(new Date("2026-11-21T11:00:00Z"), NOW)).toBe(0);
  });

  test("addMonths ends on the last day of a shorter month", () => {
    expect(addMonths(new Date("2026-12-31T08:30:00Z"), 2).toISOString()).toBe("2027-02-28T08:30:00.000Z");
    expect(addMonths(new Date("2026-11-21T12:00:00Z"), 1).toISOString()).toBe("2026-12-21T12:00:00.000Z");
  });

  test("pausesWorth returns the pauses into which a payment falls", () => {
    expect(pausesWorth(new Date("2026-12-10T00:00:00Z"), NOW)).toEqual([1, 2]);
    expect(pausesWorth(new Date("2027-01-10T00:00:00Z"), NOW)).toEqual([2]);
    expect(pausesWorth(new Date("2027-08-10T00:00:00Z"), NOW)).toEqual([]);
    expect(pausesWorth(null, NOW)).toEqual([]);
  });

  test("a card is valid until the end of its month, and expiring some weeks before", () => {
    const card = (expMonth: number, expYear: number) => cardState({ expMonth, expYear }, NOW);
    expect(card(11, 2026)).toBe("expiring");
    expect(card(12, 2026)).toBe("expiring");
    expect(card(1, 2027)).toBe("valid");
    expect(card(10, 2026)).toBe("expired");
    expect(cardState({ expMonth: null, expYear: null }, NOW)).toBe("valid");
  });
});

test("monthsSaved returns the whole months saved by paying for a year at once", () => {
  const plan = (base: Plan["base"], cents: number): Plan => ({ priceId: base, type: "basic", base, cents });
  expect(monthsSaved([plan("monthly", 1_390), plan("yearly", 15_000)], "basic")).toBe(1);
  expect(monthsSaved([plan("monthly", 1_500), plan("yearly", 15_000)], "basic")).toBe(2);
  expect(monthsSaved([plan("monthly", 1_390)], "basic")).toBe(0);
});
