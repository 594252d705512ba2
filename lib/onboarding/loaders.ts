import { redirect } from "next/navigation";
import { cache } from "react";
import { statusOf } from "@/lib/customers/data";
import { loadAccount, pageSession } from "@/lib/customers/loaders";
import { doneSteps, type OnboardingFacts, type OnboardingStep, stepOf } from "./rules";

const loadFacts = cache(async (): Promise<OnboardingFacts> => {
  const { customerId } = await pageSession();
  const account = await loadAccount(customerId);
  const { contract } = account;
  const hasContractPlan = Boolean(contract?.planType);
  return { ...statusOf(account), hasContractPlan, hasChosenPayment: Boolean(contract?.chosenPayment) };
});

/** The step a newcomer is at; undefined once everything is done. */
async function loadStep(): Promise<OnboardingStep | undefined> {
  return stepOf(await loadFacts());
}

/** For the dashboard: newcomers finish the first steps before there is anything to see. */
export async function requireOnboarded(): Promise<void> {
  if (await loadStep()) redirect("/app/onboard");
}

export interface Onboarding {
  current: OnboardingStep;
  done: OnboardingStep[];
  /** The order's first payment did not come through. */
  hasPaymentFailed: boolean;
}

/** For the first steps themselves: where somebody stands. Whoever is through goes to the dashboard. */
export async function requireNewcomer(): Promise<Onboarding> {
  const current = (await loadStep()) ?? redirect("/app");
  const facts = await loadFacts();
  const hasPaymentFailed = facts.sepaHeroErrors.includes("LAST_PAYMENT_FAILED");
  return { current, done: doneSteps(facts), hasPaymentFailed };
}
