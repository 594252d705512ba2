import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { bulkOn } from "./support/bulk";
import { debitUnderWay } from "./support/debits";
import { calendar } from "./support/desk";
import { enter, expect, findingsOf, hydrated, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import {
  arriveAtSubscription,
  awaitContract,
  billed,
  failUntilUnpaid,
  giveCard,
  newSubscriber,
  play,
  subscribed,
} from "./support/subscriptions";
import { connectedSupplier, DIRECT_DEBIT_TERM, newPayer, type Supplier, writeInvoice } from "./support/supplier";

const APP = process.env.APP_URL ?? "";
const OTHER_TERM = "Bankeinzug";

/** Makes an API call as the signed-in browser does. */
async function call(page: { request: APIRequestContext }, { customerId }: Supplier, path: string, data: object) {
  const answer = await page.request.post(`${APP}/api/v1/customers/${customerId}/${path}`, {
    data,
    headers: { origin: APP },
  });
  const { errorCode } = (await answer.json()) as { errorCode?: string };
  return { status: answer.status(), errorCode };
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a failed renewal is announced on every page and by mail, until another card pays", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await newSubscriber({ type: "premium" });
      await play(supplier, "end-trial", { status: "active" });
      await play(supplier, "fail-payment", { status: "past_due" });
      await enter(page, supplier);
      const main = page.getByRole("main");
      for (const path of ["/app", "/app/invoices", "/app/settings", "/app/subscription"]) {
        await open(page, path);
        await expect(main.getByText(t("subscription.overdue.text"))).toBeVisible();
        expect(await findingsOf(page), path).toEqual([]);
      }
      // Everything still works until the vendor gives up.
      await open(page, "/app/settings");
      await expect(main.getByRole("button", { name: t("settings.collecting.save") }).first()).toBeVisible();
      expect((await mailbox.letter(supplier.email, 2)).text).not.toBe("");

      await main.getByRole("button", { name: t("subscription.remedy.payment") }).click();
      await giveCard(page);
      await arriveAtSubscription(page);
      await expect(main.getByText(t("subscription.overdue.text"))).toBeHidden();
      await awaitContract(supplier, { status: "active" });
      expect((await billed.invoices(supplier)).filter((one) => one.status === "open")).toEqual([]);
    });

    test("an unpaid contract blocks anything new, by screen, API or job, but still allows cancelling", async ({
      page,
      t,
    }) => {
      const supplier = await subscribed(await connectedSupplier({ contract: "none" }));
      await play(supplier, "end-trial", { status: "active" });
      const running = await debitUnderWay(supplier);
      const old = await writeInvoice(supplier, { payer: newPayer(), dueDate: addDays(await calendar.today(), -90) });
      await awaitReason(supplier, old, "very_late");
      await enter(page, supplier);
      const main = page.getByRole("main");
      await open(page, await invoicePath(supplier, old));
      await expect(main.getByRole("button", { name: t("invoices.confirmLate") })).toBeVisible();

      await failUntilUnpaid(supplier);
      await page.reload();
      await expect(main.getByText(t("subscription.lock.unpaid.text"))).toBeVisible();
      await expect(main.getByRole("button", { name: t("invoices.exclude") })).toBeVisible();
      await expect(main.getByRole("button", { name: t("invoices.confirmLate") })).toHaveCount(0);
      await open(page, "/app/settings");
      await expect(page.getByLabel(t("settings.wording.label"))).toBeDisabled();
      // Only a person's own notifications can still be saved.
      await expect(main.getByRole("button", { name: t("settings.collecting.save") })).toHaveCount(1);
      expect(await findingsOf(page)).toEqual([]);
      await open(page, "/app");
      await expect(main.getByRole("checkbox").first()).toBeDisabled();
      await open(page, "/app/connections");
      await expect(main.getByRole("button", { name: t("connections.disconnect") }).first()).toBeVisible();
      await expect(main.getByRole("button", { name: t("connections.syncNow") })).toHaveCount(0);
      expect(await call(page, supplier, "paymentDescription", { paymentDescription: "Danke" })).toEqual({
        status: 403,
        errorCode: "contract_inactive",
      });
      const fresh = await writeInvoice(supplier, { payer: newPayer() });
      await awaitReason(supplier, fresh, "contract_inactive");

      await open(page, await invoicePath(supplier, running.invoice));
      await main.getByRole("button", { name: t("invoices.cancelDebit") }).click();
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("invoices.cancelDebit") })
        .click();
      await awaitStatuses(supplier, running.invoice, ["cancelled"]);

      await main.getByRole("button", { name: t("subscription.remedy.payment") }).click();
      await giveCard(page);
      await arriveAtSubscription(page);
      await awaitContract(supplier, { status: "active" });
      await expect(main.getByText(t("subscription.lock.unpaid.text"))).toBeHidden();
      // Invoices that waited for the contract continue automatically.
      await expect.poll(() => rows.reason(supplier, fresh)).not.toBe("contract_inactive");
    });

    test("a disputed payment locks the contract, and only support helps", { tag: "@rare" }, async ({ page, t }) => {
      const supplier = await newSubscriber({ type: "basic" });
      await play(supplier, "end-trial", { status: "active" });
      await play(supplier, "dispute", { isReversed: true });
      await enter(page, supplier);
      const main = page.getByRole("main");
      await expect(main.getByText(t("subscription.lock.reversed.text"))).toBeVisible();
      await expect(main.getByRole("link", { name: t("subscription.remedy.support") }).first()).toHaveAttribute(
        "href",
        /^mailto:/,
      );
      expect(await findingsOf(page)).toEqual([]);
      expect(await call(page, supplier, "collectPaymentsDaysEarlier", { daysEarlier: 0 })).toMatchObject({
        errorCode: "contract_inactive",
      });
    });

    test("Premium features are marked, explained on use, and refused by the API", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const supplier = await subscribed(await connectedSupplier({ contract: "none" }), { type: "basic" });
      const { customerId } = supplier;
      const part = await writeInvoice(supplier, { payer: newPayer(), type: "downpaymentinvoice" });
      await awaitReason(supplier, part, "premium_required");
      const dueDate = addDays(await calendar.today(), 60);
      const later = await writeInvoice(supplier, { payer: newPayer(), dueDate });
      await awaitReason(supplier, later, "mandate_requested");
      await enter(page, supplier);
      const main = page.getByRole("main");
      const dialog = page.getByRole("alertdialog");
      const isExplained = async () => {
        await expect(dialog).toContainText(t("client.upgrade.title"));
        await expect(dialog).toContainText(t("client.upgrade.features.wording"));
        expect(await findingsOf(page)).toEqual([]);
        await dialog.getByRole("button", { name: t("client.upgrade.later") }).click();
        await expect(dialog).toBeHidden();
      };

      await open(page, "/app/settings");
      await expect(main.getByRole("button", { name: t("client.upgrade.mark"), exact: true })).toHaveCount(3);
      const saveOf = (field: Locator) =>
        main.locator("form", { has: field }).getByRole("button", { name: t("settings.collecting.save") });
      const earlier = page.getByLabel(t("settings.collecting.daysEarlier"));
      await earlier.fill("3");
      await saveOf(earlier).click();
      await isExplained();
      const wording = page.getByLabel(t("settings.wording.label"));
      await wording.fill("Danke {customerName}");
      await saveOf(wording).click();
      await isExplained();
      await open(page, "/app");
      await hydrated(main.getByLabel(t("client.conditions.other")));
      await main.getByLabel(t("client.conditions.other")).fill(OTHER_TERM);
      await main.getByRole("button", { name: t("client.conditions.add") }).click();
      await isExplained();
      await expect(main.getByRole("checkbox", { name: OTHER_TERM })).not.toBeChecked();
      await open(page, "/app/emails");
      await expect(main.getByRole("button", { name: t("client.upgrade.mark"), exact: true })).toHaveCount(1);
      await page.getByLabel(t("emails.fields.headline")).fill("Moin");
      await main.getByRole("button", { name: t("emails.save"), exact: true }).click();
      await isExplained();
      expect(await db.emailTemplate.count({ where: { customerId } })).toBe(0);
      await open(page, await invoicePath(supplier, later));
      await main.getByRole("button", { name: t("collectNow.button"), exact: true }).click();
      await isExplained();
      expect((await rows.invoice(supplier, later))?.collectNowAt).toBeNull();
      // In a bulk run, each refused invoice names its reason.
      const bulk = bulkOn(page, t);
      await bulk.pick([later.number, part.number]);
      await bulk.carryOut("collect_now");
      await expect(main.getByText(t("bulk.ended", { done: 0, refused: 2 }))).toBeVisible();
      const refused = main.getByRole("region", { name: t("bulk.refusedTitle") }).getByRole("listitem");
      await expect(refused.filter({ hasText: later.number })).toContainText(t("reasons.early_is_premium.help"));
      await expect(refused.filter({ hasText: part.number })).toContainText(t("reasons.premium_required.title"));
      expect((await rows.invoice(supplier, later))?.collectNowAt).toBeNull();

      const required = { status: 403, errorCode: "premium_required" };
      expect(await call(page, supplier, "collectPaymentsDaysEarlier", { daysEarlier: 3 })).toEqual(required);
      expect(await call(page, supplier, "paymentDescription", { paymentDescription: "Danke" })).toEqual(required);
      expect(
        await call(page, supplier, "apiBasedConnection/createPaymentCondition", { paymentCondition: OTHER_TERM }),
      ).toEqual(required);
      expect(await db.customer.findUnique({ where: { id: customerId } })).toMatchObject({
        ...{ daysEarlier: 0, paymentDescription: null },
        paymentConditions: [DIRECT_DEBIT_TERM],
      });

      await open(page, await invoicePath(supplier, part));
      await main.getByRole("button", { name: t("invoices.seePremium") }).click();
      await dialog.getByRole("button", { name: t("client.upgrade.upgrade") }).click();
      await arriveAtSubscription(page);
      await expect(
        main.getByRole("button", { name: t("plans.switch", { plan: t("plans.name.premium") }) }),
      ).toBeVisible();
    });

    test("settings that need Premium become inactive after a downgrade, and other settings can still be saved", {
      tag: "@rare",
    }, async ({ page, t }) => {
      const supplier = await newSubscriber({ type: "basic" });
      const { customerId } = supplier;
      const left = { daysEarlier: 5, paymentDescription: "Danke", paymentConditions: [DIRECT_DEBIT_TERM, OTHER_TERM] };
      await db.customer.update({ where: { id: customerId }, data: left });
      const words = { subject: "Moin", headline: "Moin", subtitle: "", body: "Moin", shortInfo: "", isActive: true };
      await db.emailTemplate.createMany({
        data: (["de", "en"] as const).map((language) => ({ customerId, tab: "with-invoice", language, ...words })),
      });
      await enter(page, supplier);
      await expect(page.getByText(t("client.conditions.resting"))).toHaveCount(1);
      await open(page, "/app/settings");
      await expect(page.getByText(t("settings.collecting.daysEarlierRests"))).toBeVisible();
      await expect(page.getByText(t("settings.wording.rests"))).toBeVisible();
      await page.getByLabel(t("settings.collecting.maxOverdueDays")).fill("44");
      await page
        .getByRole("button", { name: t("settings.collecting.save") })
        .first()
        .click();
      await expect(page.getByText(t("settings.collecting.saved"))).toBeVisible();
      expect(await db.customer.findUnique({ where: { id: customerId } })).toMatchObject({
        ...left,
        maxOverdueDays: 44,
      });
      expect(await findingsOf(page)).toEqual([]);
      await open(page, "/app/emails");
      await expect(page.getByText(t("emails.state.rests.label"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("emails.state.own.label"), { exact: true })).toHaveCount(0);
      expect(await findingsOf(page)).toEqual([]);
    });
  });
}

test("the banner leads a new supplier to the first steps, but not there", { tag: "@rare" }, async ({ page, t }) => {
  const supplier = await connectedSupplier({ contract: "none" });
  await enter(page, supplier);
  await page.waitForURL((url) => url.pathname === "/app/onboard");
  const title = page.getByText(t("subscription.lock.no_contract.title"));
  await expect(title).toBeHidden();
  await open(page, "/app/invoices");
  await expect(title).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("subscription.remedy.firstSteps") })
    .click();
  await page.waitForURL((url) => url.pathname === "/app/onboard");
  await expect(title).toBeHidden();
});
