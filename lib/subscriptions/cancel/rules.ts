import { monthlyEquivalent } from "@/lib/subscriptions/contract/rules";
import type { Plan } from "@/lib/subscriptions/types";

export const CANCEL_REASONS = ["too_expensive", "missing_features", "not_using", "other"] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const CANCEL_ACTIONS = ["discount", "pause", "switch_plan", "contact_support", "cancel"] as const;
export type CancelAction = (typeof CANCEL_ACTIONS)[number];

/** The actions offered for a reason, in this order. */
const OFFERS: Record<CancelReason, CancelAction[]> = {
  too_expensive: ["discount", "pause", "switch_plan", "cancel"],
  missing_features: ["contact_support", "switch_plan", "cancel"],
  not_using: ["pause", "cancel"],
  other: ["contact_support", "cancel"],
};

/** The facts of a subscription that determine the offers. */
export interface CancelFacts {
  plan: Plan;
  plans: Plan[];
  pauseAllowed: boolean;
  discountAllowed: boolean;
  /** True if it is cancelled or unpaid, or a change is scheduled: neither a pause nor a discount is offered. */
  actionsRestricted: boolean;
  isPaused: boolean;
  isCouponActive: boolean;
}

/**
 * Returns the actions offered for a reason. Pause and discount are hidden if they are not allowed, actions are
 * restricted, or the cancel flow's coupon is in force. A pause is also hidden during a pause. Switching is hidden only
 * if no plan qualifies.
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

/** Returns the plans that fit a reason: cheaper per month, or Premium, but never the present one. Cheapest first. */
export function targetPlans(reason: CancelReason, { plan, plans }: Pick<CancelFacts, "plan" | "plans">): Plan[] {
  const others = plans.filter((one) => one.priceId !== plan.priceId);
  const fits = (one: Plan): boolean => {
    // On the basic plan a yearly payment would be cheaper per month, but it does not help a person who pays too much.
    if (reason === "too_expensive") return plan.type !== "basic" && monthlyEquivalent(one) < monthlyEquivalent(plan);
    return reason === "missing_features" && one.type === "premium";
  };
  return others.filter(fits).toSorted((a, b) => monthlyEquivalent(a) - monthlyEquivalent(b));
}
