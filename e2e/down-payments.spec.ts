import { debitUnderWay, openPayments } from "./support/debits";
import { bank, books, ledger } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, writeInvoice } from "./support/supplier";
import { money } from "./support/texts";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a final invoice waits for its down payment, is blocked while it claims it twice, and then brings the rest", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const advance = await debitUnderWay(supplier, { amountCents: 5_000, type: "downpaymentinvoice" });
      const { payer } = advance;
      const final = await writeInvoice(supplier, { payer, amountCents: 20_000, type: "closing" });
      await awaitReason(supplier, final, "down_payment_in_collection");
      await app.goto(await invoicePath(supplier, final));
      await expect(app.getByRole("heading", { name: t("reasons.down_payment_in_collection.title") })).toBeVisible();
      expect(await openPayments(supplier, final)).toEqual([]);

      // The down payment is paid out and booked, but the final invoice, written earlier, claims it again.
      await bank.payment(advance.payment.id, "pay-out");
      await expect.poll(() => ledger.openCents(advance.invoice.id)).toBe(0);
      await awaitReason(supplier, final, "down_payment_not_deducted");
      await expect(app.getByRole("heading", { name: t("reasons.down_payment_not_deducted.title") })).toBeVisible();
      await expect(
        app.getByText(t("reasons.down_payment_not_deducted.help"), { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      expect(await openPayments(supplier, final)).toEqual([]);

      // The supplier follows the advice in the accounting system.
      await books.invoice(final.id, "void");
      const reissued = await books.write({
        organisation: supplier.books,
        contact: payer,
        amountCents: 20_000,
        paymentTermLabel: DIRECT_DEBIT_TERM,
        type: "closing",
        deductions: [advance.invoice.id],
      });
      expect(reissued.openCents).toBe(15_000);
      await awaitStatuses(supplier, reissued, ["created"]);
      await awaitReason(supplier, final, "voided");
      expect(await openPayments(supplier, reissued)).toMatchObject([{ amountCents: 15_000 }]);
      await app.goto(await invoicePath(supplier, reissued));
      await expect(app.getByText(money(15_000, localeOfBrowser(locale)), { exact: true })).not.toHaveCount(0);
      // The payments never exceed the price of the work.
      const debited = (await ledger.payments(supplier.account)).reduce((sum, one) => sum + one.amountCents, 0);
      expect(debited).toBe(20_000);
      expect(await rows.statuses(supplier, final)).toEqual([]);
    });
  });
}
