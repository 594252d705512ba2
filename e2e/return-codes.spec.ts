import type { Locator, Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank } from "./support/desk";
import { deafen, enter, expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { actInBooks, type Supplier } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

/** Returns true if a button has the colour of the main action. */
async function isPrimary(button: Locator): Promise<boolean> {
  return await button.evaluate((node) => {
    const probe = document.createElement("i");
    probe.style.backgroundColor = "var(--action)";
    document.body.append(probe);
    const [wanted, has] = [probe, node].map((one) => getComputedStyle(one).backgroundColor);
    probe.remove();
    return wanted === has;
  });
}

async function primaryOnes(line: Locator): Promise<string[]> {
  const found: string[] = [];
  for (const button of await line.getByRole("button").all())
    if (await isPrimary(button)) found.push((await button.innerText()).trim());
  return found;
}

/** Returns one line of the returns queue, and the button that retries the collection. */
function deskLine(app: Page, t: Texts, { number }: { number: string }) {
  const line = app
    .getByRole("list", { name: t("returns.title") })
    .getByRole("listitem")
    .filter({ hasText: number });
  const name = `${t("returns.retry.open")} ${t("returns.ofInvoice", { number })}`;
  return { line, again: line.getByRole("button", { name, exact: true }) };
}

async function expectSaid(place: Locator, t: Texts, code: "AM05" | "SL01"): Promise<void> {
  await expect(place.getByText(t(`failureCodes.${code}.title`)).first()).toBeVisible();
  await expect(place.getByText(t(`failureCodes.${code}.todo`)).first()).toBeVisible();
}

/** Enables the retry plan, so that a wrong automatic retry would show. */
async function retriesByPlan({ customerId }: Supplier): Promise<void> {
  await db.customer.update({ where: { id: customerId }, data: { retriesReturns: true } });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a payment rejected as a duplicate (AM05) is never retried, and marking the invoice paid settles it", {
      tag: "@rare",
    }, async ({ supplier, app, payerPage: colleague, t }) => {
      // A colleague in a separate browser, because this page must not learn of the retry.
      await enter(colleague, supplier);
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      // From here on this page does not update automatically.
      await deafen(app);
      await app.goto("/app/returns");
      const { line, again } = deskLine(app, t, invoice);
      await hydrated(again);
      // Insufficient funds: a retry helps, so it is the main action.
      expect(await primaryOnes(line)).toEqual([await again.innerText()]);

      // The colleague's retry is returned as a duplicate.
      await again.click();
      await colleague.goto("/app/returns");
      const theirs = deskLine(colleague, t, invoice);
      await theirs.again.click();
      await theirs.line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      await retriesByPlan(supplier);
      const [second] = await openPayments(supplier, invoice);
      await bank.payment(second?.id ?? "", "fail", { cause: "other", code: "AM05" });
      await awaitStatuses(supplier, invoice, ["failed", "failed"]);
      await awaitReason(supplier, invoice, "failed_needs_action");
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await expect(line.getByRole("alert")).toContainText(t("errors.retry_not_possible"));

      await expectSaid(theirs.line, t, "AM05");
      await expect(theirs.line).toContainText("(AM05)");
      await expect(theirs.again).toHaveCount(0);
      expect(await primaryOnes(theirs.line)).toEqual([]);
      expect(await findingsOf(colleague)).toEqual([]);
      await colleague.goto(await invoicePath(supplier, invoice));
      await expectSaid(colleague.getByRole("main"), t, "AM05");
      await expect(colleague.getByRole("button", { name: t("invoices.retry"), exact: true })).toHaveCount(0);
      expect((await paymentsFor(supplier, invoice)).map(({ status }) => status)).toEqual(["failed", "failed"]);

      // The invoice was paid by transfer; once the accounting system shows that, nothing is left to do.
      await actInBooks(supplier, invoice, "pay");
      await awaitReason(supplier, invoice, "paid");
      await colleague.goto("/app/returns?filter=done");
      await expect(theirs.line.getByText(t("returns.outcomes.settled"))).toBeVisible();
      const cases = { customerId: supplier.customerId, isDone: false };
      expect(await db.returnCase.count({ where: cases })).toBe(0);
      expect(await openPayments(supplier, invoice)).toEqual([]);
    });

    test("after a closed account (AC04) the payer's other mandate is debited once a person decides it", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await retriesByPlan(supplier);
      const { invoice, payment, payer } = await debitUnderWay(supplier);
      const customer = { companyName: payer.name, email: payer.email };
      const { mandate } = await bank.addForeignMandate({ organisation: supplier.account, customer });
      await app.goto("/app/mandates");
      await app.getByRole("button", { name: t("mandates.confirmMatch") }).click();
      await expect.poll(async () => (await rows.mandates(supplier)).filter((row) => row.contactId).length).toBe(2);
      const other = (await rows.mandates(supplier)).find((row) => row.providerId === mandate.id);
      const label = [other?.accountHint, other?.reference].filter(Boolean).join(" · ");
      await bank.payment(payment.id, "fail", { cause: "bank_account_closed", code: "AC04" });
      await awaitReason(supplier, invoice, "failed_needs_action");

      await app.goto(await invoicePath(supplier, invoice));
      await app.getByRole("button", { name: t("invoices.retry"), exact: true }).click();
      await expect(app.getByRole("alertdialog").getByText(t("invoices.retryOther", { mandate: label }))).toBeVisible();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("invoices.notNow") })
        .click();
      await app.goto("/app/returns");
      const { line, again } = deskLine(app, t, invoice);
      await expect(line.getByText(t("returns.otherMandate", { mandate: label }))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      expect(await paymentsFor(supplier, invoice)).toHaveLength(1);

      await again.click();
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ mandate: mandate.id }]);
      const [, second] = await rows.collections(supplier, invoice);
      expect(second).toMatchObject({ retriedBy: "person" });
      // The payer was asked once, before the first collection.
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });

    test("a block at the payer's bank (SL01) is never retried automatically, but on request", {
      tag: "@rare",
    }, async ({ page, supplier, t }) => {
      await retriesByPlan(supplier);
      await enter(page, supplier);
      const { invoice, payment, payer } = await debitUnderWay(supplier);
      // The provider's cause equals that of "no reason given", which the plan would retry: the bank's code decides.
      await bank.payment(payment.id, "fail", { cause: "refer_to_payer", code: "SL01" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      await page.goto("/app/returns");
      const { line, again } = deskLine(page, t, invoice);
      await expectSaid(line, t, "SL01");
      await expect(line).toContainText("(SL01)");
      await expect(again).toBeVisible();
      await expect(line.getByRole("button", { name: t("returns.ask") })).toBeVisible();
      expect(await primaryOnes(line)).toEqual([]);
      expect(await findingsOf(page)).toEqual([]);
      await page.goto(await invoicePath(supplier, invoice));
      await expectSaid(page.getByRole("main"), t, "SL01");
      expect(await paymentsFor(supplier, invoice)).toHaveLength(1);

      // The payer has unblocked direct debits. The earliest charge date was read at the first collection, so it is
      // outdated.
      const old = { nextPossibleChargeDate: new Date("2026-01-05"), chargeDateReadOn: new Date("2026-01-02") };
      await db.mandate.updateMany({ where: { customerId: supplier.customerId }, data: old });
      await page.goto("/app/returns");
      await again.click();
      const promised = await line.getByLabel(t("returns.retry.day")).inputValue();
      await line.getByRole("button", { name: t("returns.retry.confirm") }).click();
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      const [second] = await openPayments(supplier, invoice);
      expect(second?.chargeDate).toBe(promised);
      const language = localeOfBrowser(locale);
      const planned = { day: weekday(second?.chargeDate ?? "", language), amount: money(11_900, language) };
      await expect(line.getByText(t("returns.nextByPerson", planned))).toBeVisible();
      expect(second?.mandate).toBe(payment.mandate);
      await bank.payment(second?.id ?? "", "confirm");
      await awaitStatuses(supplier, invoice, ["failed", "confirmed"]);
      await expect(page.getByText(t("returns.none.open"))).toBeVisible();
      const mandates = { customerId: supplier.customerId, email: payer.email };
      expect(await db.mandateRequest.count({ where: mandates })).toBe(1);
    });
  });
}
