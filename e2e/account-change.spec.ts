import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { consentAtGocardless, disconnect } from "./support/newcomer";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { newPayer, writeInvoice } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

const GOCARDLESS = "GoCardless";

/** Lets the connected account go and signs in to another one, by its name at GoCardless. */
async function changeAccount(app: Page, t: Texts, name: string): Promise<void> {
  await app.goto("/app/connections");
  await disconnect(app, t, GOCARDLESS);
  await expect(app.getByText(t("connections.states.disconnected"), { exact: true })).toBeVisible();
  await app.getByRole("button", { name: t("connections.reconnect", { vendor: GOCARDLESS }), exact: true }).click();
  await app.waitForURL(/\/oauth\/authorize/);
  await consentAtGocardless(app, name);
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("another GoCardless account: what runs on at the former is told and debited nowhere else, until that one is back", async ({
      supplier,
      app,
      t,
    }) => {
      await speaks(supplier, locale);
      const language = localeOfBrowser(locale);
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      const [mandate] = await rows.mandates(supplier);
      const waiting = newPayer("Gasthof Lindenblüte");
      await changeAccount(app, t, `Zweigstelle ${randomUUID().slice(0, 8)}`);
      const second = (await rows.connection(supplier, "GOCARDLESS"))?.organisationId ?? "";
      expect(second).not.toBe(supplier.account);
      await awaitReason(supplier, invoice, "at_former_account");
      expect(await rows.notices(supplier)).toEqual(["debits_left_behind"]);
      const title = t("notices.debits_left_behind.title", { number: 1 });
      expect((await mailbox.letter(supplier.email)).subject).toContain(title);
      await app.goto("/app");
      await taskLine(app, t, title)
        .getByRole("link", { name: t("notices.debits_left_behind.action") })
        .click();
      await app.getByRole("link", { name: invoice.number }).click();
      await expect(app.getByText(t("reasons.at_former_account.help"), { exact: true })).toBeVisible();
      const sentence = { amount: money(11_900, language), day: weekday(payment.chargeDate, language) };
      await expect(app.getByText(t("invoices.atFormerAccount", sentence))).toBeVisible();
      await expect(app.getByRole("button", { name: t("invoices.cancelDebit") })).toBeHidden();
      await expect(app.getByText(t("collectionStatus.created.next"))).toHaveCount(0);
      await app.goto("/app/mandates");
      const row = app.getByRole("row", { name: mandate?.reference });
      await expect(row).toContainText(t("mandates.mandateStatus.other_account.label"));

      // The same payer's next invoice, and another's: both are asked for a mandate at the account that counts now.
      const next = await writeInvoice(supplier, { payer });
      const other = await writeInvoice(supplier, { payer: waiting });
      await awaitReason(supplier, next, "mandate_requested");
      expect((await mailbox.letter(payer.email, 2)).subject).toContain(next.number);
      await mailbox.letter(waiting.email);
      await bank.mandate(waiting.email, "sign", { organisation: second });
      await awaitStatuses(supplier, other, ["created"]);
      expect((await ledger.payments(second)).map((one) => one.metadata.invoice)).toEqual([other.number]);
      await bank.payment((await ledger.payments(second))[0]?.id ?? "", "pay-out");
      await awaitStatuses(supplier, other, ["paid_out"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ id: payment.id, status: "pending_submission" }]);

      await changeAccount(app, t, supplier.companyName);
      await awaitStatuses(supplier, next, ["created"]);
      await expect.poll(() => rows.notices(supplier)).toEqual([]);
      await app.goto("/app/mandates");
      await expect(row).toContainText(t("mandates.mandateStatus.pending_submission.label"));
      await app.goto("/app");
      await expect(app.getByText(t("dashboard.nothingToDo"))).toBeVisible();
      await bank.payment(payment.id, "confirm");
      await awaitStatuses(supplier, invoice, ["confirmed"]);
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("collectionStatus.confirmed.label")).first()).toBeVisible();
      expect(await paymentsFor(supplier, invoice)).toMatchObject([{ id: payment.id, status: "confirmed" }]);
      expect(await openPayments(supplier, next)).toMatchObject([{ mandate: payment.mandate }]);
    });
  });
}
