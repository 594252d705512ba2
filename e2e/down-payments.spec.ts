import { debitUnderWay, openPayments } from "./support/debits";
import { expect, test } from "./support/fixtures";
import { awaitReason, invoicePath } from "./support/rows";
import { writeInvoice } from "./support/supplier";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a final invoice waits while the down payment it deducts is being collected", async ({ supplier, app, t }) => {
      const advance = await debitUnderWay(supplier, { amountCents: 5_000, type: "downpaymentinvoice" });
      const final = await writeInvoice(supplier, { payer: advance.payer, amountCents: 20_000, type: "closing" });
      await awaitReason(supplier, final, "down_payment_in_collection");
      await app.goto(await invoicePath(supplier, final));
      await expect(app.getByRole("heading", { name: t("reasons.down_payment_in_collection.title") })).toBeVisible();
      expect(await openPayments(supplier, final)).toEqual([]);
    });
  });
}
