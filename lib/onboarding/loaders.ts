import { redirect } from "next/navigation";
import { cache } from "react";
import { readStatus } from "@/lib/customers/data";
import { pageSession } from "@/lib/customers/loaders";
import { readContract } from "@/lib/subscriptions/data";
import { type OnboardingStep, stepOf } from "./rules";

/** The step a newcomer is at; undefined once everything is done. */
export const loadStep = cache(async (): Promise<OnboardingStep | undefined> => {
  const { customerId } = await pageSession();
  const [status, contract] = await Promise.all([readStatus(customerId), readContract(customerId)]);
  const hasContractPlan = Boolean(contract?.planType);
  return stepOf({ ...status, hasContractPlan, hasChosenPayment: Boolean(contract?.chosenPayment) });
});

/** For the dashboard: newcomers finish the first steps before there is anything to see. */
export async function requireOnboarded(): Promise<void> {
  if (await loadStep()) redirect("/app/onboard");
}

/** For the first steps themselves. */
export async function requireNewcomer(): Promise<OnboardingStep> {
  return (await loadStep()) ?? redirect("/app");
}
