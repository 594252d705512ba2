import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { debitUnderWay, openPayments } from "./support/debits";
import { bank, calendar } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { press, tabTo } from "./support/keyboard";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";
import type { Texts } from "./support/texts";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}, without a mouse`, () => {
    test.use({ locale });

    test("a contact is asked for a mandate, a return retried, and an invoice collected now", async ({
      supplier,
      app,
      t,
    }) => {
      await db.customer.update({ where: { id: supplier.customerId }, data: { requestsMandates: false } });
      const payer = newPayer("Kfz-Werkstatt Brückner");
      const asked = await writeInvoice(supplier, { payer });
      await awaitReason(supplier, asked, "requests_off");
      await visit(app, t, "contacts");
      await tabTo(app, app.getByRole("searchbox", { name: t("contacts.search") }));
      await app.keyboard.type(payer.email);
      const contact = app.getByRole("list", { name: t("contacts.title") }).getByRole("listitem");
      await expect(contact).toHaveCount(1);
      await press(app, contact.getByRole("button", { name: t("contacts.ask") }));
      // The message stays while the mouse is on it, and does not trap the keyboard focus.
      const said = app.getByRole("listitem").filter({ hasText: t("contacts.asked", { email: payer.email }) });
      await said.hover();
      await expect(contact.getByText(t("contacts.state.asked.label"), { exact: true })).toBeVisible();
      await mailbox.letter(payer.email);

      await db.customer.update({ where: { id: supplier.customerId }, data: { requestsMandates: true } });
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "insufficient_funds", code: "AM04" });
      await awaitReason(supplier, invoice, "failed_needs_action");
      await visit(app, t, "returns");
      await expect(said).toBeVisible();
      await app.mouse.move(0, 0);
      const line = app.getByRole("listitem").filter({ hasText: invoice.number });
      await press(app, line.getByRole("button", { name: t("returns.retry.open") }));
      await press(app, line.getByRole("button", { name: t("returns.retry.confirm") }));
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);

      const later = await debitUnderWay(supplier, { dueDate: addDays(await calendar.today(), 60) });
      await visit(app, t, "invoices");
      await tabTo(app, app.getByRole("searchbox", { name: t("invoices.search") }));
      await app.keyboard.type(later.invoice.number);
      await expect(app.getByRole("table").getByRole("row")).toHaveCount(2);
      await press(app, app.getByRole("link", { name: later.invoice.number }));
      const sheet = app.getByRole("dialog");
      await press(app, sheet.getByRole("button", { name: t("collectNow.button"), exact: true }));
      const question = app.getByRole("alertdialog");
      await press(app, question.getByRole("button", { name: t("collectNow.confirm"), exact: true }));
      await awaitStatuses(supplier, later.invoice, ["cancelled", "created"]);
      const [open] = await openPayments(supplier, later.invoice);
      expect(open && open.chargeDate < later.payment.chargeDate).toBe(true);
      await app.keyboard.press("Escape");
      await expect(sheet).toHaveCount(0);
      await expect(app.getByRole("link", { name: later.invoice.number }), "where one was before").toBeFocused();
    });
  });
}

/** Opens a screen from the navigation, after the link that skips it. */
async function visit(page: Page, t: Texts, screen: "contacts" | "returns" | "invoices"): Promise<void> {
  const navigation = page.getByRole("navigation", { name: t("shell.mainNavigation") });
  // The screen's name with its count of open cases; other names begin with the same word.
  const name = new RegExp(`^${t(`shell.nav.${screen}`)}( \\d.*)?$`);
  await press(page, navigation.getByRole("link", { name }));
  await expect(page.getByRole("heading", { level: 1, name: t(`${screen}.title`) })).toBeVisible();
}
