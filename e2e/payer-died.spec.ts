import { db } from "../lib/core/database/db";
import { debitUnderWay, openPayments } from "./support/debits";
import { bank } from "./support/desk";
import { expect, findingsOf, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { requestSyncWithoutWebhooks, writeInvoice } from "./support/supplier";

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("after the bank reports the payer's death, debits and mails stop until a person clears it", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      const second = await writeInvoice(supplier, { payer });
      await requestSyncWithoutWebhooks(supplier);
      await awaitStatuses(supplier, second, ["created"]);
      await bank.payment(payment.id, "fail", { cause: "bank_account_closed", code: "MD07" });
      await awaitStatuses(supplier, invoice, ["failed"]);
      const third = await writeInvoice(supplier, { payer });
      await requestSyncWithoutWebhooks(supplier);
      for (const one of [invoice, second, third]) await awaitReason(supplier, one, "payer_deceased");
      // A collection planned before the mandate's end is known is cancelled before submission.
      await expect.poll(async () => new Set(await rows.statuses(supplier, second))).toEqual(new Set(["cancelled"]));
      expect(await openPayments(supplier, second)).toEqual([]);

      await app.goto("/app/returns");
      const returned = app.getByRole("listitem").filter({ hasText: invoice.number });
      await expect(returned.getByText(t("returns.deceased"))).toBeVisible();
      await expect(returned.getByRole("button", { name: t("returns.ask") })).toHaveCount(0);
      // The invoice may have another name than the contact by which the search finds it.
      const { customerId } = supplier;
      const before = await db.invoice.findFirstOrThrow({ where: { customerId, number: invoice.number } });
      const key = { customerId_id: { customerId, id: before.id } };
      await db.invoice.update({ where: key, data: { contactName: "Erbengemeinschaft" } });
      await expect(returned.getByText("Erbengemeinschaft")).toBeVisible();
      await returned.getByRole("link", { name: t("returns.toContact") }).click();
      await expect(app.getByRole("listitem").filter({ hasText: payer.email })).toBeVisible();
      await app.goto(await invoicePath(supplier, third));
      await app.getByRole("link", { name: t("invoices.goTo", { page: t("shell.nav.contacts") }) }).click();
      const contact = app.getByRole("listitem").filter({ hasText: payer.email });
      await expect(contact.getByText(t("contacts.deceased.label"))).toBeVisible();
      await expect(contact.getByRole("button", { name: t("contacts.ask") })).toHaveCount(0);
      expect(await findingsOf(app)).toEqual([]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);

      const clear = { name: t("contacts.deceased.clear") };
      await contact.getByRole("button", clear).click();
      await app.getByRole("alertdialog").getByRole("button", clear).click();
      await expect(contact.getByText(t("contacts.deceased.label"))).toHaveCount(0);
      // The bank has ended the mandate, so the payer, or the person who pays now, is asked for another one.
      await mailbox.letter(payer.email, 2);
      await expect.poll(() => rows.requests(supplier, payer.email)).toMatchObject([{}, { status: "sent" }]);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      await awaitStatuses(supplier, third, ["created"]);
      expect(await db.auditEntry.count({ where: { customerId, action: "contact.death-report-cleared" } })).toBe(1);
    });
  });
}
