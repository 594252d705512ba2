import type { SubscriptionPage } from "@/lib/subscriptions/loaders";
import { PREMIUM } from "./plan-offers";

/** Returns a paid Premium subscription, renewed on 15 December 2026, one minute past midnight in Germany. */
export function subscriptionOf(changes: Partial<SubscriptionPage> = {}): SubscriptionPage {
  return {
    contractType: "STRIPE",
    entitlement: { isActive: true, isPremium: true, isOverdue: false },
    status: "active",
    planType: "premium",
    plan: PREMIUM,
    hasTrialLapsed: false,
    periodEndsAt: "2026-12-14T23:01:00.000Z",
    isPaused: false,
    discount: null,
    paymentMethod: { kind: "card", brand: "visa", last4: "4242", expMonth: 1, expYear: 2030, state: "valid" },
    chosenPayment: null,
    actionsRestricted: false,
    hasAccount: true,
    ...changes,
  };
}
