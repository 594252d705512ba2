import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { consentAtGocardless, disconnect } from "./support/newcomer";
import { otherBrowser, speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { COOKIE, cookie, personOf } from "./support/sessions";
import { newPayer, type Supplier, unconnectedSupplier, writeInvoice } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

const GOCARDLESS = "GoCardless";

/** Disconnects the connected account and signs in to another one, by its name at GoCardless. */
async function changeAccount(app: Page, t: Texts, name: string): Promise<void> {
  await app.goto("/app/connections");
  await disconnect(app, t, GOCARDLESS);
  await expect(app.getByText(t("connections.states.disconnected"), { exact: true })).toBeVisible();
  await app.getByRole("button", { name: t("connections.reconnect", { vendor: GOCARDLESS }), exact: true }).click();
  await app.waitForURL(/\/oauth\/authorize/);
  await consentAtGocardless(app, name);
}

/** Opens a browser for another owner of the supplier, whose role is old enough to release a new account. */
async function partnerOf(supplier: Supplier, browser: Browser, locale: string): Promise<{ page: Page; email: string }> {
  const { userId, email } = await unconnectedSupplier();
  const { customerId } = supplier;
  const roleSince = new Date("2026-01-01T00:00:00Z");
  await db.membership.create({ data: { customerId, userId, role: "owner", roleSince } });
  await speaks({ userId }, locale);
  const context = await otherBrowser(browser, locale);
  const session = await cookie(await personOf({ customerId, userId }, false));
  await context.addCookies(
    [
      { name: COOKIE, value: session },
      { name: "CookieConsent", value: "false" },
    ].map((one) => ({ ...one, url: process.env.APP_URL ?? "" })),
  );
  return { page: await context.newPage(), email };
}

/** As another owner, sees the banner on the first page and releases the new account. */
async function release(page: Page, t: Texts): Promise<void> {
  await page.goto("/app");
  await expect(page.getByText(t("connections.hold.title"))).toBeVisible();
  await page.getByRole("button", { name: t("connections.hold.release") }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: t("connections.hold.release") }).click();
  await expect(page.getByText(t("connections.hold.title"))).toBeHidden();
}

const subjects = async (address: string) => (await mailbox.to(address)).map(({ subject }) => subject);

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("another GoCardless account is held for another owner's release; old collections stay at the old one", {
      tag: "@rare",
    }, async ({ supplier, app, browser, t }) => {
      await speaks(supplier, locale);
      const language = localeOfBrowser(locale);
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      const [mandate] = await rows.mandates(supplier);
      const waiting = newPayer("Gasthof Lindenblüte");
      const partner = await partnerOf(supplier, browser, locale);
      await changeAccount(app, t, `Zweigstelle ${randomUUID().slice(0, 8)}`);
      const second = (await rows.connection(supplier, "GOCARDLESS"))?.organisationId ?? "";
      expect(second).not.toBe(supplier.account);
      await awaitReason(supplier, invoice, "at_former_account");
      expect(await rows.notices(supplier)).toEqual(["debits_left_behind"]);
      const title = t("notices.debits_left_behind.title", { number: 1 });
      await expect.poll(() => subjects(supplier.email)).toContainEqual(expect.stringContaining(title));
      const replaced = t("mail.account.owners.paymentsReplaced.subject", { company: supplier.companyName });
      for (const email of [supplier.email, partner.email]) await expect.poll(() => subjects(email)).toContain(replaced);
      await app.goto("/app");
      await taskLine(app, t, title)
        .getByRole("link", { name: t("notices.debits_left_behind.action") })
        .click();
      await app.getByRole("link", { name: invoice.number }).click();
      await expect(
        app.getByText(t("reasons.at_former_account.help"), { exact: true }).filter({ visible: true }),
      ).toBeVisible();
      const sentence = { amount: money(11_900, language), day: weekday(payment.chargeDate, language) };
      await expect(app.getByText(t("invoices.atFormerAccount", sentence))).toBeVisible();
      await expect(app.getByRole("button", { name: t("invoices.cancelDebit") })).toBeHidden();
      await expect(app.getByText(t("collectionStatus.created.next"))).toHaveCount(0);
      await app.goto("/app/mandates");
      const row = app.getByRole("row", { name: mandate?.reference });
      await expect(row).toContainText(t("mandates.mandateStatus.other_account.label"));

      // The next invoices of this and another payer wait until another owner has released the account.
      const next = await writeInvoice(supplier, { payer });
      const other = await writeInvoice(supplier, { payer: waiting });
      await awaitReason(supplier, next, "account_held");
      await awaitReason(supplier, other, "account_held");
      await app.goto("/app");
      await expect(app.getByText(t("connections.hold.mustWait"))).toBeVisible();
      await expect(app.getByRole("button", { name: t("connections.hold.release") })).toHaveCount(0);
      expect(await mailbox.to(waiting.email)).toEqual([]);

      // Then both payers are asked for a mandate at the new account.
      await release(partner.page, t);
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
      await release(partner.page, t);
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
