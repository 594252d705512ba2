import { db } from "../lib/core/database/db";
import { now, refreshClock } from "../lib/core/time/clock";
import { addDays, dayOf, formatDay } from "../lib/core/time/dates";
import { performCancelAction } from "../lib/subscriptions/cancel/provider";
import { faults } from "./support/desk";
import { enter, expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import {
  arriveAtSubscription,
  awaitContract,
  billed,
  contractRow,
  giveCard,
  newSubscriber,
  openSubscription,
  part,
  play,
  storedSubscriber,
  vatIdsOf,
} from "./support/subscriptions";
import { unconnectedSupplier } from "./support/supplier";
import { money } from "./support/texts";

const MASTERCARD = "5555555555554444";
/** Each status, with the text shown instead of the plans where none can be chosen. */
const STATUSES = [
  ...([["trialing"], ["active"], ["past_due", "waitsForPayment"], ["unpaid", "waitsForPayment"]] as const),
  ...([["incomplete", "waitsForFirst"], ["incomplete_expired"], ["paused", "waitsForUs"], ["cancelled"]] as const),
];

async function storedContract({ customerId }: { customerId: string }) {
  return await db.contract.findUniqueOrThrow({ where: { customerId } });
}

for (const browserLocale of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browserLocale);
  const on = (at: Date | null, weekday = false) => formatDay(dayOf(at ?? new Date(0)), locale, weekday);

  test.describe(`in ${browserLocale}`, () => {
    test.use({ locale: browserLocale });

    test("the page shows the current plan, its dates and planned changes, and undoes what can be undone", async ({
      page,
      t,
    }) => {
      const supplier = await newSubscriber({ type: "premium" });
      await openSubscription(page, supplier, t);
      const plan = part(page, t("subscription.plan.title"));
      await expect(plan).toContainText(
        t("subscription.plan.named", { plan: t("plans.name.premium"), base: "monthly" }),
      );
      await expect(plan).toContainText(t("subscription.status.trialing.word"));
      await expect(plan).toContainText(t("subscription.plan.fact.trialLeft", { days: 14 }));
      await expect(plan).toContainText(t("subscription.plan.price", { amount: money(2_590, locale), base: "monthly" }));
      await expect(page.getByRole("complementary").getByText(t("shell.trial", { days: 14 }))).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);

      await play(supplier, "end-trial", { status: "active" });
      await page.reload();
      await expect(plan).toContainText(t("subscription.status.active.word"));
      const { periodEndsAt } = await storedContract(supplier);
      await expect(plan).toContainText(t("subscription.plan.fact.renews"));
      await expect(plan).toContainText(on(periodEndsAt));

      await play(supplier, "cancel", { endsAt: periodEndsAt }, { atPeriodEnd: true });
      await page.reload();
      await expect(plan).toContainText(t("subscription.cancelled.title", { day: on(periodEndsAt, true) }));
      await expect(page.getByText(t("subscription.change.waitsForCancel"))).toBeVisible();
      await plan.getByRole("button", { name: t("subscription.cancelled.undo") }).click();
      await expect(page.getByText(t("subscription.cancelled.done"))).toBeVisible();
      await expect(plan.getByRole("button", { name: t("subscription.cancelled.undo") })).toBeHidden();
      await awaitContract(supplier, { endsAt: null, status: "active" });

      await performCancelAction(
        supplier.customerId,
        { reasonId: "not_using", actionId: "pause", metadata: { pauseDurationInMonths: 2 } },
        supplier.actor,
      );
      await page.reload();
      const { pausedUntil } = await storedContract(supplier);
      await expect(plan).toContainText(t("subscription.pause.title", { day: on(pausedUntil, true) }));
      await plan.getByRole("button", { name: t("subscription.pause.undo") }).click();
      await expect(page.getByText(t("subscription.pause.done"))).toBeVisible();
      await awaitContract(supplier, { isPaused: false, pausedUntil: null });

      await play(supplier, "cancel", { status: "cancelled" });
      await page.reload();
      await expect(plan).toContainText(t("subscription.status.cancelled.word"));
      await expect(page.getByText(t("subscription.lock.ended.title"))).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
    });

    test("each of the eight statuses has its own text", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await storedSubscriber({ status: "trialing" });
      await openSubscription(page, supplier, t);
      const plan = part(page, t("subscription.plan.title"));
      for (const [status, why] of STATUSES) {
        await db.contract.update({ where: { customerId: supplier.customerId }, data: { status } });
        await page.reload();
        await expect(plan).toContainText(t(`subscription.status.${status}.word`));
        await expect(plan).toContainText(t(`subscription.status.${status}.text`));
        if (why)
          await expect(part(page, t("subscription.change.title"))).toContainText(t(`subscription.change.${why}`));
      }
      expect(await findingsOf(page)).toEqual([]);
    });

    test("a dearer plan begins at once, a cheaper one when the paid period is over", async ({ page, t }) => {
      const supplier = await newSubscriber({ type: "basic", base: "monthly" });
      await play(supplier, "end-trial", { status: "active", planType: "basic" });
      await openSubscription(page, supplier, t);
      const plans = part(page, t("subscription.change.title"));
      const question = page.getByRole("alertdialog");
      const [standard, premium] = [t("plans.name.basic"), t("plans.name.premium")];

      await plans.getByRole("button", { name: t("plans.switch", { plan: premium }) }).click();
      await expect(question).toContainText(
        t("subscription.change.now", {
          price: t("subscription.plan.price", { amount: money(2_590, locale), base: "monthly" }),
        }),
      );
      expect(await findingsOf(page)).toEqual([]);
      await question.getByRole("button", { name: t("subscription.change.confirm") }).click();
      await page.locator('button[name="action"][value="confirm"]').click();
      await arriveAtSubscription(page);
      await expect(part(page, t("subscription.plan.title"))).toContainText(
        t("subscription.plan.named", { plan: premium, base: "monthly" }),
      );
      await awaitContract(supplier, { planType: "premium", planBase: "monthly", scheduleId: null });
      expect(await billed.subscription(supplier)).toMatchObject({ status: "active", prices: ["premium_monthly"] });
      expect((await billed.invoices(supplier)).at(-1)).toMatchObject({ reason: "subscription_update", status: "paid" });

      await plans.getByRole("button", { name: t("plans.switch", { plan: standard }) }).click();
      const { periodEndsAt } = await storedContract(supplier);
      await expect(question).toContainText(
        t("subscription.change.later", {
          day: on(periodEndsAt, true),
          price: t("subscription.plan.price", { amount: money(1_390, locale), base: "monthly" }),
        }),
      );
      await expect(question).toContainText(t("subscription.change.losing"));
      await question.getByRole("button", { name: t("subscription.change.confirm") }).click();
      await page.locator('button[name="action"][value="confirm"]').click();
      await arriveAtSubscription(page);
      const named = t("subscription.plan.named", { plan: standard, base: "monthly" });
      await expect(
        page.getByText(t("subscription.next.title", { plan: named, day: on(periodEndsAt, true) })),
      ).toBeVisible();
      await expect(page.getByText(t("subscription.change.waitsForNext"))).toBeVisible();
      await awaitContract(supplier, { planType: "premium", nextType: "basic", nextBase: "monthly" });
      expect(await findingsOf(page)).toEqual([]);

      await play(supplier, "renew", { planType: "basic", nextType: null });
      await page.reload();
      await expect(part(page, t("subscription.plan.title"))).toContainText(named);
      expect(await billed.subscription(supplier)).toMatchObject({ status: "active", prices: ["standard_monthly"] });
      expect((await billed.invoices(supplier)).at(-1)).toMatchObject({ reason: "subscription_cycle", status: "paid" });
    });

    test("the payment method is changed on the vendor's page", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await newSubscriber({ type: "basic" });
      await openSubscription(page, supplier, t);
      const method = part(page, t("subscription.method.title"));
      await expect(method).toContainText(t("subscription.method.card", { brand: "Visa", last4: "4242" }));
      await method.getByRole("button", { name: t("subscription.method.change") }).click();
      await giveCard(page, MASTERCARD);
      await arriveAtSubscription(page);
      await expect(method).toContainText(t("subscription.method.card", { brand: "Mastercard", last4: "4444" }));
      await awaitContract(supplier, { paymentMethod: { kind: "card", brand: "mastercard", last4: "4444" } });
    });

    test("an expiring card is announced", { tag: "@rare" }, async ({ page, t }) => {
      await refreshClock();
      const supplier = await storedSubscriber({ status: "active" });
      await openSubscription(page, supplier, t);
      const method = part(page, t("subscription.method.title"));
      const expiries: ["expiring" | "expired", string][] = [
        ["expiring", dayOf(now())],
        ["expired", addDays(dayOf(now()), -60)],
      ];
      for (const [state, day] of expiries) {
        const [year, month] = day.split("-");
        const paymentMethod = {
          ...{ kind: "card", brand: "visa", last4: "4242" },
          ...{ expYear: Number(year), expMonth: Number(month) },
        };
        await db.contract.update({ where: { customerId: supplier.customerId }, data: { paymentMethod } });
        await page.reload();
        await expect(method).toContainText(t(`subscription.method.${state}`));
        await expect(method).toContainText(
          t(`subscription.method.${state}Text`, { month: month ?? "", year: year ?? "" }),
        );
        expect(await findingsOf(page), state).toEqual([]);
      }
    });

    test("an invalid VAT id of the billing contact is refused, a valid one is stored at the vendor", {
      tag: "@rare",
    }, async ({ page, t }) => {
      const supplier = await newSubscriber();
      await openSubscription(page, supplier, t);
      const billing = part(page, t("subscription.billing.title"));
      await billing.getByLabel(t("billing.company")).fill("Lindenhof Möbel GmbH");
      await billing.getByLabel(t("billing.vatId")).fill("DE12");
      await billing.getByRole("button", { name: t("billing.save") }).click();
      await expect(billing.getByRole("alert").filter({ hasText: t("billing.problem.vatId") })).toBeVisible();
      expect(await vatIdsOf(supplier)).toEqual([]);

      await billing.getByLabel(t("billing.vatId")).fill("de 136 695 976");
      await billing.getByRole("button", { name: t("billing.save") }).click();
      await expect(page.getByText(t("billing.saved"))).toBeVisible();
      expect(await vatIdsOf(supplier)).toEqual(["DE136695976"]);
      expect(await db.billingContact.findUniqueOrThrow({ where: { customerId: supplier.customerId } })).toMatchObject({
        company: "Lindenhof Möbel GmbH",
        vatId: "DE136695976",
        countryCode: "DE",
      });
      expect(await findingsOf(page)).toEqual([]);
    });

    test("our invoices are listed with status, net and gross, and can be downloaded", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await newSubscriber({ type: "basic" });
      await play(supplier, "end-trial", { status: "active" });
      await play(supplier, "fail-payment", { status: "past_due" });
      await openSubscription(page, supplier, t);
      const invoices = part(page, t("subscription.invoices.title"));
      const all = await billed.invoices(supplier);
      const paid = all.find((one) => one.status === "paid" && one.totalCents > 0);
      const open = all.find((one) => one.status === "open");
      const line = (number: string | null | undefined) => invoices.getByRole("row").filter({ hasText: number ?? "?" });
      await expect(line(paid?.number)).toContainText(t("subscription.invoices.status.paid"));
      await expect(line(paid?.number)).toContainText(money(1_390, locale));
      await expect(line(paid?.number)).toContainText(money(paid?.totalCents ?? 0, locale));
      await expect(line(open?.number)).toContainText(t("subscription.invoices.status.open"));
      await expect(line(open?.number).getByRole("link", { name: t("subscription.invoices.pay") })).toBeVisible();
      const link = line(paid?.number).getByRole("link", { name: t("subscription.invoices.download") });
      const answer = await fetch((await link.getAttribute("href")) ?? "");
      expect(answer.headers.get("content-type")).toContain("pdf");
      expect((await answer.text()).slice(0, 5)).toBe("%PDF-");
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(link).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
    });

    test("a member who is no owner sees everything, and reads who can change it", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await newSubscriber();
      const { customerId, userId } = supplier;
      await db.membership.update({ where: { customerId_userId: { customerId, userId } }, data: { role: "member" } });
      await openSubscription(page, supplier, t);
      const main = page.getByRole("main");
      await expect(main).toContainText(t("subscription.ownerOnly"));
      await expect(main).toContainText(t("subscription.billing.readOnly"));
      for (const name of [t("subscription.portal"), t("subscription.method.change"), t("billing.save")])
        await expect(main.getByRole("button", { name })).toHaveCount(0);
      await expect(main.getByRole("link", { name: t("subscription.plan.cancel") })).toHaveCount(0);
      await expect(
        main.getByRole("button", { name: t("plans.switch", { plan: t("plans.name.premium") }) }),
      ).toHaveCount(0);
      expect(await findingsOf(page)).toEqual([]);
    });

    test("a contract agreed outside the vendor has no buttons", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await unconnectedSupplier();
      await openSubscription(page, supplier, t);
      const main = page.getByRole("main");
      await expect(main).toContainText(t("subscription.plan.external"));
      await expect(main).toContainText(t("plans.name.premium"));
      await expect(main.getByRole("button")).toHaveCount(0);
      expect(await findingsOf(page)).toEqual([]);
    });
  });
}

test("while the vendor does not answer, the page is shown and says what is missing", { tag: "@rare" }, async ({
  page,
  t,
}) => {
  const supplier = await newSubscriber();
  await enter(page, supplier);
  const { stripeCustomerId } = await contractRow(supplier);
  const match = { path: "/v1/invoices", organisation: stripeCustomerId };
  const fault = await faults.add({ provider: "stripe", kind: "status-500", match });
  await page.goto("/app/subscription");
  await expect(page.getByText(t("subscription.invoices.unavailable"))).toBeVisible();
  await expect(part(page, t("subscription.plan.title"))).toContainText(t("subscription.status.trialing.word"));
  expect(await findingsOf(page)).toEqual([]);
  await faults.remove(fault);
  await page.reload();
  await expect(part(page, t("subscription.invoices.title")).getByRole("row")).toHaveCount(2);
});
