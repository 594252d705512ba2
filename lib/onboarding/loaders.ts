import { redirect } from "next/navigation";
import { pageAccount } from "@/lib/auth/sessions/page-session";
import { statusOf } from "@/lib/customers/record/data";
import { doneSteps, type OnboardingFacts, type OnboardingStep, stepOf } from "./rules";

async function loadFacts(): Promise<OnboardingFacts> {
  const { account } = await pageAccount();
  const { planType, chosenPayment } = account.contract ?? {};
  return { ...statusOf(account), hasContractPlan: Boolean(planType), hasChosenPayment: Boolean(chosenPayment) };
}

/** Returns the newcomer's current step; undefined once everything is done. */
async function loadStep(): Promise<OnboardingStep | undefined> {
  return stepOf(await loadFacts());
}

/** Redirects newcomers from the dashboard to the first steps, before which there is nothing to see. */
export async function requireOnboarded(): Promise<void> {
  if (await loadStep()) redirect("/app/onboard");
}

export interface Onboarding {
  current: OnboardingStep;
  done: OnboardingStep[];
  /** True if the order's first payment failed. */
  hasPaymentFailed: boolean;
}

/** Loads the newcomer's progress; redirects everybody else to the dashboard. */
export async function requireNewcomer(): Promise<Onboarding> {
  const current = (await loadStep()) ?? redirect("/app");
  const facts = await loadFacts();
  const hasPaymentFailed = facts.sepaHeroErrors.includes("LAST_PAYMENT_FAILED");
  return { current, done: doneSteps(facts), hasPaymentFailed };
}
