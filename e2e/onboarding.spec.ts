import { db } from "../lib/core/database/db";
import { CARD } from "../prisma/seed/subscribe";
import { DIRECT_DEBIT_TERM } from "../prisma/seed/suppliers";
import { NO_METHOD } from "../test/subscriber";
import { deskCall, ledger } from "./support/desk";
import { enter, expect, findingsOf, hydrated, localeOfBrowser, signIn, test, watched } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import {
  atStripe,
  beforeThePlan,
  choosePayment,
  choosePlan,
  connectBoth,
  contractOf,
  expectOpen,
  goToStripe,
  payAtStripe,
  register,
  stepOf,
} from "./support/newcomer";
import { grantMandate } from "./support/payer";
import { awaitReason, awaitStatuses } from "./support/rows";
import { DATEV_NUMBERS, newPayer, type Supplier, settledConnections, writeInvoice } from "./support/supplier";
import { money } from "./support/texts";

for (const browserLocale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${browserLocale}`, () => {
    test.use({ locale: browserLocale });

    test("a new supplier gets from registration to the first collected invoice, resumed in another browser", async ({
      page,
      browser,
      payerPage,
      t,
    }) => {
      test.slow();
      const locale = localeOfBrowser(browserLocale);
      const person = await register(page, t);
      await expectOpen(page, t, "books");
      await expect(page.getByRole("progressbar")).toHaveAttribute(
        "aria-valuetext",
        t("onboarding.progress", { done: 0, total: 6 }),
      );
      expect(await findingsOf(page)).toEqual([]);
      // GoCardless can be connected before the accounting system. A later step can be pressed, and says what comes
      // first.
      await stepOf(page, t, "GOCARDLESS").getByRole("link").click();
      await expectOpen(page, t, "GOCARDLESS");
      await stepOf(page, t, "plan").getByRole("link").click();
      await expect(page.getByRole("alert").filter({ hasText: t("onboarding.finishFirst") })).toBeVisible();
      await expectOpen(page, t, "books");

      await connectBoth(page, t, person);
      await expect(page.getByText(t("connections.mismatch.title"))).toBeHidden();
      expect(await findingsOf(page)).toEqual([]);
      await choosePlan(page, t, { type: "basic", base: "monthly" });
      await expectOpen(page, t, "billing");
      expect(await contractOf(person)).toMatchObject({ chosenType: "basic", chosenBase: "monthly", planType: null });

      await expect(page.getByLabel(t("billing.company"), { exact: true })).toHaveValue(person.companyName);
      await page.getByLabel(t("billing.vatId"), { exact: true }).fill("DE12345");
      await page.getByRole("button", { name: t("onboarding.saveAndContinue"), exact: true }).click();
      await expect(page.getByRole("alert").filter({ hasText: t("billing.problem.vatId") })).toBeVisible();
      await page.getByLabel(t("billing.vatId"), { exact: true }).fill("DE 123 456 789");
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole("button", { name: t("onboarding.saveAndContinue"), exact: true }).click();
      await expectOpen(page, t, "payment");
      expect(await db.billingContact.findUnique({ where: { customerId: person.customerId } })).toMatchObject({
        company: person.companyName,
        vatId: "DE123456789",
      });

      const elsewhere = await watched(await browser.newContext({ locale: browserLocale })).newPage();
      await signIn(elsewhere, person, t);
      await expectOpen(elsewhere, t, "payment");
      await expect(stepOf(elsewhere, t, "plan")).toContainText(t("plans.name.basic"));
      // A finished step can be changed.
      await stepOf(elsewhere, t, "plan").getByRole("link").click();
      await expect(stepOf(elsewhere, t, "payment").getByRole("link")).toContainText(t("onboarding.continueHere"));
      await choosePlan(elsewhere, t, { type: "premium", base: "monthly" });
      await expectOpen(elsewhere, t, "payment");
      await elsewhere.getByRole("button", { name: t("onboarding.payment.save"), exact: true }).click();
      await expect(elsewhere.getByRole("alert").filter({ hasText: t("onboarding.payment.missing") })).toBeVisible();
      await choosePayment(elsewhere, t, "card");
      await expect(stepOf(elsewhere, t, "order")).toContainText(money(2_590, locale));
      expect(await findingsOf(elsewhere)).toEqual([]);
      await goToStripe(elsewhere, t);
      // Somebody who leaves Stripe's page returns to the summary.
      await elsewhere.locator('a[href$="/app/onboard"]').click();
      await expectOpen(elsewhere, t, "order");
      expect((await atStripe(person)).subscriptions).toEqual([]);
      await goToStripe(elsewhere, t);
      await payAtStripe(elsewhere, CARD);
      await elsewhere.waitForURL((url) => url.pathname === "/app");
      expect(await contractOf(person)).toMatchObject({ status: "trialing", planType: "premium", planBase: "monthly" });
      expect((await atStripe(person)).subscriptions).toMatchObject([
        { status: "trialing", prices: ["premium_monthly"] },
      ]);

      await hydrated(elsewhere.getByLabel(t("client.conditions.other")));
      await elsewhere.getByLabel(t("client.conditions.other")).fill(DIRECT_DEBIT_TERM);
      await elsewhere.getByRole("button", { name: t("client.conditions.add"), exact: true }).click();
      await elsewhere.getByRole("button", { name: t("client.conditions.save"), exact: true }).click();
      await expect(elsewhere.getByText(t("client.conditions.savedFirst"))).toBeVisible();
      const supplier = { ...person, ...(await settledConnections(person)) } as unknown as Supplier;
      const payer = newPayer("Bäckerei Sonnenkorn", "de");
      const invoice = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, invoice, "request_unconfirmed");
      expect(await mailbox.to(payer.email)).toEqual([]);
      await elsewhere.goto("/app");
      await elsewhere.getByRole("link", { name: t("notices.first_requests.action") }).click();
      await expect(elsewhere.getByRole("row").filter({ hasText: payer.email })).toContainText(money(11_900, locale));
      expect(await findingsOf(elsewhere)).toEqual([]);
      const now = elsewhere.getByRole("button", { name: t("mandates.firstRequests.now", { count: 1 }) });
      await hydrated(now);
      await now.click();
      await grantMandate(payerPage, mandateLink(await mailbox.letter(payer.email)), person.companyName);
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await ledger.payments(supplier.account)).toMatchObject([{ amountCents: 11_900 }]);
      await elsewhere.context().close();
    });

    test("accounting in DATEV: the discount from the link is shown, ordered and charged", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const locale = localeOfBrowser(browserLocale);
      const person = await register(page, t, "PREMIUM20");
      await connectBoth(page, t, person, "DATEV");
      // DATEV has no sign-in here: the numbers identify the account, and data is exchanged by files.
      const account = `${DATEV_NUMBERS.consultant}-${DATEV_NUMBERS.client}`;
      const books = stepOf(page, t, "books");
      await expect(books).toContainText(t("onboarding.fileBooks", { vendor: "DATEV", account }));
      const where = { customerId_type: { customerId: person.customerId, type: "DATEV" } } as const;
      expect(await db.connection.findUnique({ where })).toMatchObject({ status: "connected", accountName: account });
      const premium = page.getByRole("region", { name: t("plans.name.premium"), exact: true });
      // The only lowered price is shown first.
      await expect(page.getByRole("radio", { name: t("plans.yearly") })).toBeChecked();
      await expect(premium).toContainText(money(22_320, locale));
      await expect(premium.locator("s")).toHaveText(money(27_900, locale));
      await choosePlan(page, t, { type: "premium", base: "yearly" });
      await page.getByRole("button", { name: t("onboarding.saveAndContinue"), exact: true }).click();
      await choosePayment(page, t, "card");
      await expect(stepOf(page, t, "order")).toContainText(money(22_320, locale));
      await goToStripe(page, t);
      await payAtStripe(page, CARD);
      await page.waitForURL((url) => url.pathname === "/app");
      // From here on the texts name DATEV, including the mail to the support.
      await expect(page.getByText(t("dashboard.first.handInList", { vendor: "DATEV" }))).toBeVisible();
      await page.getByRole("navigation").getByRole("link", { name: "DATEV", exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: "DATEV" })).toBeVisible();
      const support = page
        .getByRole("banner")
        .getByRole("link", { name: t("shell.support") })
        .first();
      expect(decodeURIComponent((await support.getAttribute("href")) ?? "")).toMatch(/, DATEV$/);
      const { subscriptions } = await atStripe(person);
      await deskCall(`/stripe/subscriptions/${subscriptions[0]?.id}/end-trial`, {});
      // The shown price plus tax.
      const gross = Math.round(22_320 * 1.19);
      await expect
        .poll(async () => (await atStripe(person)).invoices.filter((one) => one.totalCents > 0))
        .toMatchObject([{ status: "paid", totalCents: gross, paidCents: gross }]);
      await expect.poll(async () => (await contractOf(person))?.status).toBe("active");
    });
  });
}

test.describe("after an order without a payment method", () => {
  test.use({ expectedErrors: "status of 403" });

  test("the trial lapses, and the contract is locked", { tag: "@rare" }, async ({ page, t }) => {
    const supplier = await beforeThePlan();
    await enter(page, supplier);
    await choosePlan(page, t, { type: "basic", base: "yearly" });
    await expectOpen(page, t, "payment");
    await choosePayment(page, t, "later");
    await expect(stepOf(page, t, "order")).toContainText(t("onboarding.order.paidBy.later"));
    await goToStripe(page, t);
    await payAtStripe(page, NO_METHOD);
    await page.waitForURL((url) => url.pathname === "/app");
    const [subscription] = (await atStripe(supplier)).subscriptions;
    await deskCall(`/stripe/subscriptions/${subscription?.id}/end-trial`, {});
    await expect.poll(async () => (await contractOf(supplier))?.status).toBe("cancelled");
    expect((await atStripe(supplier)).invoices.filter((one) => one.totalCents > 0)).toEqual([]);
    const refused = await page.evaluate(async (customerId) => {
      const answer = await fetch(`/api/v1/customers/${customerId}/collectPaymentsDaysEarlier`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ daysEarlier: 0 }),
      });
      return { status: answer.status, body: (await answer.json()) as { errorCode: string } };
    }, supplier.customerId);
    expect(refused).toMatchObject({ status: 403, body: { errorCode: "contract_inactive" } });
    const payer = newPayer();
    const invoice = await writeInvoice(supplier, { payer });
    await awaitReason(supplier, invoice, "contract_inactive");
  });
});
