import { addDays } from "../lib/core/dates";
import { db } from "../lib/core/db";
import { openPayments } from "./support/debits";
import { type BookInvoice, bank, books, calendar } from "./support/desk";
import { axeFindings, expect, isAwake, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";

const OTHER_TERM = "Zahlbar binnen 14 Tagen ohne Abzug.";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("an invoice with another condition is chosen from the books and collected", async ({ supplier, app, t }) => {
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer, term: OTHER_TERM });
      const paid = await writeInvoice(supplier, { payer: newPayer("Rösterei Öl"), term: OTHER_TERM });
      await books.invoice(paid.id, "pay");
      await awaitReason(supplier, invoice, "condition_mismatch");
      await awaitReason(supplier, paid, "paid");

      await app.goto("/app/transfer");
      const show = app.getByRole("button", { name: t("transfer.show"), exact: true });
      await isAwake(show);
      await show.click();
      await expect(app.getByText(t("errors.date_range_required"))).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);
      const today = await calendar.today();
      await app.getByLabel(t("transfer.from")).fill(addDays(today, -3));
      await app.getByLabel(t("transfer.to"), { exact: true }).fill(today);
      await show.press("Enter");
      const row = (one: BookInvoice) => app.getByRole("row").filter({ hasText: one.number });
      await expect(row(invoice)).toContainText(t("reasons.condition_mismatch.title"));
      // What is settled can be found, but not chosen.
      await expect(row(paid)).toContainText(t("invoices.bookStatus.paid"));
      await expect(row(paid).getByRole("checkbox")).toHaveCount(0);
      expect(await axeFindings(app)).toEqual([]);
      await row(invoice).getByRole("checkbox").check();
      await app.getByRole("button", { name: t("transfer.transfer"), exact: true }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("transfer.transfer"), exact: true })
        .click();
      await app.waitForURL(/\/app\/invoices\/bulk\/blk_/);
      await expect(app.getByText(t("bulk.allDone", { done: 1 }))).toBeVisible();

      // The payer is asked, signs, and is debited once.
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ amountCents: 11_900 }]);
      const { id = "" } = (await rows.invoice(supplier, invoice)) ?? {};
      const [audit] = await db.auditEntry.findMany({ where: { customerId: supplier.customerId, subject: id } });
      expect(audit).toMatchObject({ action: "invoice.transferred", userName: "Frieda Brandt" });
      expect(audit?.ip).toMatch(/^2001:db8:/);
      await app.goBack();
      await expect(row(invoice)).toContainText(t("collectionStatus.created.label"));
      await expect(row(invoice).getByRole("checkbox")).toHaveCount(0);
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`without Premium, in ${locale}`, () => {
    test.use({ locale, expectedErrors: "Failed to load" });

    test("the picker shows what Premium is, and the API refuses", async ({ supplier, app, t }) => {
      await db.contract.update({ where: { customerId: supplier.customerId }, data: { planType: "basic" } });
      const invoice = await writeInvoice(supplier, { payer: newPayer(), term: OTHER_TERM });
      await awaitReason(supplier, invoice, "condition_mismatch");
      await app.goto("/app/transfer");
      const show = app.getByRole("button", { name: t("transfer.show"), exact: true });
      await isAwake(show);
      await app.getByLabel(t("transfer.from")).fill("2026-01-01");
      await app.getByLabel(t("transfer.to"), { exact: true }).fill("2026-02-01");
      await show.click();
      await expect(app.getByRole("alertdialog").getByText(t("client.upgrade.title"))).toBeVisible();
      const { id = "" } = (await rows.invoice(supplier, invoice)) ?? {};
      const call = (path: string) =>
        app.evaluate(async (url) => {
          const answer = await fetch(url, {
            method: "POST",
            body: "{}",
            headers: { "content-type": "application/json" },
          });
          return { status: answer.status, code: ((await answer.json()) as { errorCode?: string }).errorCode };
        }, `/api/v1/lexoffice/core/${supplier.customerId}/${path}`);
      const refused = { status: 403, code: "premium_required" };
      expect(await call("voucherList")).toEqual(refused);
      expect(await call(`transfer/invoice/without/check/${id}`)).toEqual(refused);
      expect(await rows.reason(supplier, invoice)).toBe("condition_mismatch");
      expect(await openPayments(supplier, invoice)).toEqual([]);
    });
  });
}
