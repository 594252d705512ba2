import { db } from "../lib/core/database/db";
import { enter, expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason } from "./support/rows";
import { connectedSupplier, newPayer, writeInvoice } from "./support/supplier";
import { money } from "./support/texts";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("nothing is sent before the supplier has seen to whom, and has chosen", async ({ page, t }) => {
      const supplier = await connectedSupplier({ isBeforeFirstRequests: true });
      const payers = [newPayer("Bäckerei Sonnenkorn"), newPayer("Café Zürn")] as const;
      const invoices = [];
      for (const payer of payers) invoices.push(await writeInvoice(supplier, { payer, amountCents: 11_900 }));
      for (const invoice of invoices) await awaitReason(supplier, invoice, "request_unconfirmed");
      for (const payer of payers) expect(await mailbox.to(payer.email)).toEqual([]);
      const { customerId } = supplier;
      const requests = () => db.mandateRequest.count({ where: { customerId } });
      expect(await requests()).toBe(0);

      await enter(page, supplier);
      await page.goto("/app/mandates");
      await page.getByRole("link", { name: t("mandates.firstRequests.bannerLink") }).click();
      const amount = money(23_800, localeOfBrowser(locale));
      await expect(page.getByText(t("mandates.firstRequests.summary", { count: 2, amount }))).toBeVisible();
      for (const { email } of payers) await expect(page.getByRole("cell", { name: email })).toBeVisible();
      expect(await findingsOf(page)).toEqual([]);
      await page.getByRole("button", { name: t("mandates.firstRequests.byHand") }).click();
      const row = page.getByRole("row").filter({ hasText: payers[0].email });
      await row.getByRole("button", { name: t("mandates.firstRequests.send") }).click();
      expect((await mailbox.letter(payers[0].email)).links.join()).toMatch(/\/m\/[\w-]{48}/);
      expect(await mailbox.to(payers[1].email)).toEqual([]);
      await expect.poll(requests).toBe(1);

      await page.reload();
      await page.getByRole("button", { name: t("mandates.firstRequests.now", { count: 1 }) }).click();
      await mailbox.letter(payers[1].email);
      await expect.poll(requests).toBe(2);
      expect(await mailbox.to(payers[0].email)).toHaveLength(1);
    });
  });
}
