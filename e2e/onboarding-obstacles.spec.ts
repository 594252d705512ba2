import { db } from "../lib/core/database/db";
import { CARD } from "../prisma/seed/subscribe";
import { FAILING_CARD } from "../test/subscriber";
import { bank, deskCall, faults, ledger } from "./support/desk";
import { enter, expect, findingsOf, test } from "./support/fixtures";
import {
  atStripe,
  beforeThePlan,
  choosePlan,
  connectBoth,
  consentAtGocardless,
  contractOf,
  expectOpen,
  goToStripe,
  payAtStripe,
  stepOf,
} from "./support/newcomer";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { connectedSupplier, newPayer, settledConnections, unconnectedSupplier, writeInvoice } from "./support/supplier";
import { money } from "./support/texts";

test("a failed first payment without a trial shows what to do, and another payment method solves it", {
  tag: "@rare",
}, async ({ page, t }) => {
  const supplier = await beforeThePlan();
  const { customerId } = supplier;
  const chosen = { chosenType: "basic", chosenBase: "monthly", chosenPayment: "card", hasHadTrial: true } as const;
  // Counts as a read, so that a running read does not store the earlier state.
  await db.contract.update({ where: { customerId }, data: { ...chosen, readCount: { increment: 1 } } });
  await enter(page, supplier);
  await expectOpen(page, t, "order");
  await goToStripe(page, t, "order");
  await payAtStripe(page, FAILING_CARD);
  const declined = { status: "incomplete_expired", planType: null };
  await expect.poll(async () => (await atStripe(supplier)).subscriptions[0]?.status).toBe(declined.status);
  await page.goto("/app/subscription/return?to=/app/onboard");
  await expect(page.getByText(t("onboarding.order.failedTitle"))).toBeVisible();
  expect(await contractOf(supplier)).toMatchObject(declined);
  await goToStripe(page, t, "order");
  await payAtStripe(page, CARD);
  await page.waitForURL((url) => url.pathname === "/app");
  expect(await contractOf(supplier)).toMatchObject({ status: "active", planType: "basic" });
});

test.describe("with another account refused", () => {
  test.use({ expectedErrors: "status of 409" });

  test("external schedules at GoCardless must be confirmed before the first collection", { tag: "@rare" }, async ({
    page,
    t,
  }) => {
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
    await enter(page, supplier);
    await stepOf(page, t, "GOCARDLESS").getByRole("link").click();
    await page.getByRole("button", { name: t("onboarding.reconnect", { vendor: "GoCardless" }) }).click();
    await page.waitForURL(/\/oauth\/authorize/);
    // Another account is refused with a reason; the same one is accepted.
    await consentAtGocardless(page, `Andere ${customerId.slice(-8)}`);
    await page.waitForURL((url) => url.pathname === "/app/connections");
    await expect(page.getByText(t("errors.account_in_use"))).toBeVisible();
    expect((await rows.connection(supplier, "GOCARDLESS"))?.organisationId).toBe(account);
    await page.goto("/app/onboard");
    await stepOf(page, t, "GOCARDLESS").getByRole("link").click();
    await page.getByRole("button", { name: t("onboarding.reconnect", { vendor: "GoCardless" }) }).click();
    await page.waitForURL(/\/oauth\/authorize/);
    await consentAtGocardless(page, companyName);
    const told = stepOf(page, t, "GOCARDLESS");
    await expect(told).toContainText(t("connections.engines.title"));
    await expect(told).toContainText(t("connections.engines.subscriptions", { count: 1, amount: money(4_900) }));
    await expect(told).toContainText(t("connections.engines.instalments", { count: 1, amount: money(60_000) }));
    expect(await findingsOf(page)).toEqual([]);
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
    expect((await rows.connection(supplier, "GOCARDLESS"))?.schedulesConfirmedAt).not.toBeNull();
  });
});

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("accounts of another firm in another city are reported, account by account", { tag: "@rare" }, async ({
      page,
      t,
    }) => {
      const newcomer = await unconnectedSupplier({ contract: "none" });
      await enter(page, newcomer);
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
      expect(await findingsOf(page)).toEqual([]);
    });
  });
}

test("an account in review is only a warning; a member who is no owner reads that an owner must continue", {
  tag: "@rare",
}, async ({ page, t }) => {
  const supplier = await connectedSupplier({ contract: "none" });
  await bank.verify(supplier.account, "in_review");
  await expect.poll(async () => (await rows.connection(supplier, "GOCARDLESS"))?.verificationStatus).toBe("in_review");
  await enter(page, supplier);
  await expectOpen(page, t, "plan");
  await expect(stepOf(page, t, "GOCARDLESS")).toContainText(t("connections.verification.in_review.title"));
  await expect(page.getByRole("region", { name: t("plans.name.premium"), exact: true })).toBeVisible();
  const { customerId, userId } = supplier;
  await db.membership.update({ where: { customerId_userId: { customerId, userId } }, data: { role: "member" } });
  await page.reload();
  await expect(page.getByText(t("onboarding.ownerOnlyTitle"))).toBeVisible();
  await expect(page.getByRole("region", { name: t("plans.name.premium"), exact: true })).toBeHidden();
});

test.describe("with a price list that is not set up", { tag: "@alone" }, () => {
  test("the plan step shows an error, loses no input, and continues once the list is there", async ({ page, t }) => {
    const supplier = await connectedSupplier({ contract: "none" });
    const fault = await faults.add({ provider: "stripe", kind: "partial-page", match: { path: "/v1/prices" } });
    await enter(page, supplier);
    const told = page.getByText(t("plans.unavailable.title"));
    // A price list read a moment ago is still used; then it is requested again.
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
    expect(await findingsOf(page)).toEqual([]);
    await faults.remove(fault);
    await page.getByRole("link", { name: t("plans.reload") }).click();
    await choosePlan(page, t, { type: "basic", base: "monthly" });
    await expectOpen(page, t, "billing");
    expect(await contractOf(supplier)).toMatchObject({ chosenType: "basic" });
  });
});
