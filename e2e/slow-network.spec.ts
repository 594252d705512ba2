import { bulkOn, whileLocked } from "./support/bulk";
import { expect, test } from "./support/fixtures";
import { awaitReason } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";

/** A latency longer than the shortest pause between two refreshes of a page with progress. */
const FAR_AWAY = { offline: false, latency: 1_500, downloadThroughput: -1, uploadThroughput: -1 };

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("on a slow network the progress of a bulk run is still visible", { tag: "@rare" }, async ({
      app,
      supplier,
      t,
    }) => {
      const payer = newPayer("Gärtnerei Übermorgen");
      const invoices = [await writeInvoice(supplier, { payer }), await writeInvoice(supplier, { payer })];
      for (const one of invoices) await awaitReason(supplier, one, "mandate_requested");
      const bulk = bulkOn(app, t);
      await bulk.pick(invoices.map((one) => one.number));
      const network = await app.context().newCDPSession(app);
      await network.send("Network.emulateNetworkConditions", FAR_AWAY);
      await whileLocked(supplier, async () => {
        await bulk.carryOut("exclude");
        await expect(app.getByText(t("bulk.progress", { done: 1, total: 2 }))).toBeVisible();
      });
      await expect(app.getByText(t("bulk.allDone", { done: 2 }))).toBeVisible();
      for (const one of invoices) await awaitReason(supplier, one, "invoice_excluded");
    });
  });
}
