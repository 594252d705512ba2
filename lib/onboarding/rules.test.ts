import { describe, expect, test } from "vitest";
import type { StatusCode } from "@/lib/customers/schema";
import { doneSteps, isReachable, isStep, ONBOARDING_STEPS, type OnboardingFacts, stepOf } from "./rules";

const ALL_BILLING: StatusCode[] = [
  "PAYMENT_PLAN_NOT_SELECTED",
  "BILLING_DETAILS_MISSING",
  "PAYMENT_METHOD_NOT_CONFIGURED",
];
const facts = (changes: Partial<OnboardingFacts> = {}): OnboardingFacts => ({
  lexOfficeErrors: [],
  goCardlessErrors: [],
  sepaHeroErrors: [],
  hasContractPlan: false,
  hasChosenPayment: false,
  ...changes,
});

describe("the first error determines the current step", () => {
  test.each<[OnboardingFacts, string | undefined]>([
    [
      facts({
        lexOfficeErrors: ["LEXOFFICE_NOT_CONNECTED"],
        goCardlessErrors: ["GOCARDLESS_NOT_CONNECTED"],
        sepaHeroErrors: ["NOT_CONNECTED", ...ALL_BILLING],
      }),
      "books",
    ],
    [facts({ goCardlessErrors: ["GOCARDLESS_NOT_CONNECTED"], sepaHeroErrors: ALL_BILLING }), "GOCARDLESS"],
    [facts({ sepaHeroErrors: ALL_BILLING }), "plan"],
    [facts({ sepaHeroErrors: ALL_BILLING.slice(1) }), "billing"],
    [facts({ sepaHeroErrors: ALL_BILLING.slice(2) }), "payment"],
    [facts({ sepaHeroErrors: ALL_BILLING.slice(2), hasChosenPayment: true }), "order"],
    [facts({ sepaHeroErrors: ["LAST_PAYMENT_FAILED"] }), "order"],
    [facts({ lexOfficeErrors: ["LEXOFFICE_NOT_CONNECTED"], hasContractPlan: true }), undefined],
    [facts(), undefined],
  ])("in case %#", (input, step) => expect(stepOf(input)).toBe(step));

  test.each<StatusCode>(["ACCOUNT_IN_REVIEW", "ACCOUNT_NOT_FULLY_VERIFIED"])("except for the warning %s", (code) => {
    expect(stepOf(facts({ goCardlessErrors: [code], sepaHeroErrors: ALL_BILLING }))).toBe("plan");
    expect(doneSteps(facts({ goCardlessErrors: [code] }))).toContain("GOCARDLESS");
  });
});

describe("the finished steps", () => {
  test("stay finished when a connection is lost later", () => {
    const lost = facts({ lexOfficeErrors: ["LEXOFFICE_NOT_CONNECTED"], hasChosenPayment: true });
    expect(doneSteps(lost)).toEqual(["GOCARDLESS", "plan", "billing", "payment"]);
  });

  test("are none at the beginning, and never include the order", () => {
    const sepaHeroErrors: StatusCode[] = ["NOT_CONNECTED", ...ALL_BILLING];
    const goCardlessErrors: StatusCode[] = ["GOCARDLESS_NOT_CONNECTED"];
    expect(
      doneSteps(facts({ lexOfficeErrors: ["LEXOFFICE_NOT_CONNECTED"], goCardlessErrors, sepaHeroErrors })),
    ).toEqual([]);
    expect(doneSteps(facts())).not.toContain("order");
  });
});

test("every earlier step is reachable, but no later one except GoCardless", () => {
  for (const [at, current] of ONBOARDING_STEPS.entries())
    for (const [index, step] of ONBOARDING_STEPS.entries())
      expect(isReachable(step, current), `${step} at ${current}`).toBe(index <= at || step === "GOCARDLESS");
  expect([isStep("plan"), isStep("constructor"), isStep(undefined)]).toEqual([true, false, false]);
});
