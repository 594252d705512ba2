import type { StatusCode } from "@/lib/customers/schema";

/** The steps of a newcomer, in their order: whichever system keeps the books; the plan comes after both connections. */
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
  /** How to pay has been chosen; the account or card itself is given with the order. */
  hasChosenPayment: boolean;
}

/**
 * The step somebody is at, by the first error; the provider's review is a warning and no step. Undefined for whoever is
 * through: by a contract, or because nothing is missing.
 */
export function stepOf(facts: OnboardingFacts): OnboardingStep | undefined {
  if (facts.hasContractPlan) return undefined;
  const codes = [...facts.lexOfficeErrors, ...facts.goCardlessErrors, ...facts.sepaHeroErrors];
  const step = codes.map((code) => STEP_OF[code]).find((found) => found !== undefined);
  return step === "payment" && facts.hasChosenPayment ? "order" : step;
}

/** The steps that have their result already, whichever one somebody is at. An order has none: it ends the steps. */
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
 * A step is open once all before it are done: at any time one may go back, never ahead. The two accounts need nothing of each
 * other, so GoCardless may be connected before the books.
 */
export function isReachable(step: OnboardingStep, current: OnboardingStep): boolean {
  return step === "GOCARDLESS" || ONBOARDING_STEPS.indexOf(step) <= ONBOARDING_STEPS.indexOf(current);
}
