import { debitUnderWay, openPayments } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { awaitReason, awaitStatuses, invoicePath } from "./support/rows";
import { writeInvoice } from "./support/supplier";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a final invoice waits for the down payment it deducts, and claims what is left", async ({
      supplier,
      app,
      t,
    }) => {
      const advance = await debitUnderWay(supplier, { amountCents: 5_000, type: "downpaymentinvoice" });
      const final = await writeInvoice(supplier, { payer: advance.payer, amountCents: 20_000, type: "closing" });
      await awaitReason(supplier, final, "down_payment_in_collection");
      await app.goto(await invoicePath(supplier, final));
      await expect(app.getByRole("heading", { name: t("reasons.down_payment_in_collection.title") })).toBeVisible();
      expect(await openPayments(supplier, final)).toEqual([]);

      await bank.payment(advance.payment.id, "pay-out");
      await awaitStatuses(supplier, final, ["created"]);
      const [debit] = await openPayments(supplier, final);
      expect(debit?.amountCents).toBe(15_000);
      await bank.payment(debit?.id ?? "", "pay-out");
      await awaitStatuses(supplier, final, ["paid_out"]);
      // The same euro once: what both have brought is what the work cost.
      const paid = await ledger.payments(supplier.account);
      expect(paid.reduce((sum, one) => sum + one.amountCents, 0)).toBe(20_000);
      await expect(app.getByText(t("collectionStatus.paid_out.label")).first()).toBeVisible();
    });
  });
}
