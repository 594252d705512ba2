import { monthlyEquivalent } from "./rules";
import type { Plan } from "./types";

export const CANCEL_REASONS = ["too_expensive", "missing_features", "not_using", "other"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const CANCEL_ACTIONS = ["discount", "pause", "switch_plan", "contact_support", "cancel"] as const;
export type CancelAction = (typeof CANCEL_ACTIONS)[number];

/** What is offered for a reason, in this order. */
const OFFERS: Record<CancelReason, CancelAction[]> = {
  too_expensive: ["discount", "pause", "switch_plan", "cancel"],
  missing_features: ["contact_support", "switch_plan", "cancel"],
  not_using: ["pause", "cancel"],
  other: ["contact_support", "cancel"],
};

/** The facts of a subscription on which the offers rest. */
export interface CancelFacts {
  plan: Plan;
  plans: Plan[];
  pauseAllowed: boolean;
  discountAllowed: boolean;
  /** It is cancelled already, owed for, or a change waits: neither a pause nor a discount. */
  actionsRestricted: boolean;
  isPaused: boolean;
  isCouponActive: boolean;
}

/**
 * Pause is hidden if it is not allowed, actions are restricted, the subscription is paused, or the cancel flow's
 * coupon is in force; a discount in the same cases, but for the pause. Switching is hidden only where no plan qualifies.
 */
export function offeredActions(reason: CancelReason, facts: CancelFacts): CancelAction[] {
  const isBarred = facts.actionsRestricted || facts.isCouponActive;
  return OFFERS[reason].filter((action) => {
    if (action === "pause") return facts.pauseAllowed && !isBarred && !facts.isPaused;
    if (action === "discount") return facts.discountAllowed && !isBarred;
    if (action === "switch_plan") return targetPlans(reason, facts).length > 0;
    return true;
  });
}

/** Plans that answer a reason: cheaper ones by the month, or premium ones; never the one that runs. Cheapest first. */
export function targetPlans(reason: CancelReason, { plan, plans }: Pick<CancelFacts, "plan" | "plans">): Plan[] {
  const others = plans.filter((one) => one.priceId !== plan.priceId);
  const fits = (one: Plan): boolean => {
    // Whoever has the basic plan already is shown none that is "cheaper": paying a year ahead is no answer to that.
    if (reason === "too_expensive") return plan.type !== "basic" && monthlyEquivalent(one) < monthlyEquivalent(plan);
    return reason === "missing_features" && one.type === "premium";
  };
  return others.filter(fits).toSorted((a, b) => monthlyEquivalent(a) - monthlyEquivalent(b));
}
