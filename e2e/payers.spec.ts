import { debitUnderWay } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, findingsOf, hydrated, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitStatuses, rows } from "./support/rows";
import { writeInvoice } from "./support/supplier";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a search by the amount leads to the invoice, and the payer's name to all about the payer", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier, { amountCents: 29_750 });
      await bank.payment(payment.id, "fail", { code: "AM04" });
      await awaitStatuses(supplier, invoice, ["failed"]);
      await writeInvoice(supplier, { payer, amountCents: 5_000 });
      await expect.poll(async () => (await rows.contacts(supplier)).length).toBe(1);
      await app.goto("/app");
      await hydrated(app.getByRole("banner").getByRole("button", { name: new RegExp(`^${t("shell.search.short")}`) }));
      await app.keyboard.press("ControlOrMeta+k");
      const field = app.getByRole("combobox", { name: t("shell.search.title") });
      await field.fill(locale === "de-DE" ? "297,50" : "€297.50");
      await expect(app.getByRole("option", { selected: true })).toContainText(invoice.number);
      expect(await findingsOf(app)).toEqual([]);
      await field.press("Enter");
      await expect(app).toHaveURL(/\/app\/invoices\/inv_/);
      await app.getByRole("link", { name: payer.name }).first().click();
      await expect(app).toHaveURL(/\/app\/contacts\/con_/);
      await expect(app.getByRole("heading", { level: 1 })).toHaveText(payer.name);
      const lists = app.getByRole("navigation", { name: t("payers.lists.choose") });
      await lists.getByRole("link", { name: t("payers.lists.returns") }).click();
      await expect(app.getByRole("cell", { name: "AM04" })).toBeVisible();
      await lists.getByRole("link", { name: t("payers.lists.mails") }).click();
      await expect(app.getByRole("cell", { name: payer.email })).toBeVisible();
      const { subject } = await mailbox.letter(payer.email);
      await expect(app.getByRole("cell", { name: subject })).toBeVisible();
      const payments = await ledger.payments(supplier.account);
      expect(payments.find(({ id }) => id === payment.id)).toMatchObject({ status: "failed", amountCents: 29_750 });
      expect(await findingsOf(app)).toEqual([]);
    });
  });
}
