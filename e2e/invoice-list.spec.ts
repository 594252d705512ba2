import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays, formatDay } from "../lib/core/time/dates";
import { bulkOn } from "./support/bulk";
import { debitUnderWay, openPayments } from "./support/debits";
import { calendar } from "./support/desk";
import { expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { expectAlert } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("holding an invoice until a day moves its collection, and it can be released again", async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice } = await debitUnderWay(supplier);
      await app.goto(await invoicePath(supplier, invoice));
      await app.getByRole("button", { name: t("client.hold.open"), exact: true }).click();
      const day = app.getByLabel(t("client.hold.until"));
      await day.fill(await calendar.today());
      await app.getByRole("button", { name: t("client.hold.hold"), exact: true }).click();
      await expectAlert(app, t("client.hold.wrong"));
      expect(await findingsOf(app)).toEqual([]);
      const later = addDays(await calendar.today(), 90);
      await day.fill(later);
      await app.getByRole("button", { name: t("client.hold.hold"), exact: true }).click();
      await awaitReason(supplier, invoice, "invoice_held");
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      expect(await openPayments(supplier, invoice)).toEqual([]);
      expect((await rows.invoice(supplier, invoice))?.heldUntil?.toISOString().slice(0, 10)).toBe(later);

      await app.getByRole("button", { name: t("invoices.release", { day: "§" }).split("§")[0]?.trim() }).click();
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);
      // The history shows both actions and the person.
      const { name } = await db.user.findUniqueOrThrow({ where: { id: supplier.userId } });
      for (const act of ["held", "released"] as const) {
        const title = t(`invoices.timeline.acts.invoice.${act}`, { day: formatDay(later, localeOfBrowser(locale)) });
        const entry = app.getByRole("listitem").filter({ has: app.getByText(title, { exact: true }) });
        await expect(entry).toContainText(t("invoices.timeline.by", { name }));
      }
    });

    test("the search field and the address always show the same search", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const [ours, theirs] = [newPayer("Apfelgarten GmbH"), newPayer("Zimmerei Ost")];
      const asked = await writeInvoice(supplier, { payer: ours });
      const left = await writeInvoice(supplier, { payer: theirs, amountCents: 5_000, term: "Zahlbar in 14 Tagen" });
      await awaitReason(supplier, asked, "mandate_requested");
      await awaitReason(supplier, left, "condition_mismatch");
      await app.goto("/app/invoices");
      const box = app.getByRole("searchbox", { name: t("invoices.search") });
      const [one, other] = [asked, left].map(({ number }) => app.getByRole("link", { name: number, exact: true }));
      await hydrated(box);
      await box.fill("apfel");
      await expect(other as Locator).toBeHidden();
      const chips = app.getByRole("navigation", { name: t("invoices.filter") });
      await chips.getByRole("link", { name: t("invoices.filters.not-collected") }).click();
      await expect(app.getByText(t("invoices.noneFound", { search: "apfel" }))).toBeVisible();
      await expect(box).toHaveValue("apfel");
      await app.getByRole("link", { name: t("invoices.showAll"), exact: true }).click();
      await expect(other as Locator).toBeVisible();
      await expect(box).toHaveValue("");
      await app.goBack();
      await expect(box).toHaveValue("apfel");
      await app.goBack();
      await expect(one as Locator).toBeVisible();
      await expect(other as Locator).toBeHidden();
      await expect(box).toHaveValue("apfel");
      await app
        .getByRole("navigation")
        .getByRole("link", { name: t("shell.nav.invoices"), exact: true })
        .click();
      await expect(other as Locator).toBeVisible();
      await expect(box).toHaveValue("");

      // An invoice opened and closed adds no history entry: going back leaves the list.
      await (one as Locator).click();
      const sheet = app.getByRole("dialog");
      await sheet.getByRole("button", { name: t("invoices.close"), exact: true }).click();
      await expect(sheet).toBeHidden();
      await app.goBack();
      await expect(box).toHaveValue("apfel");
      await app.goForward();
      await expect(other as Locator).toBeVisible();

      // A phone has no headings to press: the order is chosen from a list, and stored in the address too.
      await app.setViewportSize({ width: 390, height: 844 });
      const order = app.getByRole("combobox", { name: t("sorting.label"), exact: true });
      const shown = app.getByRole("cell").locator("a.row-link");
      await order.selectOption({ label: t("sorting.descending.amount") });
      await expect(app).toHaveURL(/sort=amount&dir=desc/);
      await expect(shown).toHaveText([asked.number, left.number]);
      await order.selectOption({ label: t("sorting.ascending.amount") });
      await expect(shown).toHaveText([left.number, asked.number]);
      await expect(app).toHaveURL(/sort=amount&dir=asc/);
      expect(await findingsOf(app)).toEqual([]);
      await app.goBack();
      await expect(shown).toHaveText([asked.number, left.number]);
      await expect(order.getByRole("option", { selected: true })).toHaveText(t("sorting.descending.amount"));
    });

    test("the list is exported as a table without formulas", async ({ supplier, app, t }) => {
      const invoice = await writeInvoice(supplier, { payer: { ...newPayer("=HYPERLINK(1)"), language: "de" } });
      const other = await writeInvoice(supplier, { payer: newPayer("Café Ähre"), term: "Zahlbar in 14 Tagen" });
      await awaitReason(supplier, invoice, "mandate_requested");
      await awaitReason(supplier, other, "condition_mismatch");
      await app.goto("/app/invoices?filter=waiting");
      const download = app.waitForEvent("download");
      await app.getByRole("link", { name: t("common.exportCsv"), exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/\.csv$/);
      const text = await readFile(await file.path(), "utf8");
      const separator = locale === "de-DE" ? ";" : ",";
      expect(text.startsWith(`\uFEFF"${t("invoices.number")}"${separator}`)).toBe(true);
      expect(text).toContain(`"${invoice.number}"${separator}"'=HYPERLINK(1)"`);
      expect(text).toContain(locale === "de-DE" ? '"119,00"' : '"119.00"');
      // The filter of the list applies to the file.
      expect(text).not.toContain(other.number);
      expect(text.trimEnd().split("\r\n")).toHaveLength(2);

      // With a selection, only the ticked invoices are exported.
      await bulkOn(app, t).pick([other.number]);
      const [picked] = await Promise.all([
        app.waitForEvent("download"),
        app.getByRole("link", { name: t("bulk.export"), exact: true }).click(),
      ]);
      const part = (await readFile(await picked.path(), "utf8")).trimEnd().split("\r\n");
      expect(part).toHaveLength(2);
      expect(part[1]).toContain(`"${other.number}"${separator}"Café Ähre"`);
    });
  });
}

test("nobody can export the list without signing in", async () => {
  const answer = await fetch(`${process.env.APP_URL}/app/invoices/export`, { redirect: "manual" });
  const target = new URL(answer.headers.get("location") ?? "/", process.env.APP_URL);
  expect([answer.status, target.pathname]).toEqual([307, "/login"]);
});
