import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { ActionResult } from "@/lib/core/web/action-result";
import { cancelFlowAction } from "@/lib/subscriptions/actions";
import { CANCEL_REASONS, type CancelFacts, type CancelReason } from "@/lib/subscriptions/cancel/rules";
import { flowOf, openFlow } from "@/test/cancel-flow";
import { router } from "@/test/navigation";
import { PREMIUM, PREMIUM_YEARLY, STANDARD } from "@/test/plan-offers";
import { answerLater, done, readText, refused, startingWith } from "@/test/screen";

describe.each(["en", "de"] as const)("the cancel flow in %s", (locale) => {
  test("asks for a reason first, and shows an error below the reasons when none was chosen", async () => {
    const { t, proceed } = openFlow(flowOf(), locale);
    await proceed();
    expect(screen.getByRole("alert").textContent).toBe(t("cancel.reasonMissing"));
    expect(screen.getByRole("group").getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
    expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
    expect(screen.queryByRole("heading", { name: t("cancel.offersTitle") })).toBeNull();
  });

  test("offers what fits each reason, in the prescribed order, with the cancellation last", async () => {
    const { t, user, give, headings } = openFlow(flowOf(), locale);
    const leave = t("cancel.leave.title");
    const expected: Record<CancelReason, string[]> = {
      too_expensive: [
        t("cancel.discount.title", { months: 12 }),
        t("cancel.pause.title"),
        t("cancel.switch.titleCheaper"),
        leave,
      ],
      missing_features: [t("cancel.contact.title.missing_features"), t("cancel.switch.titleBase.yearly"), leave],
      not_using: [t("cancel.pause.title"), leave],
      other: [t("cancel.contact.title.other"), leave],
    };
    for (const reason of CANCEL_REASONS) {
      await give(reason);
      expect(headings(), reason).toEqual(expected[reason]);
      await user.click(screen.getByRole("button", { name: t("cancel.changeReason") }));
    }
  });

  test("names the last day of the subscription in German time, and cancels for that day", async () => {
    vi.mocked(cancelFlowAction).mockResolvedValue(done(undefined));
    const { t, user, give } = openFlow(flowOf(), locale);
    await give("other");
    const day = locale === "en" ? "15 Dec 2026" : "15.12.2026";
    const card = screen.getByRole("region", { name: t("cancel.leave.title") });
    expect(card.textContent).toContain(t("cancel.leave.text", { day }));
    await user.click(within(card).getByRole("button", { name: t("cancel.leave.button", { day }) }));
    expect(cancelFlowAction).toHaveBeenCalledExactlyOnceWith({ reasonId: "other", actionId: "cancel", metadata: {} });
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.cancel"));
    expect(screen.getByRole("status").textContent).toContain(t("cancel.takenBack"));
  });

  test("takes the discount with the coupon and the campaign that were offered", async () => {
    vi.mocked(cancelFlowAction).mockResolvedValue(done(undefined));
    const { t, user, give } = openFlow(flowOf(), locale);
    await give("too_expensive");
    const card = screen.getByRole("region", { name: t("cancel.discount.title", { months: 12 }) });
    const [now, before] = locale === "en" ? ["€12.95", "€25.90"] : ["12,95 €", "25,90 €"];
    expect(readText(card)).toContain(t("cancel.discount.text.monthly", { now, before, months: 12 }));
    await user.click(within(card).getByRole("button", { name: t("cancel.discount.button") }));
    expect(cancelFlowAction).toHaveBeenCalledExactlyOnceWith({
      reasonId: "too_expensive",
      actionId: "discount",
      metadata: { couponId: "BLEIBEN50", campaignCode: "STAY" },
    });
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.discount"));
  });

  test("pauses for the chosen number of months, and asks for a number when none was chosen", async () => {
    vi.mocked(cancelFlowAction).mockResolvedValue(done(undefined));
    const { t, user, give } = openFlow(flowOf(), locale);
    await give("not_using");
    const button = screen.getByRole("button", { name: t("cancel.pause.button") });
    await user.click(button);
    expect(screen.getByRole("alert").textContent).toBe(t("cancel.pause.missing"));
    expect(cancelFlowAction).not.toHaveBeenCalled();
    expect(screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      t("cancel.pause.months", { months: 1 }),
      t("cancel.pause.months", { months: 2 }),
    ]);
    await user.click(screen.getByRole("radio", { name: t("cancel.pause.months", { months: 2 }) }));
    await user.click(button);
    expect(cancelFlowAction).toHaveBeenCalledExactlyOnceWith({
      reasonId: "not_using",
      actionId: "pause",
      metadata: { pauseDurationInMonths: 2 },
    });
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.pause"));
  });

  test("lists plans by monthly price, switches to the chosen one, and asks for a choice if none is made", async () => {
    vi.mocked(cancelFlowAction).mockResolvedValue(done(undefined));
    const { t, user, give } = openFlow(flowOf(), locale);
    await give("too_expensive");
    const card = screen.getByRole("region", { name: t("cancel.switch.titleCheaper") });
    const day = locale === "en" ? "15 Dec 2026" : "15.12.2026";
    expect(card.textContent).toContain(t("cancel.switch.textLater", { day }));
    const names = within(card).getAllByRole("radio");
    expect(names.map((radio) => radio.getAttribute("value"))).toEqual([
      "price_standard_year",
      "price_standard",
      "price_premium_year",
    ]);
    const [year, month] = locale === "en" ? ["€139.00", "€11.58"] : ["139,00 €", "11,58 €"];
    expect(readText(card)).toContain(
      t("cancel.switch.name.basic.yearly") + t("cancel.switch.price.yearly", { price: year, month }),
    );
    // A label with several amounts is a sentence and must wrap: in one line it overflows a narrow window.
    expect(card.querySelector("label .figure")).toBeNull();
    const button = within(card).getByRole("button", { name: t("cancel.switch.button") });
    await user.click(button);
    expect(within(card).getByRole("alert").textContent).toBe(t("cancel.switch.missing"));
    await user.click(within(card).getByRole("radio", { name: startingWith(t("cancel.switch.name.basic.monthly")) }));
    await user.click(button);
    expect(cancelFlowAction).toHaveBeenCalledExactlyOnceWith({
      reasonId: "too_expensive",
      actionId: "switch_plan",
      metadata: { targetPriceId: "price_standard" },
    });
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.switch_plan"));
  });

  test("says that nothing changed when the payment service does not answer, and allows a second try", async () => {
    vi.mocked(cancelFlowAction).mockResolvedValueOnce(refused("provider_unavailable"));
    const { t, user, give } = openFlow(flowOf(), locale);
    await give("other");
    const button = within(screen.getByRole("region", { name: t("cancel.leave.title") })).getByRole("button");
    await user.click(button);
    expect(screen.getByRole("alert").textContent).toBe(
      t("cancel.failed") + t("cancel.failedHelp", { email: "support@einzug.example" }),
    );
    vi.mocked(cancelFlowAction).mockResolvedValueOnce(done(undefined));
    await user.click(button);
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.cancel"));
  });
});

describe("the cancel flow", () => {
  test("drafts a mail to the support that says who writes and why, and calls no action", async () => {
    const { t, user, give } = openFlow(flowOf());
    await give("missing_features");
    const draft = screen.getByRole("link", { name: t("cancel.contact.button") });
    const address = new URL(draft.getAttribute("href") ?? "");
    expect(address.pathname).toBe("support@einzug.example");
    expect(address.searchParams.get("subject")).toBe(t("cancel.contact.subject", { customerId: "cus_1" }));
    expect(address.searchParams.get("body")).toContain("Reason: Something is missing");
    // The browser passes the address to the mail program; jsdom would complain that it has none.
    draft.addEventListener("click", (event) => event.preventDefault());
    await user.click(draft);
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.contact_support"));
    expect(cancelFlowAction).not.toHaveBeenCalled();
  });

  test("returns to the dashboard two seconds after an action is done", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.mocked(cancelFlowAction).mockResolvedValue(done(undefined));
    const { t, user, give } = openFlow(flowOf());
    await give("not_using");
    await user.click(within(screen.getByRole("region", { name: t("cancel.leave.title") })).getByRole("button"));
    expect(screen.getByRole("status").textContent).toContain(t("cancel.done.cancel"));
    expect(router.push).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(2_000));
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/app");
  });

  test("accepts no second decision while the first one is being saved", async () => {
    const answer = answerLater<ActionResult<void>>();
    vi.mocked(cancelFlowAction).mockReturnValue(answer.promise);
    const { t, user, give } = openFlow(flowOf());
    await give("too_expensive");
    const discount = screen.getByRole("button", { name: t("cancel.discount.button") });
    await user.click(discount);
    expect(discount.getAttribute("aria-busy")).toBe("true");
    for (const button of screen.getAllByRole("button")) expect(button).toHaveProperty("disabled", true);
    answer.give(done(undefined));
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain(t("cancel.done.discount")));
    expect(cancelFlowAction).toHaveBeenCalledTimes(1);
  });

  test.each<[string, Partial<CancelFacts>, CancelReason, string[]]>([
    ["neither discount nor pause while the coupon is in force", { isCouponActive: true }, "too_expensive", ["switch"]],
    ["no second pause during a pause", { isPaused: true }, "not_using", []],
    ["a discount during a pause", { isPaused: true, plan: STANDARD }, "too_expensive", ["discount"]],
    ["no cheaper plan to the cheapest", { plan: STANDARD }, "too_expensive", ["discount", "pause"]],
    [
      "another change of plan while one waits, and nothing else",
      { actionsRestricted: true },
      "too_expensive",
      ["switch"],
    ],
  ])("offers %s", async (_case, facts, reason, offered) => {
    const { t, give, headings } = openFlow(flowOf({ facts }));
    const titles: Record<string, string> = {
      discount: t("cancel.discount.title", { months: 12 }),
      pause: t("cancel.pause.title"),
      switch: t("cancel.switch.titleCheaper"),
    };
    await give(reason);
    expect(headings()).toEqual([...offered.map((one) => titles[one]), t("cancel.leave.title")]);
  });

  test("offers Premium, effective at once, to a supplier with Standard who misses a feature", async () => {
    const { t, give } = openFlow(flowOf({ facts: { plan: STANDARD } }));
    await give("missing_features");
    const card = screen.getByRole("region", { name: t("cancel.switch.titlePremium") });
    expect(card.textContent).toContain(t("cancel.switch.textNow"));
    expect(
      within(card)
        .getAllByRole("radio")
        .map((radio) => radio.getAttribute("value")),
    ).toEqual(["price_premium_year", "price_premium"]);
  });

  test.each([
    [PREMIUM, "yearly"],
    [PREMIUM_YEARLY, "monthly"],
  ] as const)(
    "offers a supplier with Premium only the other billing interval, under a fitting heading",
    async (plan, base) => {
      const { t, give } = openFlow(flowOf({ facts: { plan } }));
      await give("missing_features");
      const card = screen.getByRole("region", { name: t(`cancel.switch.titleBase.${base}`) });
      expect(within(card).getAllByRole("radio")).toHaveLength(1);
    },
  );

  test("says in a trial that a change of plan costs nothing until its end", async () => {
    const { t, give } = openFlow(flowOf({ isTrial: true }));
    await give("too_expensive");
    const card = screen.getByRole("region", { name: t("cancel.switch.titleCheaper") });
    expect(card.textContent).toContain(t("cancel.switch.textTrial"));
  });

  test("offers only pauses long enough to skip at least one payment", async () => {
    const { t, give } = openFlow(flowOf({ pauses: [2] }));
    await give("not_using");
    expect(screen.getAllByRole("radio")).toHaveLength(1);
    expect(screen.getByRole("radio", { name: t("cancel.pause.months", { months: 2 }) })).toBeTruthy();
  });
});

describe("a visitor of the cancel flow", () => {
  test("sees what was used lately, and how much of it is still open", () => {
    const { t } = openFlow(flowOf());
    const used = within(screen.getByRole("region", { name: t("cancel.impact.title") }));
    expect(used.getAllByRole("term").map((term) => term.textContent)).toEqual([
      t("cancel.impact.invoices", { count: 7 }) + t("cancel.impact.invoicesOpen", { count: 1 }),
      t("cancel.impact.mandates", { count: 1 }),
    ]);
    expect(used.getAllByRole("definition").map((figure) => figure.textContent)).toEqual(["7", "1"]);
  });

  test("reads, with an unpaid subscription, that open amounts remain owed", async () => {
    const { t, give } = openFlow(flowOf({ isUnpaid: true, periodEndsAt: undefined }));
    await give("other");
    const card = screen.getByRole("region", { name: t("cancel.leave.title") });
    expect(card.textContent).toContain(t("cancel.leave.textUnpaid"));
    expect(within(card).getByRole("button", { name: t("cancel.leave.buttonPlain") })).toBeTruthy();
  });
});
