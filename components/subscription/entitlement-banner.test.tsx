import { screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import { openPortalAction } from "@/lib/subscriptions/actions";
import type { Entitlement, LockReason } from "@/lib/subscriptions/types";
import { page } from "@/test/navigation";
import { done, refused, show, stubWayOut } from "@/test/screen";
import { EntitlementBanner } from "./entitlement-banner";

const SUPPORT = "mailto:support@einzug.example";
const LOCKS: LockReason[] = ["no_contract", "incomplete", "paused", "unpaid", "ended", "reversed"];

const locked = (lock: LockReason): Entitlement => ({ isActive: false, isPremium: false, lock, isOverdue: false });
const OVERDUE: Entitlement = { isActive: true, isPremium: true, isOverdue: true };

function open(entitlement: Entitlement, { isOwner = true, isNewcomer = false, locale = "en" as Locale } = {}) {
  return show(<EntitlementBanner view={{ entitlement, isOwner, isNewcomer, supportHref: SUPPORT }} />, locale);
}

describe.each(["en", "de"] as const)("the banner above every page in %s", (locale) => {
  test.each(LOCKS)("explains the lock %s and offers the one remedy", async (lock) => {
    const { t, container } = open(locked(lock), { locale });
    expect(container.textContent).toContain(t(`subscription.lock.${lock}.title`));
    expect(container.textContent).toContain(t(`subscription.lock.${lock}.text`));
    // Without a plan no collection was ever running.
    expect(container.textContent?.includes(t("subscription.underWay"))).toBe(lock !== "no_contract");
    expect(container.textContent).not.toContain(t("subscription.askOwner"));
    const plans = ["link", t("subscription.remedy.choosePlan"), "/app/subscription#plans"];
    const support = ["link", t("subscription.remedy.support"), SUPPORT];
    const payment = ["button", t("subscription.remedy.payment"), null];
    const remedies = {
      ...{ no_contract: plans, ended: plans, paused: support, reversed: support },
      ...{ incomplete: payment, unpaid: payment },
    };
    const offered = [...screen.queryAllByRole("link"), ...screen.queryAllByRole("button")];
    expect(
      offered.map((one) => [one.tagName === "A" ? "link" : "button", one.textContent, one.getAttribute("href")]),
    ).toEqual([remedies[lock]]);
  });

  test("warns of an overdue payment although everything still works", () => {
    const { t, container } = open(OVERDUE, { locale });
    expect(container.textContent).toContain(t("subscription.overdue.text"));
    expect(container.textContent).not.toContain(t("subscription.underWay"));
    expect(screen.getByRole("button", { name: t("subscription.remedy.payment") })).toBeTruthy();
  });
});

describe("the banner above every page", () => {
  test("is hidden while the contract is in order", () => {
    const { container } = open({ isActive: true, isPremium: false, isOverdue: false });
    expect(container.textContent).toBe("");
  });

  test.each([...LOCKS.map((lock) => locked(lock)), OVERDUE])(
    "refers a person who is no owner to an owner, and offers no button ($lock)",
    (entitlement) => {
      const { t, container } = open(entitlement, { isOwner: false });
      expect(container.textContent).toContain(t("subscription.askOwner"));
      expect(screen.queryAllByRole("link")).toEqual([]);
      expect(screen.queryAllByRole("button")).toEqual([]);
    },
  );

  test("leads a new supplier to the first steps, and is hidden there", () => {
    const first = open(locked("no_contract"), { isNewcomer: true });
    const link = screen.getByRole("link", { name: first.t("subscription.remedy.firstSteps") });
    expect(link.getAttribute("href")).toBe("/app/onboard");
    first.unmount();
    page.path = "/app/onboard";
    expect(open(locked("no_contract"), { isNewcomer: true }).container.textContent).toBe("");
  });

  test("opens the payment service's own page for another payment method", async () => {
    const assign = stubWayOut();
    vi.mocked(openPortalAction).mockResolvedValueOnce(refused("provider_unavailable"));
    const { t, user } = open(locked("unpaid"));
    const button = screen.getByRole("button", { name: t("subscription.remedy.payment") });
    await user.click(button);
    expect(screen.getByRole("alert").textContent).toContain(t("errors.provider_unavailable"));
    vi.mocked(openPortalAction).mockResolvedValueOnce(done({ url: "https://billing.example/card" }));
    await user.click(button);
    expect(openPortalAction).toHaveBeenLastCalledWith({ kind: "payment_method" });
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://billing.example/card");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
