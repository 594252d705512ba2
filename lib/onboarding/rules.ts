import type { StatusCode } from "@/lib/customers/schema";

/** A newcomer's steps in order. `books` means any accounting system; the plan follows both connections. */
export const ONBOARDING_STEPS = ["books", "GOCARDLESS", "plan", "billing", "payment", "order"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

const STEP_OF: Partial<Record<StatusCode, OnboardingStep>> = {
  NOT_CONNECTED: "books",
  LEXOFFICE_NOT_CONNECTED: "books",
  GOCARDLESS_NOT_CONNECTED: "GOCARDLESS",
  PAYMENT_PLAN_NOT_SELECTED: "plan",
  BILLING_DETAILS_MISSING: "billing",
  PAYMENT_METHOD_NOT_CONFIGURED: "payment",
  LAST_PAYMENT_FAILED: "order",
};

export interface OnboardingFacts {
  lexOfficeErrors: StatusCode[];
  goCardlessErrors: StatusCode[];
  sepaHeroErrors: StatusCode[];
  hasContractPlan: boolean;
  /** True once a payment method is chosen; the account or card itself is entered with the order. */
  hasChosenPayment: boolean;
}

/**
 * Returns the current step, determined by the first error. The provider's review of an account is only a warning.
 * Returns undefined if the supplier has a plan by contract, or nothing is missing.
 */
export function stepOf(facts: OnboardingFacts): OnboardingStep | undefined {
  if (facts.hasContractPlan) return undefined;
  const codes = [...facts.lexOfficeErrors, ...facts.goCardlessErrors, ...facts.sepaHeroErrors];
  const step = codes.map((code) => STEP_OF[code]).find((found) => found !== undefined);
  return step === "payment" && facts.hasChosenPayment ? "order" : step;
}

/** Returns the steps that have their result already. The order is never among them, because it ends the first steps. */
export function doneSteps(facts: OnboardingFacts): OnboardingStep[] {
  const codes = [...facts.lexOfficeErrors, ...facts.goCardlessErrors, ...facts.sepaHeroErrors];
  const missing = new Set(codes.map((code) => STEP_OF[code]));
  if (facts.hasChosenPayment) missing.delete("payment");
  return ONBOARDING_STEPS.filter((step) => step !== "order" && !missing.has(step));
}

export function isStep(text: string | undefined): text is OnboardingStep {
  return ONBOARDING_STEPS.some((step) => step === text);
}

/**
 * True if a person may open a step: all steps up to the current one. The two connections are independent, so GoCardless
 * may be connected before the accounting system.
 */
export function isReachable(step: OnboardingStep, current: OnboardingStep): boolean {
  return step === "GOCARDLESS" || ONBOARDING_STEPS.indexOf(step) <= ONBOARDING_STEPS.indexOf(current);
}
