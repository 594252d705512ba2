import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import { undoAction } from "@/lib/subscriptions/actions";
import type { SubscriptionPage } from "@/lib/subscriptions/loaders";
import { subscriptionStatus } from "@/lib/subscriptions/schema";
import { router } from "@/test/navigation";
import { done, readText, refused, show } from "@/test/screen";
import { subscriptionOf } from "@/test/subscription-page";
import { PlanOverview } from "./plan-overview";

/** One minute past midnight of 15 December 2026 in Germany, still the 14th in UTC. */
const AT = "2026-12-14T23:01:00.000Z";
const STATUSES = subscriptionStatus.options;

function open(changes: Partial<SubscriptionPage> = {}, { isOwner = true, locale = "en" as Locale } = {}) {
  const shown = show(<PlanOverview subscription={subscriptionOf(changes)} isOwner={isOwner} />, locale);
  const { t } = shown;
  return {
    ...shown,
    facts: () =>
      Object.fromEntries(
        screen.queryAllByRole("term").map((term, at) => {
          const value = screen.getAllByRole("definition")[at];
          return [term.textContent, value && readText(value)];
        }),
      ),
    cancelLink: () => screen.queryByRole("link", { name: t("subscription.plan.cancel") }),
  };
}

describe.each(["en", "de"] as const)("a subscription in %s", (locale) => {
  test.each(STATUSES)("explains its status %s", (status) => {
    const { t, cancelLink } = open({ status }, { locale });
    const name = t("subscription.plan.named", { plan: t("plans.name.premium"), base: "monthly" });
    expect(screen.getByText(name)).toBeTruthy();
    expect(screen.getByText(t(`subscription.status.${status}.word`))).toBeTruthy();
    expect(screen.getByText(t(`subscription.status.${status}.text`))).toBeTruthy();
    // A subscription that still runs at the payment service can be cancelled, also an unpaid one.
    const canBeLeft = ["active", "trialing", "past_due", "unpaid"].includes(status);
    expect(cancelLink()?.getAttribute("href")).toBe(canBeLeft ? "/subscription/cancel" : undefined);
  });

  test("shows its price, renewal and discount by the German calendar", () => {
    const discount = { couponId: "BLEIBEN50", percentOff: 50, amountOffCents: null, endsAt: AT };
    const { t, facts } = open({ discount }, { locale });
    const [amount, day] = locale === "en" ? ["€25.90", "15 Dec 2026"] : ["25,90 €", "15.12.2026"];
    expect(facts()).toEqual({
      [t("subscription.plan.fact.price")]: t("subscription.plan.price", { amount, base: "monthly" }),
      [t("subscription.plan.fact.renews")]: day,
      [t("subscription.plan.fact.discount")]: t("subscription.plan.until", {
        discount: t("subscription.plan.percentOff", { percent: 50 }),
        day,
      }),
    });
  });

  test("shows after a cancellation when it ends, and lets the owner undo that", async () => {
    vi.mocked(undoAction).mockResolvedValue(done(undefined));
    const { t, user, facts, cancelLink } = open({ endsAt: AT }, { locale });
    const day = locale === "en" ? "Tue, 15 Dec 2026" : "Di., 15.12.2026";
    expect(screen.getByText(t("subscription.cancelled.title", { day }))).toBeTruthy();
    expect(Object.keys(facts())).toEqual([t("subscription.plan.fact.price"), t("subscription.plan.fact.ends")]);
    expect(cancelLink()).toBeNull();
    await user.click(screen.getByRole("button", { name: t("subscription.cancelled.undo") }));
    expect(undoAction).toHaveBeenCalledExactlyOnceWith({ what: "cancel" });
    expect(router.refresh).toHaveBeenCalledTimes(1);
  });
});

describe("a subscription", () => {
  test("shows during a pause until when it is free of charge, and lets the owner end the pause", async () => {
    vi.mocked(undoAction).mockResolvedValue(done(undefined));
    const { t, user, facts } = open({ isPaused: true, pausedUntil: AT });
    expect(screen.getByText(t("subscription.pause.title", { day: "Tue, 15 Dec 2026" }))).toBeTruthy();
    expect(facts()).not.toHaveProperty(t("subscription.plan.fact.renews"));
    await user.click(screen.getByRole("button", { name: t("subscription.pause.undo") }));
    expect(undoAction).toHaveBeenCalledExactlyOnceWith({ what: "pause" });
  });

  test("shows a planned change of plan and its date, and lets the owner undo it", async () => {
    vi.mocked(undoAction).mockResolvedValue(done(undefined));
    const { t, user } = open({ next: { type: "basic", base: "yearly", at: AT } });
    const plan = t("subscription.plan.named", { plan: t("plans.name.basic"), base: "yearly" });
    expect(screen.getByText(t("subscription.next.title", { plan, day: "Tue, 15 Dec 2026" }))).toBeTruthy();
    await user.click(screen.getByRole("button", { name: t("subscription.next.undo") }));
    expect(undoAction).toHaveBeenCalledExactlyOnceWith({ what: "change" });
  });

  test("says why a planned change could not be undone", async () => {
    vi.mocked(undoAction).mockResolvedValue(refused("provider_unavailable"));
    const { t, user } = open({ endsAt: AT });
    await user.click(screen.getByRole("button", { name: t("subscription.cancelled.undo") }));
    expect(screen.getByRole("alert").textContent).toContain(t("errors.provider_unavailable"));
    expect(router.refresh).not.toHaveBeenCalled();
  });

  test("warns of the end of the trial only while there is no payment method", () => {
    const trial = { status: "trialing", trialEndsAt: AT } as const;
    const first = open({ ...trial, paymentMethod: null });
    const { t } = first;
    const warning = t("client.trial.endingUnpaid", { day: "Tue, 15 Dec 2026" });
    expect(screen.getByText(t("subscription.unpaidTrial"))).toBeTruthy();
    expect(screen.getByText(warning)).toBeTruthy();
    expect(first.facts()).toHaveProperty(t("subscription.plan.fact.trial"), "15 Dec 2026");
    first.unmount();
    open(trial);
    expect(screen.queryByText(warning)).toBeNull();
  });

  test("says that its trial has lapsed, and when it ended", () => {
    const { t, facts } = open({ status: "cancelled", hasTrialLapsed: true, endedAt: AT, endsAt: AT });
    expect(screen.getByText(t("subscription.status.lapsed.text"))).toBeTruthy();
    expect(facts()).toHaveProperty(t("subscription.plan.fact.ended"), "15 Dec 2026");
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("says that it was agreed outside the payment service, and has no buttons then", () => {
    const { t } = open({ contractType: "EXTERNAL", status: null, plan: undefined, isPaused: true, endsAt: AT });
    expect(screen.getByText(t("subscription.plan.external"))).toBeTruthy();
    expect(screen.getByText(t("subscription.status.external.word"))).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(screen.queryAllByRole("link")).toEqual([]);
  });

  test("can be neither cancelled nor changed by a person who is no owner", () => {
    const { cancelLink } = open(
      { isPaused: true, next: { type: "basic", base: "monthly", at: AT } },
      { isOwner: false },
    );
    expect(cancelLink()).toBeNull();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  test("names a permanent amount off each invoice", () => {
    const discount = { couponId: "x", percentOff: null, amountOffCents: 500, endsAt: null };
    const { t, facts } = open({ discount });
    const off = t("subscription.plan.amountOff", { amount: "€5.00" });
    expect(facts()).toHaveProperty(
      t("subscription.plan.fact.discount"),
      t("subscription.plan.forever", { discount: off }),
    );
  });
});
