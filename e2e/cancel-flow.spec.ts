import type { Page } from "@playwright/test";
import type { CancelAction, CancelReason } from "../lib/subscriptions/cancel/rules";
import { calendar, deskCall } from "./support/desk";
import { enter, expect, findingsOf, test } from "./support/fixtures";
import { expectAlert } from "./support/people";
import {
  awaitContract,
  billed,
  contractRow,
  newSubscriber,
  payingSubscriber,
  type Subscriber,
} from "./support/subscriptions";
import type { Texts } from "./support/texts";

const FLOW = "/subscription/cancel";

/** Returns the headings of the cards, in the order in which they are offered. */
function headingsOf(t: Texts, reason: CancelReason, actions: CancelAction[], isCheaper = true): string[] {
  const titles: Record<CancelAction, string> = {
    discount: t("cancel.discount.title", { months: 12 }),
    pause: t("cancel.pause.title"),
    switch_plan: t(isCheaper ? "cancel.switch.titleCheaper" : "cancel.switch.titlePremium"),
    contact_support: t(`cancel.contact.title.${reason === "missing_features" ? "missing_features" : "other"}`),
    cancel: t("cancel.leave.title"),
  };
  return actions.map((action) => titles[action]);
}

async function giveReason(page: Page, t: Texts, reason: CancelReason): Promise<void> {
  await page.goto(FLOW);
  await page.getByRole("radio", { name: t(`cancel.reasons.${reason}.title`) }).check();
  await page.getByRole("button", { name: t("cancel.continue"), exact: true }).click();
  await expect(page.getByRole("heading", { name: t("cancel.offersTitle") })).toBeVisible();
}

async function expectOffers(page: Page, headings: string[]): Promise<void> {
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(headings);
}

/** Expects a message about the action and, two seconds later, the dashboard. */
async function expectDone(page: Page, t: Texts, action: CancelAction): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: t(`cancel.done.${action}`) })).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/app");
}

const leaveButton = (page: Page, t: Texts) =>
  page.getByRole("region", { name: t("cancel.leave.title"), exact: true }).getByRole("button");

/** Returns the contract without its read counters, because events of the ended trial may still arrive. */
async function agreed(supplier: Subscriber) {
  const { readCount: _count, readAt: _at, updatedAt: _updated, ...contract } = await contractRow(supplier);
  return contract;
}

interface StripeLedger {
  stripe: { subscriptions: { id: string; prices: string[]; status: string }[] };
}
async function atTwin({ subscriptionId }: Subscriber) {
  const { stripe } = await deskCall<StripeLedger>("/ledger");
  return stripe.subscriptions.find((one) => one.id === subscriptionId);
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`leaving in ${locale}`, () => {
    test.use({ locale });

    test("because it is too expensive offers a discount, a cheaper plan, and a cancellation to undo", async ({
      page,
      t,
    }) => {
      const supplier = await payingSubscriber({ type: "premium" });
      await enter(page, supplier);
      await page.goto(FLOW);
      await page.getByRole("button", { name: t("cancel.continue"), exact: true }).click();
      await expectAlert(page, t("cancel.reasonMissing"));
      expect(await findingsOf(page)).toEqual([]);
      await giveReason(page, t, "too_expensive");
      await expectOffers(page, headingsOf(t, "too_expensive", ["discount", "pause", "switch_plan", "cancel"]));
      expect(await findingsOf(page)).toEqual([]);

      await page.getByRole("button", { name: t("cancel.discount.button"), exact: true }).click();
      await expectDone(page, t, "discount");
      expect(await contractRow(supplier)).toMatchObject({ discount: { couponId: "BLEIBEN50", percentOff: 50 } });

      // While the coupon is in force, neither coupon nor pause is offered again.
      await giveReason(page, t, "too_expensive");
      await expectOffers(page, headingsOf(t, "too_expensive", ["switch_plan", "cancel"]));
      await page.getByRole("button", { name: t("cancel.switch.button"), exact: true }).click();
      await expectAlert(page, t("cancel.switch.missing"));
      await page.getByRole("radio", { name: t("cancel.switch.name.basic.monthly") }).check();
      await page.getByRole("button", { name: t("cancel.switch.button"), exact: true }).click();
      await expectDone(page, t, "switch_plan");
      expect(await contractRow(supplier)).toMatchObject({
        planType: "premium",
        nextType: "basic",
        nextBase: "monthly",
      });
      expect(await atTwin(supplier)).toMatchObject({ prices: ["premium_monthly"] });

      // While a change of plan is pending, only another plan or the cancellation is offered.
      await giveReason(page, t, "too_expensive");
      await expectOffers(page, headingsOf(t, "too_expensive", ["switch_plan", "cancel"]));
      await leaveButton(page, t).click();
      await expectDone(page, t, "cancel");
      const leaving = await contractRow(supplier);
      expect(leaving.endsAt).toEqual(leaving.periodEndsAt);

      await page.goto(FLOW);
      await page.getByRole("button", { name: t("cancel.already.undo"), exact: true }).click();
      await page.waitForURL((url) => url.pathname === "/app/subscription");
      expect(await contractRow(supplier)).toMatchObject({ endsAt: null, status: "active" });
    });

    test("because it is too expensive offers a pause if no plan is cheaper", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await payingSubscriber();
      await enter(page, supplier);
      await giveReason(page, t, "too_expensive");
      await expectOffers(page, headingsOf(t, "too_expensive", ["discount", "pause", "cancel"]));
      await page.getByRole("radio", { name: t("cancel.pause.months", { months: 1 }) }).check();
      await page.getByRole("button", { name: t("cancel.pause.button"), exact: true }).click();
      await expectDone(page, t, "pause");
      expect(await contractRow(supplier)).toMatchObject({ isPaused: true, discount: null });
    });

    test("because something is missing offers a mail to the support, then Premium", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await payingSubscriber();
      await enter(page, supplier);
      await giveReason(page, t, "missing_features");
      await expectOffers(page, headingsOf(t, "missing_features", ["contact_support", "switch_plan", "cancel"], false));
      const draft = page.getByRole("link", { name: t("cancel.contact.button"), exact: true });
      const href = decodeURIComponent((await draft.getAttribute("href")) ?? "");
      expect(href).toContain(
        `mailto:support@einzug.example?subject=${t("cancel.contact.subject", { customerId: supplier.customerId })}`,
      );
      expect(href).toContain(t("cancel.reasons.missing_features.title"));
      const [before, beforeAtTwin] = [await agreed(supplier), await atTwin(supplier)];
      await draft.click();
      await expectDone(page, t, "contact_support");
      expect(await agreed(supplier)).toEqual(before);
      expect(await atTwin(supplier)).toEqual(beforeAtTwin);

      await giveReason(page, t, "missing_features");
      await page.getByRole("radio", { name: t("cancel.switch.name.premium.monthly") }).check();
      await page.getByRole("button", { name: t("cancel.switch.button"), exact: true }).click();
      await expectDone(page, t, "switch_plan");
      expect(await contractRow(supplier)).toMatchObject({ planType: "premium", nextType: null });
      expect(await atTwin(supplier)).toMatchObject({ prices: ["premium_monthly"] });

      // A supplier with Premium is offered only the other billing interval.
      await giveReason(page, t, "missing_features");
      await expect(page.getByRole("radio")).toHaveCount(1);
      await leaveButton(page, t).click();
      await expectDone(page, t, "cancel");
      expect((await contractRow(supplier)).endsAt).not.toBeNull();
    });

    test("because it is not used offers a pause, and no second one during the pause", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await payingSubscriber();
      await enter(page, supplier);
      await giveReason(page, t, "not_using");
      await expectOffers(page, headingsOf(t, "not_using", ["pause", "cancel"]));
      await page.getByRole("button", { name: t("cancel.pause.button"), exact: true }).click();
      await expectAlert(page, t("cancel.pause.missing"));
      await page.getByRole("radio", { name: t("cancel.pause.months", { months: 2 }) }).check();
      await page.getByRole("button", { name: t("cancel.pause.button"), exact: true }).click();
      await expectDone(page, t, "pause");
      expect(await contractRow(supplier)).toMatchObject({ isPaused: true, pausedUntil: expect.any(Date) });

      await giveReason(page, t, "not_using");
      await expectOffers(page, headingsOf(t, "not_using", ["cancel"]));
      // A discount can be taken during a pause; no plan is cheaper than the basic one.
      await page.getByRole("button", { name: t("cancel.changeReason"), exact: true }).click();
      await page.getByRole("radio", { name: t("cancel.reasons.too_expensive.title") }).check();
      await page.getByRole("button", { name: t("cancel.continue"), exact: true }).click();
      await expectOffers(page, headingsOf(t, "too_expensive", ["discount", "cancel"]));
      await leaveButton(page, t).click();
      await expectDone(page, t, "cancel");
      expect((await contractRow(supplier)).endsAt).not.toBeNull();
    });

    test("for another reason offers the support, or the end of the trial", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await newSubscriber();
      await enter(page, supplier);
      await giveReason(page, t, "other");
      await expectOffers(page, headingsOf(t, "other", ["contact_support", "cancel"]));
      await page.getByRole("link", { name: t("cancel.contact.button"), exact: true }).click();
      await expectDone(page, t, "contact_support");
      expect(await contractRow(supplier)).toMatchObject({ endsAt: null });

      await giveReason(page, t, "other");
      await expect(page.locator("#content").getByRole("link", { name: "support@einzug.example" })).toBeVisible();
      await leaveButton(page, t).click();
      await expectDone(page, t, "cancel");
      const contract = await contractRow(supplier);
      expect(contract).toMatchObject({ status: "trialing" });
      expect(contract.endsAt).toEqual(contract.trialEndsAt);
    });

    test("while Stripe does not answer changes nothing, and an error is shown", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await payingSubscriber();
      await enter(page, supplier);
      await giveReason(page, t, "other");
      await deskCall("/faults", {
        ...{ provider: "stripe", kind: "status-500", times: 2 },
        match: { method: "POST", path: `/v1/subscriptions/${supplier.subscriptionId}` },
      });
      await leaveButton(page, t).click();
      await expectAlert(page, t("cancel.failed"));
      expect(await contractRow(supplier)).toMatchObject({ endsAt: null });
      await leaveButton(page, t).click();
      await expectDone(page, t, "cancel");
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`a pause in ${locale}`, { tag: "@alone" }, () => {
    test.use({ locale });

    test("ends automatically, and the invoice it skipped is never charged", async ({ page, t }) => {
      const supplier = await payingSubscriber();
      await enter(page, supplier);
      await giveReason(page, t, "not_using");
      await page.getByRole("radio", { name: t("cancel.pause.months", { months: 1 }) }).check();
      await page.getByRole("button", { name: t("cancel.pause.button"), exact: true }).click();
      await expectDone(page, t, "pause");
      await calendar.advance(35);
      await awaitContract(supplier, { isPaused: false, pausedUntil: null, status: "active" });
      // The invoices of the trial, of the first month, and of the month in the pause.
      expect((await billed.invoices(supplier)).map((invoice) => [invoice.status, invoice.paidCents > 0])).toEqual([
        ["paid", false],
        ["paid", true],
        ["void", false],
      ]);
      await giveReason(page, t, "not_using");
      await expectOffers(page, headingsOf(t, "not_using", ["pause", "cancel"]));
    });
  });
}

test("a supplier with nothing to cancel is redirected, and refused by the API", { tag: "@rare" }, async ({
  app,
  supplier,
  t,
}) => {
  await app.goto(FLOW);
  await app.waitForURL((url) => url.pathname === "/app/subscription");
  const answer = await app.request.post("/api/v1/stripe/subscription/cancel-flow", {
    data: { reasonId: "other", actionId: "cancel" },
    headers: { origin: process.env.APP_URL ?? "" },
  });
  expect(answer.status()).toBe(409);
  expect(await answer.json()).toMatchObject({ errorCode: "subscription_missing" });
  expect(supplier.customerId).toMatch(/^cus_/);
  expect(t("cancel.title")).not.toBe("");
});
