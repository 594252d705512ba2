import type { Locator } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays, fromDate } from "../lib/core/time/dates";
import { debitUnderWay } from "./support/debits";
import { calendar } from "./support/desk";
import { expect, findingsOf, hydrated, test } from "./support/fixtures";
import { expectAlert } from "./support/people";
import { rows } from "./support/rows";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("payments carry the supplier's own text, and are charged as many days earlier as the supplier sets", async ({
      supplier,
      app,
      t,
    }) => {
      await app.goto("/app/settings");
      const wording = app.getByLabel(t("settings.wording.label"));
      // Counted during typing, in the characters that banks print: an umlaut counts as two.
      await hydrated(wording);
      await wording.fill("Grüße, ß & ẞ");
      await expect(app.getByText("RE1047 Gruesse, ss + SS", { exact: true })).toBeVisible();
      await expect(app.getByText(t("settings.wording.count", { length: 23, max: 140 }))).toBeVisible();
      await wording.fill("{invoiceNo} ".padEnd(77, "ü"));
      await expect(app.getByText(t("settings.wording.count", { length: 137, max: 140 }))).toBeVisible();
      await expect(app.getByText(t("settings.wording.tooLong", { max: 140 }))).toBeHidden();
      await wording.press("End");
      await wording.pressSequentially("üü");
      await expect(app.getByText(t("settings.wording.count", { length: 141, max: 140 }))).toBeVisible();
      await expectAlert(app, t("settings.wording.tooLong", { max: 140 }));
      await expect(app.getByText(`RE1047 ${"ue".repeat(66)}u`, { exact: true })).toBeVisible();
      await wording.fill("Danke für ");
      await wording.press("End");
      await app.getByRole("button", { name: t("settings.wording.placeholders.customerName") }).click();
      await expect(wording).toHaveValue("Danke für {customerName}");
      await expect(app.getByText("RE1047 Danke fuer Baeckerei Sonnenschein KG", { exact: true })).toBeVisible();
      await expect(app.getByText(t("settings.wording.count", { length: 43, max: 140 }))).toBeVisible();
      const saveOf = (field: Locator) =>
        app.locator("form", { has: field }).getByRole("button", { name: t("settings.wording.save") });
      await saveOf(wording).click();
      await expect(app.getByText(t("settings.wording.saved"))).toBeVisible();

      const earlier = app.getByLabel(t("settings.collecting.daysEarlier"));
      await earlier.fill("31");
      await saveOf(earlier).click();
      await expectAlert(app, t("settings.collecting.daysWrong", { max: 30 }));
      await earlier.fill("3");
      await saveOf(earlier).click();
      await expect(app.getByText(t("settings.collecting.saved"))).toBeVisible();
      expect(await db.customer.findUnique({ where: { id: supplier.customerId } })).toMatchObject({
        paymentDescription: "Danke für {customerName}",
        daysEarlier: 3,
      });
      expect(await findingsOf(app)).toEqual([]);

      const dueDate = addDays(await calendar.today(), 30);
      const { invoice, payment } = await debitUnderWay(supplier, { dueDate });
      expect(payment.reference).toBe(`${invoice.number} Danke fuer Baeckerei Sonnenkorn`);
      const [collection] = await rows.collections(supplier, invoice);
      expect(collection && fromDate(collection.wantedDate)).toBe(addDays(dueDate, -3));
    });
  });
}
