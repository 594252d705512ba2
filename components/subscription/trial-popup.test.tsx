import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { Locale } from "@/lib/core/locales";
import { openPortalAction } from "@/lib/subscriptions/actions";
import { page, router } from "@/test/navigation";
import { done, refused, show, stubWayOut } from "@/test/screen";
import { type TrialNews, TrialPopup } from "./trial-popup";

const ENDING: TrialNews = {
  kind: "ending",
  daysLeft: 2,
  endsAt: "2026-12-14T23:01:00.000Z",
  hasPaymentMethod: false,
};

const open = (news: TrialNews, occasion = "2026-12-13", locale: Locale = "en", owner = "cus_1") =>
  show(<TrialPopup news={news} owner={owner} occasion={occasion} />, locale);

describe.each(["en", "de"] as const)("the trial dialog in %s", (locale) => {
  test("says when the trial ends and that a payment method is missing", async () => {
    const { t } = open(ENDING, "2026-12-13", locale);
    const dialog = await screen.findByRole("alertdialog", { name: t("client.trial.endingTitle", { days: 2 }) });
    const day = locale === "en" ? "Tue, 15 Dec 2026" : "Di., 15.12.2026";
    expect(dialog.textContent).toContain(t("client.trial.endingUnpaid", { day }));
    expect(within(dialog).getByRole("button", { name: t("client.trial.addMethod") })).toBeTruthy();
  });
});

describe("the trial dialog", () => {
  test("appears once a day in a browser, for each supplier", async () => {
    const first = open(ENDING);
    await first.user.click(await screen.findByRole("button", { name: first.t("client.trial.later") }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    first.unmount();
    const sameDay = open(ENDING);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    sameDay.unmount();
    const otherSupplier = open(ENDING, "2026-12-13", "en", "cus_2");
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
    otherSupplier.unmount();
    open(ENDING, "2026-12-14");
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
  });

  test("opens the payment service for a payment method, and does not appear again afterwards", async () => {
    const assign = stubWayOut();
    vi.mocked(openPortalAction).mockResolvedValue(done({ url: "https://billing.example/card" }));
    const { t, user } = open(ENDING);
    await user.click(await screen.findByRole("button", { name: t("client.trial.addMethod") }));
    expect(openPortalAction).toHaveBeenCalledExactlyOnceWith({ kind: "payment_method" });
    expect(assign).toHaveBeenCalledExactlyOnceWith("https://billing.example/card");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("stays open and says why when the payment service cannot be reached", async () => {
    vi.mocked(openPortalAction).mockResolvedValue(refused("provider_unavailable"));
    const { t, user } = open(ENDING);
    await user.click(await screen.findByRole("button", { name: t("client.trial.addMethod") }));
    expect(within(screen.getByRole("alertdialog")).getByRole("alert").textContent).toContain(
      t("errors.provider_unavailable"),
    );
  });

  test("asks for nothing when there is a payment method", async () => {
    const { t, user } = open({ ...ENDING, hasPaymentMethod: true });
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain(t("client.trial.endingPaid", { day: "Tue, 15 Dec 2026" }));
    await user.click(within(dialog).getByRole("button", { name: t("client.trial.look") }));
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/subscription");
  });

  test("opens the plans after the trial has ended", async () => {
    const { t, user } = open({ kind: "ended" });
    const dialog = await screen.findByRole("alertdialog", { name: t("client.trial.endedTitle") });
    await user.click(within(dialog).getByRole("button", { name: t("client.trial.choosePlan") }));
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app/subscription#plans");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  test("does not cover the subscription's own page", () => {
    page.path = "/app/subscription";
    open(ENDING);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});
