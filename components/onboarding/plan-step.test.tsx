import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { choosePaymentAction, choosePlanAction } from "@/lib/subscriptions/actions";
import { router } from "@/test/navigation";
import { offersOf } from "@/test/plan-offers";
import { done, refused, show, startingWith } from "@/test/screen";
import { PaymentStep } from "./payment-step";
import { PlanStep } from "./plan-step";

test.each(["en", "de"] as const)(
  "choosing a plan saves it with the chosen interval and opens the next step (%s)",
  async (locale) => {
    vi.mocked(choosePlanAction).mockResolvedValue(done(undefined));
    const { t, user } = show(<PlanStep offers={offersOf()} />, locale);
    await user.click(screen.getByRole("radio", { name: startingWith(t("plans.yearly")) }));
    const card = within(screen.getByRole("region", { name: t("plans.name.premium") }));
    await user.click(card.getByRole("button", { name: t("plans.choose", { plan: t("plans.name.premium") }) }));
    expect(choosePlanAction).toHaveBeenCalledExactlyOnceWith({ type: "premium", base: "yearly" });
    expect(router.refresh).toHaveBeenCalledTimes(1);
  },
);

test("after a refused plan the step stays open and says why", async () => {
  vi.mocked(choosePlanAction).mockResolvedValue(refused("conflict"));
  const { t, user } = show(<PlanStep offers={offersOf()} />);
  await user.click(screen.getByRole("button", { name: t("plans.choose", { plan: t("plans.name.basic") }) }));
  expect(screen.getByRole("alert").textContent).toContain(t("errors.conflict"));
  expect(router.refresh).not.toHaveBeenCalled();
});

test.each(["en", "de"] as const)("the step asks for a way to pay, and saves the choice (%s)", async (locale) => {
  vi.mocked(choosePaymentAction).mockResolvedValue(done(undefined));
  const { t, user } = show(<PaymentStep trialDays={14} />, locale);
  const save = screen.getByRole("button", { name: t("onboarding.payment.save") });
  await user.click(save);
  expect(screen.getByRole("alert").textContent).toBe(t("onboarding.payment.missing"));
  expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
  expect(choosePaymentAction).not.toHaveBeenCalled();
  await user.click(screen.getByRole("radio", { name: startingWith(t("onboarding.payment.later.title")) }));
  await user.click(save);
  expect(choosePaymentAction).toHaveBeenCalledExactlyOnceWith({ payment: "later" });
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("paying later is offered only while there is a trial", () => {
  show(<PaymentStep chosen="card" trialDays={0} />);
  const ways = screen.getAllByRole<HTMLInputElement>("radio");
  expect(ways.map((way) => [way.value, way.checked])).toEqual([
    ["sepa_debit", false],
    ["card", true],
  ]);
});
