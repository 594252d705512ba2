import type { Page } from "@playwright/test";
import { db } from "../lib/core/db";
import { saveBillingContact } from "../lib/subscriptions/mutations";
import { DIRECT_DEBIT_TERM } from "../prisma/seed/suppliers";
import { bank, deskCall, faults, ledger } from "./support/desk";
import { axeFindings, expect, localeOfBrowser, signIn, test, watched } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import {
  atStripe,
  CARD,
  choosePayment,
  choosePlan,
  consentAtGocardless,
  consentAtLexware,
  contractOf,
  expectOpen,
  FAILING_CARD,
  goToStripe,
  NO_METHOD,
  payAtStripe,
  stepOf,
} from "./support/newcomer";
import { grantMandate } from "./support/payer";
import { fillRegistration, newNewcomer, submitRegistration, userRow } from "./support/people";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import {
  connectedSupplier,
  newPayer,
  type Supplier,
  settledConnections,
  unconnectedSupplier,
  writeInvoice,
} from "./support/supplier";
import { money, type Texts } from "./support/texts";

async function register(page: Page, t: Texts, discount = "") {
  const person = newNewcomer();
  await page.goto(`/register${discount ? `?discount=${discount}` : ""}`);
  await page.getByLabel(t("register.country")).selectOption("DE");
  await fillRegistration(page, t, person);
  await submitRegistration(page, t);
  await page.waitForURL((url) => url.pathname === "/app/onboard");
  const customerId = (await userRow(person.email))?.memberships[0]?.customerId ?? "";
  return { ...person, customerId };
}

async function connectBoth(page: Page, t: Texts, person: { companyName: string; city: string }): Promise<void> {
  await page.getByRole("button", { name: t("onboarding.connect", { vendor: "Lexware Office" }) }).click();
  await page.waitForURL(/\/oauth2\/authorize/);
  await consentAtLexware(page, person.companyName);
  await expectOpen(page, t, "GOCARDLESS");
  await page.getByRole("button", { name: t("onboarding.connect", { vendor: "GoCardless" }) }).click();
  await page.waitForURL(/\/oauth\/authorize/);
  await consentAtGocardless(page, person.companyName, person.city);
  await expectOpen(page, t, "plan");
}

/** Somebody with both accounts, who has said whom our invoices name. */
async function beforeThePlan(): Promise<Supplier> {
  const supplier = await connectedSupplier({ contract: "none" });
  const contact = {
    ...{ company: supplier.companyName, name: "Frieda Brandt", email: supplier.email, phone: "" },
    ...{ address: "Lindenhof 7", zip: "04109", city: "Leipzig", vatId: "", country: "DE" },
  };
  await saveBillingContact(supplier.customerId, contact, "en", supplier.actor);
  return supplier;
}

for (const browserLocale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${browserLocale}`, () => {
    test.use({ locale: browserLocale });

    test("from the registration to the first collected invoice, resumed in another browser", async ({
      page,
      browser,
      payerPage,
      t,
    }) => {
      test.slow();
      const locale = localeOfBrowser(browserLocale);
      const person = await register(page, t);
      await expectOpen(page, t, "LEXOFFICE");
      await expect(page.getByRole("progressbar")).toHaveAttribute(
        "aria-valuetext",
        t("onboarding.progress", { done: 0, total: 6 }),
      );
      expect(await axeFindings(page)).toEqual([]);
      // A later step can be pressed, and says what comes first.
      await stepOf(page, t, "plan").getByRole("link").click();
      await expect(page.getByRole("alert").filter({ hasText: t("onboarding.finishFirst") })).toBeVisible();
      await expectOpen(page, t, "LEXOFFICE");

      await connectBoth(page, t, person);
      await expect(page.getByText(t("connections.mismatch.title"))).toBeHidden();
      expect(await axeFindings(page)).toEqual([]);
      await choosePlan(page, t, { type: "basic", base: "monthly" });
      await expectOpen(page, t, "billing");
      expect(await contractOf(person)).toMatchObject({ chosenType: "basic", chosenBase: "monthly", planType: null });

      await expect(page.getByLabel(t("billing.company"), { exact: true })).toHaveValue(person.companyName);
      await page.getByLabel(t("billing.vatId"), { exact: true }).fill("DE12345");
      await page.getByRole("button", { name: t("onboarding.saveAndGoOn"), exact: true }).click();
      await expect(page.getByRole("alert").filter({ hasText: t("billing.problem.vatId") })).toBeVisible();
      await page.getByLabel(t("billing.vatId"), { exact: true }).fill("DE 123 456 789");
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: t("onboarding.saveAndGoOn"), exact: true }).click();
      await expectOpen(page, t, "payment");
      expect(await db.billingContact.findUnique({ where: { customerId: person.customerId } })).toMatchObject({
        company: person.companyName,
        vatId: "DE123456789",
      });

      const elsewhere = await watched(await browser.newContext({ locale: browserLocale })).newPage();
      await signIn(elsewhere, person, t);
      await expectOpen(elsewhere, t, "payment");
      await expect(stepOf(elsewhere, t, "plan")).toContainText(t("plans.name.basic"));
      // What is done can be changed.
      await stepOf(elsewhere, t, "plan").getByRole("link").click();
      await choosePlan(elsewhere, t, { type: "premium", base: "monthly" });
      await expectOpen(elsewhere, t, "payment");
      await elsewhere.getByRole("button", { name: t("onboarding.payment.save"), exact: true }).click();
      await expect(elsewhere.getByRole("alert").filter({ hasText: t("onboarding.payment.missing") })).toBeVisible();
      await choosePayment(elsewhere, t, "card");
      await expect(stepOf(elsewhere, t, "order")).toContainText(money(2_590, locale));
      expect(await axeFindings(elsewhere)).toEqual([]);
      await goToStripe(elsewhere, t);
      // Somebody who thinks better of it comes back to the summary.
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

      await elsewhere.getByLabel(t("client.conditions.other")).fill(DIRECT_DEBIT_TERM);
      await elsewhere.getByRole("button", { name: t("client.conditions.add"), exact: true }).click();
      await elsewhere.getByRole("button", { name: t("client.conditions.save"), exact: true }).click();
      await expect(elsewhere.getByText(t("client.conditions.saved"))).toBeVisible();
      const supplier = { ...person, ...(await settledConnections(person)) } as unknown as Supplier;
      const payer = newPayer("Bäckerei Sonnenkorn", "de");
      const invoice = await writeInvoice(supplier, { payer });
      await grantMandate(payerPage, mandateLink(await mailbox.letter(payer.email)), person.companyName);
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await ledger.payments(supplier.account)).toMatchObject([{ amountCents: 11_900 }]);
      await elsewhere.context().close();
    });

    test("the discount somebody came with is shown, ordered and charged", async ({ page, t }) => {
      const locale = localeOfBrowser(browserLocale);
      const person = await register(page, t, "PREMIUM20");
      await connectBoth(page, t, person);
      const premium = page.getByRole("region", { name: t("plans.name.premium"), exact: true });
      // The only lowered price is the one that is shown first.
      await expect(page.getByRole("radio", { name: t("plans.yearly") })).toBeChecked();
      await expect(premium).toContainText(money(22_320, locale));
      await expect(premium.locator("s")).toHaveText(money(27_900, locale));
      await choosePlan(page, t, { type: "premium", base: "yearly" });
      await page.getByRole("button", { name: t("onboarding.saveAndGoOn"), exact: true }).click();
      await choosePayment(page, t, "card");
      await expect(stepOf(page, t, "order")).toContainText(money(22_320, locale));
      await goToStripe(page, t);
      await payAtStripe(page, CARD);
      await page.waitForURL((url) => url.pathname === "/app");
      const { subscriptions } = await atStripe(person);
      await deskCall(`/stripe/subscriptions/${subscriptions[0]?.id}/end-trial`, {});
      // The price shown, with the tax on top.
      const gross = Math.round(22_320 * 1.19);
      await expect
        .poll(async () => (await atStripe(person)).invoices.filter((one) => one.totalCents > 0))
        .toMatchObject([{ status: "paid", totalCents: gross, paidCents: gross }]);
      await expect.poll(async () => (await contractOf(person))?.status).toBe("active");
    });
  });
}

test("an order without a payment method: the trial lapses, and everything is locked", async ({ page, t }) => {
  const supplier = await beforeThePlan();
  await signIn(page, supplier, t);
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

test("without a trial a first payment that fails is told with what to do, and paying otherwise ends it", async ({
  page,
  t,
}) => {
  const supplier = await beforeThePlan();
  const { customerId } = supplier;
  const chosen = { chosenType: "basic", chosenBase: "monthly", chosenPayment: "card", hasHadTrial: true } as const;
  await db.contract.update({ where: { customerId }, data: chosen });
  await signIn(page, supplier, t);
  await expectOpen(page, t, "order");
  await goToStripe(page, t, "order");
  await payAtStripe(page, FAILING_CARD);
  await page.goto("/app/subscription/return?to=/app/onboard");
  await expect(page.getByText(t("onboarding.order.failedTitle"))).toBeVisible();
  expect(await contractOf(supplier)).toMatchObject({ status: "incomplete", planType: null });
  await goToStripe(page, t, "order");
  await payAtStripe(page, CARD);
  await page.waitForURL((url) => url.pathname === "/app");
  expect(await contractOf(supplier)).toMatchObject({ status: "active", planType: "basic" });
});

test("other collections at GoCardless are shown and answered for before the first debit", async ({ page, t }) => {
  const supplier = await connectedSupplier({ contract: "none" });
  const { customerId, account, companyName } = supplier;
  const payer = newPayer("Kino Rialto");
  const { mandate } = await bank.addForeignMandate({
    organisation: account,
    customer: { companyName: payer.name, email: payer.email },
  });
  const on = { organisation: account, mandate: mandate.id };
  await deskCall("/gocardless/subscriptions", { ...on, amountCents: 4_900, interval: "monthly" });
  await deskCall("/gocardless/instalment-schedules", { ...on, amountCents: 60_000 });
  await signIn(page, supplier, t);
  await stepOf(page, t, "GOCARDLESS").getByRole("link").click();
  await page.getByRole("button", { name: t("onboarding.connectOther") }).click();
  await page.waitForURL(/\/oauth\/authorize/);
  await consentAtGocardless(page, companyName);
  const told = stepOf(page, t, "GOCARDLESS");
  await expect(told).toContainText(t("connections.engines.title"));
  await expect(told).toContainText(t("connections.engines.subscriptions", { count: 1, amount: money(4_900) }));
  await expect(told).toContainText(t("connections.engines.instalments", { count: 1, amount: money(60_000) }));
  expect(await axeFindings(page)).toEqual([]);
  await settledConnections(supplier);

  await db.contract.upsert({
    where: { customerId },
    create: { customerId, type: "EXTERNAL", planType: "premium" },
    update: { type: "EXTERNAL", planType: "premium" },
  });
  const invoice = await writeInvoice(supplier, { payer });
  await page.goto("/app/mandates");
  await page.getByRole("button", { name: t("mandates.confirmMatch") }).click();
  await awaitReason(supplier, invoice, "other_engines_unconfirmed");
  expect(await ledger.payments(account)).toEqual([]);
  await page.goto("/app");
  await expect(page.getByText(t("notices.other_engines.title"))).toBeVisible();
  await page.goto("/app/connections");
  await page.getByRole("button", { name: t("connections.engines.confirm") }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: t("connections.engines.confirm") })
    .click();
  await expect(page.getByText(t("connections.engines.confirmedTitle"))).toBeVisible();
  await awaitStatuses(supplier, invoice, ["created"]);
  expect(await ledger.payments(account)).toHaveLength(1);
  expect((await rows.connection(supplier, "GOCARDLESS"))?.enginesConfirmedAt).not.toBeNull();
});

test("accounts of another firm in another city are told, by account", async ({ page, t }) => {
  const newcomer = await unconnectedSupplier({ contract: "none" });
  await signIn(page, newcomer, t);
  const other = `Brauerei ${newcomer.customerId.slice(-8)}`;
  await connectBoth(page, t, { companyName: other, city: "Rostock" });
  await expect(page.getByText(t("connections.mismatch.title"))).toBeVisible();
  await expect(page.getByText("Rostock", { exact: true })).toBeVisible();
  const matching = await page.evaluate(
    async (id) => (await fetch(`/api/v1/customers/${id}/status/matching`)).json(),
    newcomer.customerId,
  );
  expect(matching).toEqual({
    matches: false,
    mismatches: [
      { field: "company", values: { EINZUG: newcomer.companyName, LEXOFFICE: other, GOCARDLESS: other } },
      { field: "city", values: { EINZUG: "Leipzig", GOCARDLESS: "Rostock" } },
    ],
  });
  await page.goto("/app/connections");
  await expect(page.getByText(t("connections.mismatch.title"))).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test("an account in review is a warning and no obstacle; who does not own the account is told who goes on", async ({
  page,
  t,
}) => {
  const supplier = await connectedSupplier({ contract: "none" });
  await bank.verify(supplier.account, "in_review");
  await expect.poll(async () => (await rows.connection(supplier, "GOCARDLESS"))?.verificationStatus).toBe("in_review");
  await signIn(page, supplier, t);
  await expectOpen(page, t, "plan");
  await expect(stepOf(page, t, "GOCARDLESS")).toContainText(t("connections.verification.in_review.title"));
  await expect(page.getByRole("region", { name: t("plans.name.premium"), exact: true })).toBeVisible();
  const { customerId, userId } = supplier;
  await db.membership.update({ where: { customerId_userId: { customerId, userId } }, data: { role: "member" } });
  await page.reload();
  await expect(page.getByText(t("onboarding.ownerOnlyTitle"))).toBeVisible();
  await expect(page.getByRole("region", { name: t("plans.name.premium"), exact: true })).toBeHidden();
});

test.describe("with a price list that is not set up", () => {
  test.use({ alone: true });

  test("the plan step says so, loses nothing, and goes on once it is", async ({ page, t }) => {
    const supplier = await connectedSupplier({ contract: "none" });
    await faults.add({ provider: "stripe", kind: "partial-page", match: { path: "/v1/prices" } });
    await signIn(page, supplier, t);
    const told = page.getByText(t("plans.unavailable.title"));
    // A list read a moment ago is still the newest; then it is asked for again.
    await expect
      .poll(
        async () => {
          await page.goto("/app/onboard");
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          return await told
            .or(page.getByRole("region", { name: t("plans.name.basic"), exact: true }))
            .first()
            .innerText();
        },
        { timeout: 100_000 },
      )
      .toContain(t("plans.unavailable.title"));
    await expectOpen(page, t, "plan");
    expect(await axeFindings(page)).toEqual([]);
    await faults.clear();
    await page.getByRole("link", { name: t("plans.reload") }).click();
    await choosePlan(page, t, { type: "basic", base: "monthly" });
    await expectOpen(page, t, "billing");
    expect(await contractOf(supplier)).toMatchObject({ chosenType: "basic" });
  });
});
