import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import { choosePlanAction, openOrderAction, openUpgradeAction } from "@/lib/subscriptions/actions";
import type { PlanOffers } from "@/lib/subscriptions/loaders";
import { offersOf, PREMIUM, PREMIUM_YEARLY, STANDARD, STANDARD_YEARLY } from "@/test/plan-offers";
import { done, readText, refused, show, startingWith, stubWayOut } from "@/test/screen";
import { PlanChoice } from "./plan-choice";

interface Opened {
  offers?: Partial<PlanOffers>;
  mayOrder?: boolean;
  isTrial?: boolean;
  locale?: Locale;
}

function open({ offers, mayOrder = true, isTrial = false, locale = "en" }: Opened = {}) {
  const shown = show(
    <PlanChoice
      offers={offersOf(offers)}
      mayOrder={mayOrder}
      isTrial={isTrial}
      periodEndsAt="2026-12-14T23:30:00.000Z"
    />,
    locale,
  );
  const { t, user } = shown;
  const card = (type: "basic" | "premium") => screen.getByRole("region", { name: t(`plans.name.${type}`) });
  return {
    ...shown,
    card,
    payYearly: () => user.click(screen.getByRole("radio", { name: startingWith(t("plans.yearly")) })),
    press: (type: "basic" | "premium", text: "choose" | "switch" | "keep") =>
      user.click(
        within(card(type)).getByRole("button", { name: t(`plans.${text}`, { plan: t(`plans.name.${type}`) }) }),
      ),
    question: () => screen.findByRole("alertdialog"),
  };
}

describe.each(["en", "de"] as const)("the price list in %s", (locale) => {
  const money = (en: string, de: string) => (locale === "en" ? en : de);

  test("shows the monthly price, and the yearly price with its monthly equivalent", async () => {
    const { t, card, payYearly } = open({ locale });
    expect(readText(card("basic"))).toContain(money("€13.90", "13,90 €") + t("plans.perPeriod.monthly"));
    expect(readText(card("premium"))).toContain(money("€25.90", "25,90 €") + t("plans.perPeriod.monthly"));
    expect(readText(card("basic"))).toContain(t("plans.trial", { days: 14, amount: money("€13.90", "13,90 €") }));
    expect(card("basic").textContent).toContain(t("plans.note.monthly", { months: 2 }));
    expect(screen.getByText(t("plans.saved", { months: 2 }))).toBeTruthy();
    await payYearly();
    expect(readText(card("basic"))).toContain(money("€139.00", "139,00 €") + t("plans.perPeriod.yearly"));
    expect(readText(card("basic"))).toContain(t("plans.equivalent", { amount: money("€11.58", "11,58 €") }));
    expect(card("premium").textContent).toContain(t("plans.note.yearly", { months: 2 }));
  });

  test("shows a campaign's price next to the usual one, how long it applies and what follows", () => {
    const campaign = { label: "Start", cents: 695, months: 6 };
    const { t, card } = open({ offers: { plans: [{ ...STANDARD, campaign }, PREMIUM] }, locale });
    const text = readText(card("basic"));
    const [now, usual] = [money("€6.95", "6,95 €"), money("€13.90", "13,90 €")];
    expect(text).toContain(`${now}${t("plans.instead")} ${usual}`);
    expect(text).toContain(t("plans.campaign", { label: "Start", months: 6, amount: usual, base: "monthly" }));
    expect(text).toContain(t("plans.trial", { days: 14, amount: now }));
  });

  test("asks before an upgrade, and opens the payment service with the chosen plan", async () => {
    const assign = stubWayOut();
    vi.mocked(openUpgradeAction).mockResolvedValue(done({ url: "https://billing.example/confirm" }));
    const { t, user, press, question } = open({ offers: { current: STANDARD }, locale });
    await press("premium", "switch");
    const dialog = await question();
    const premium = t("subscription.plan.named", { plan: t("plans.name.premium"), base: "monthly" });
    expect(within(dialog).getByRole("heading").textContent).toBe(t("subscription.change.ask", { plan: premium }));
    const price = t("subscription.plan.price", { amount: money("€25.90", "25,90 €"), base: "monthly" });
    expect(readText(dialog)).toContain(t("subscription.change.now", { price }));
    expect(readText(dialog)).not.toContain(t("subscription.change.losing"));
    await user.click(within(dialog).getByRole("button", { name: t("subscription.change.confirm") }));
    expect(openUpgradeAction).toHaveBeenCalledExactlyOnceWith({
      ...{ type: "premium", base: "monthly" },
      returnPath: "/app/subscription",
    });
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://billing.example/confirm");
  });

  test("says before a downgrade when it begins, and what becomes inactive then", async () => {
    const { t, user, press, question } = open({ offers: { current: PREMIUM }, locale });
    await press("basic", "switch");
    const dialog = await question();
    const price = t("subscription.plan.price", { amount: money("€13.90", "13,90 €"), base: "monthly" });
    const day = money("Tue, 15 Dec 2026", "Di., 15.12.2026");
    expect(readText(dialog)).toContain(t("subscription.change.later", { day, price }));
    expect(readText(dialog)).toContain(t("subscription.change.losing"));
    await user.click(within(dialog).getByRole("button", { name: t("subscription.change.stay") }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(openUpgradeAction).not.toHaveBeenCalled();
  });
});

describe("the price list", () => {
  test("marks the current plan, and has no button for it", () => {
    const { t, card } = open({ offers: { current: PREMIUM } });
    expect(within(card("premium")).getByText(t("plans.current"))).toBeTruthy();
    expect(within(card("premium")).queryByRole("button")).toBeNull();
    expect(within(card("basic")).queryByText(t("plans.current"))).toBeNull();
  });

  test("starts with the interval of the current plan, and offers that plan for the other interval", async () => {
    const { t, user, card } = open({ offers: { current: PREMIUM_YEARLY } });
    expect(readText(card("premium"))).toContain("€259.00");
    await user.click(screen.getByRole("radio", { name: t("plans.monthly") }));
    expect(within(card("premium")).queryByText(t("plans.current"))).toBeNull();
    expect(within(card("premium")).getByRole("button")).toBeTruthy();
  });

  test("offers no trial once a plan runs, or once the trial was used", () => {
    const free = /free, then/;
    const first = open();
    expect(screen.getAllByText(free)).toHaveLength(2);
    first.unmount();
    const running = open({ offers: { current: STANDARD } });
    expect(screen.queryByText(free)).toBeNull();
    running.unmount();
    open({ offers: { trialDays: 0 } });
    expect(screen.queryByText(free)).toBeNull();
  });

  test("starts with the year when a campaign lowers only the yearly price, rounded up to whole years", () => {
    const campaign = { label: "Start", cents: 9_900, months: 6 };
    const { t, card } = open({ offers: { plans: [STANDARD, { ...STANDARD_YEARLY, campaign }] } });
    expect(readText(card("basic"))).toContain(
      t("plans.campaign", { label: "Start", months: 12, amount: "€139.00", base: "yearly" }),
    );
    expect(readText(card("basic"))).toContain(t("plans.equivalentOfCampaign", { amount: "€8.25", full: "€11.58" }));
  });

  test("preselects the plan chosen in the first steps, and orders it", async () => {
    const assign = stubWayOut();
    vi.mocked(choosePlanAction).mockResolvedValue(done(undefined));
    vi.mocked(openOrderAction).mockResolvedValue(done({ url: "https://billing.example/order" }));
    const { t, card, press } = open({ offers: { chosen: { type: "basic", base: "yearly" } } });
    expect(within(card("basic")).getByText(t("plans.chosen"))).toBeTruthy();
    await press("basic", "keep");
    expect(choosePlanAction).toHaveBeenCalledExactlyOnceWith({ type: "basic", base: "yearly" });
    expect(openOrderAction).toHaveBeenCalledExactlyOnceWith({ returnPath: "/app/subscription" });
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://billing.example/order");
  });

  test("orders nothing when the choice was refused, and says why", async () => {
    vi.mocked(choosePlanAction).mockResolvedValue(refused("conflict"));
    const { t, press } = open();
    await press("premium", "choose");
    expect(screen.getByRole("alert").textContent).toContain(t("errors.conflict"));
    expect(openOrderAction).not.toHaveBeenCalled();
  });

  test("opens the billing details when they are missing", async () => {
    vi.mocked(choosePlanAction).mockResolvedValue(done(undefined));
    vi.mocked(openOrderAction).mockResolvedValue(refused("billing_details_missing"));
    const { t, press } = open();
    await press("basic", "choose");
    expect(screen.getByRole("alert").textContent).toContain(t("errors.billing_details_missing"));
    expect(screen.getByRole("link", { name: t("subscription.change.toBilling") }).getAttribute("href")).toBe(
      "#billing",
    );
  });

  test("shows a refused change inside its question, where it can be tried again", async () => {
    vi.mocked(openUpgradeAction).mockResolvedValue(refused("provider_unavailable"));
    const { t, user, press, question } = open({ offers: { current: STANDARD } });
    await press("premium", "switch");
    const dialog = await question();
    await user.click(within(dialog).getByRole("button", { name: t("subscription.change.confirm") }));
    expect(within(dialog).getByRole("alert").textContent).toContain(t("errors.provider_unavailable"));
  });

  test.each([
    ["begins a dearer plan at once, free until the trial ends", STANDARD, "premium", "nowInTrial", "€25.90"],
    ["begins a cheaper plan when the trial ends", PREMIUM, "basic", "laterInTrial", "€13.90"],
  ] as const)("%s", async (_title, current, type, text, amount) => {
    const { t, press, question } = open({ offers: { current }, isTrial: true });
    await press(type, "switch");
    const price = t("subscription.plan.price", { amount, base: "monthly" });
    expect(readText(await question())).toContain(t(`subscription.change.${text}`, { day: "Tue, 15 Dec 2026", price }));
  });

  test("has no buttons for a person who may not order", () => {
    open({ offers: { current: STANDARD }, mayOrder: false });
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});
