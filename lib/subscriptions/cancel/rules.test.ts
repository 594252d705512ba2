import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { monthlyEquivalent } from "@/lib/subscriptions/contract/rules";
import type { Plan } from "@/lib/subscriptions/types";
import { CANCEL_REASONS, type CancelFacts, offeredActions, targetPlans } from "./rules";

const plan = (priceId: string, type: Plan["type"], base: Plan["base"], cents: number): Plan => ({
  priceId,
  type,
  base,
  cents,
});
const PLANS = [
  plan("sm", "basic", "monthly", 1_390),
  plan("sy", "basic", "yearly", 15_000),
  plan("pm", "premium", "monthly", 2_590),
  plan("py", "premium", "yearly", 27_900),
];
const [basicMonthly, , premiumMonthly, premiumYearly] = PLANS as [Plan, Plan, Plan, Plan];

const facts = (changes: Partial<CancelFacts> = {}): CancelFacts => ({
  plan: premiumMonthly,
  plans: PLANS,
  pauseAllowed: true,
  discountAllowed: true,
  actionsRestricted: false,
  isPaused: false,
  isCouponActive: false,
  ...changes,
});

describe("the actions offered in the cancel flow", () => {
  test.each([
    ["too_expensive", ["discount", "pause", "switch_plan", "cancel"]],
    ["missing_features", ["contact_support", "switch_plan", "cancel"]],
    ["not_using", ["pause", "cancel"]],
    ["other", ["contact_support", "cancel"]],
  ] as const)("are those for the reason %s", (reason, actions) => {
    expect(offeredActions(reason, facts())).toEqual(actions);
  });

  test.each([
    ["pausing is not allowed", { pauseAllowed: false }, ["discount", "switch_plan", "cancel"]],
    ["discounts are not allowed", { discountAllowed: false }, ["pause", "switch_plan", "cancel"]],
    ["actions are restricted", { actionsRestricted: true }, ["switch_plan", "cancel"]],
    ["it is paused: a discount stays", { isPaused: true }, ["discount", "switch_plan", "cancel"]],
    ["the coupon is in force already", { isCouponActive: true }, ["switch_plan", "cancel"]],
    ["no plan is cheaper", { plan: basicMonthly }, ["discount", "pause", "cancel"]],
  ] as const)("omit what does not fit: %s", (_, changes, actions) => {
    expect(offeredActions("too_expensive", facts(changes))).toEqual(actions);
  });

  test("always include cancelling, and contain no action twice", () => {
    const flags = {
      pauseAllowed: fc.boolean(),
      discountAllowed: fc.boolean(),
      actionsRestricted: fc.boolean(),
      isPaused: fc.boolean(),
      isCouponActive: fc.boolean(),
    };
    const any = fc.record({ ...flags, plan: fc.constantFrom(...PLANS), plans: fc.subarray(PLANS) });
    fc.assert(
      fc.property(any, fc.constantFrom(...CANCEL_REASONS), (input, reason) => {
        const offered = offeredActions(reason, input);
        expect(offered.at(-1)).toBe("cancel");
        expect(new Set(offered).size).toBe(offered.length);
        // Switching is hidden only if no plan qualifies.
        const answers = reason === "too_expensive" || reason === "missing_features";
        expect(offered.includes("switch_plan")).toBe(answers && targetPlans(reason, input).length > 0);
      }),
    );
  });
});

describe("the plans offered for a reason", () => {
  test("are cheaper per month if the price is too high, cheapest first, and none for the basic plan", () => {
    const ids = (current: Plan) =>
      targetPlans("too_expensive", { plan: current, plans: PLANS }).map((one) => one.priceId);
    expect(ids(premiumMonthly)).toEqual(["sy", "sm", "py"]);
    expect(ids(premiumYearly)).toEqual(["sy", "sm"]);
    expect(ids(basicMonthly)).toEqual([]);
  });

  test("are the other Premium plans if features are missing", () => {
    const ids = (current: Plan) =>
      targetPlans("missing_features", { plan: current, plans: PLANS }).map((one) => one.priceId);
    expect(ids(basicMonthly)).toEqual(["py", "pm"]);
    expect(ids(premiumMonthly)).toEqual(["py"]);
  });

  test("are always cheaper than the present plan if the price is too high", () => {
    for (const current of PLANS)
      for (const target of targetPlans("too_expensive", { plan: current, plans: PLANS }))
        expect(monthlyEquivalent(target)).toBeLessThan(monthlyEquivalent(current));
  });
});
