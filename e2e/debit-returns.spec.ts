import type { Page } from "@playwright/test";
import { taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, ledger } from "./support/desk";
import { expect, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { actInBooks, BOTH_SYSTEMS, requestSyncWithoutWebhooks, writeInvoice } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

const BY_SCHEME = [
  { locale: "en-GB", code: "AM04", cause: "insufficient_funds" },
  { locale: "de-DE", code: "MS03", cause: "refer_to_payer" },
] as const;

/** Retries a returned collection on the page of its invoice, with the confirmation. */
async function retryOnPage(app: Page, t: Texts): Promise<void> {
  const retry = { name: t("invoices.retry"), exact: true };
  await app.getByRole("button", retry).click();
  await app.getByRole("alertdialog").getByRole("button", retry).click();
}

for (const { locale, code, cause } of BY_SCHEME) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test(`a payment failed with ${code} is retried on request; retrying the old one at GoCardless too is reported`, {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause, code });
      await awaitStatuses(supplier, invoice, ["failed"]);
      await awaitReason(supplier, invoice, "failed_needs_action");

      await app.goto("/app");
      await expect(
        taskLine(app, t, t("notices.collection_failed.title", { count: 1, number: invoice.number })),
      ).toBeVisible();
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t(`failureCodes.${code}.title`)).first()).toBeVisible();
      await expect(app.getByText(t(`failureCodes.${code}.todo`)).first()).toBeVisible();

      await retryOnPage(app, t);
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      const [second] = await openPayments(supplier, invoice);
      const language = localeOfBrowser(locale);
      const values = { amount: money(11_900, language), day: weekday(second?.chargeDate ?? "", language) };
      await expect(
        app.getByText(t("collectionStatus.created.sentence", values)).filter({ visible: true }),
      ).toBeVisible();
      expect((await paymentsFor(supplier, invoice)).map((one) => one.status)).toEqual(["failed", "pending_submission"]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await rows.notices(supplier)).not.toContain("collection_failed");

      // While the bank has the second payment, somebody retries the first one at GoCardless.
      await bank.payment(second?.id ?? "", "submit");
      await awaitStatuses(supplier, invoice, ["failed", "submitted"]);
      await bank.payment(payment.id, "retry");
      const warning = t("notices.duplicate_payment.title", { count: 1, number: invoice.number });
      await expect(app.getByText(warning)).toBeVisible();
      await app.goto("/app");
      await taskLine(app, t, warning).getByRole("link").click();
      await expect(app).toHaveURL(new RegExp(await invoicePath(supplier, invoice)));
      await expect(app.getByText(t("notices.duplicate_payment.help"))).toBeVisible();
      expect(await rows.notices(supplier)).toEqual(["duplicate_payment"]);
    });

    test("a planned retry gives way to a resubmission at GoCardless, which keeps the later day agreed here", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause, code });
      await awaitReason(supplier, invoice, "failed_needs_action");
      await app.goto(await invoicePath(supplier, invoice));
      await retryOnPage(app, t);
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      await bank.payment(payment.id, "retry");
      // Resubmitted for an earlier day, the payment is replaced by one for the day agreed here.
      await awaitStatuses(supplier, invoice, ["cancelled", "cancelled", "created"]);
      const [open, ...more] = await openPayments(supplier, invoice);
      expect(more).toEqual([]);
      expect(open).toMatchObject({ amountCents: payment.amountCents, chargeDate: payment.chargeDate });
      await expect(app.getByText(t("reasons.earlier_debit_revived.title")).first()).toBeVisible();
      await expect.poll(() => rows.notices(supplier)).toEqual([]);
      await bank.payment(open?.id ?? "", "submit");
      await bank.payment(open?.id ?? "", "confirm");
      await awaitStatuses(supplier, invoice, ["cancelled", "cancelled", "confirmed"]);
    });

    test("after a payment fails for a closed account, the payer signs a new mandate and the invoice is collected", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payer, payment } = await debitUnderWay(supplier);
      await bank.payment(payment.id, "fail", { cause: "bank_account_closed", code: "AC04" });
      await awaitStatuses(supplier, invoice, ["failed"]);
      await mailbox.letter(payer.email, 2);
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("failureCodes.AC04.title")).first()).toBeVisible();
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["failed", "created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("a late failure reopens the invoice, and a later payout deducts the money", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment } = await debitUnderWay(supplier, { amountCents: 5_000 });
      await bank.payment(payment.id, "pay-out");
      await awaitStatuses(supplier, invoice, ["paid_out"]);
      await expect.poll(() => ledger.voucher(invoice.id)).toMatchObject({ openCents: 0 });
      await bank.payment(payment.id, "late-fail", { code: "AM04" });
      await awaitStatuses(supplier, invoice, ["late_failure"]);
      await expect.poll(() => rows.notices(supplier)).toContain("collection_returned");
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("collectionStatus.late_failure.label")).first()).toBeVisible();
      await expect(app.getByText(t("failureCodes.AM04.title")).first()).toBeVisible();

      const next = await debitUnderWay(supplier, { amountCents: 30_000 });
      await bank.payment(next.payment.id, "pay-out");
      await awaitStatuses(supplier, invoice, ["chargeback_settled"]);
      await expect
        .poll(async () => (await rows.payouts(supplier)).map((one) => one.bookingStatus))
        .toEqual(["booked", "booked"]);
      const [, second] = await rows.payouts(supplier);
      await app.goto(`/app/payouts/${second?.id}`);
      await expect(app.getByText(t("payouts.addsUp"))).toBeVisible();
      await expect(app.getByText(t("payouts.itemTypes.payment_failed")).first()).toBeVisible();
      expect(second?.bookings.find((line) => line.kind === "return")).toMatchObject({ amountCents: -5_000 });
      const balance = second?.bookings.reduce((sum, line) => sum + line.amountCents + line.feeCents, 0);
      expect(balance).toBe(0);
    });
  });
}

for (const { locale, system } of BOTH_SYSTEMS) {
  test.describe(`in ${locale}, accounting in ${system}`, () => {
    test.use({ locale, system });

    test("a chargeback is settled in a later payout, and the statement shows it to the cent", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { invoice, payment, payer } = await debitUnderWay(supplier, { amountCents: 8_000 });
      await bank.payment(payment.id, "pay-out");
      await awaitStatuses(supplier, invoice, ["paid_out"]);
      await expect.poll(() => ledger.openCents(invoice.id)).toBe(0);
      await bank.payment(payment.id, "charge-back", { code: "MD06" });
      await awaitStatuses(supplier, invoice, ["charged_back"]);
      await app.goto("/app");
      await expect(
        taskLine(app, t, t("notices.collection_returned.title", { count: 1, number: invoice.number })),
      ).toBeVisible();

      const next = await debitUnderWay(supplier, { amountCents: 45_049 });
      await bank.payment(next.payment.id, "pay-out");
      await awaitStatuses(supplier, invoice, ["chargeback_settled"]);
      const [, inLedger] = await ledger.payouts(supplier.account);
      expect(inLedger?.items.map((item) => item.type)).toContain("payment_charged_back");
      await expect
        .poll(async () => (await rows.payouts(supplier))[1])
        .toMatchObject({ isProven: true, bookingStatus: "booked" });
      const [, payout] = await rows.payouts(supplier);
      expect(payout?.amountCents).toBe(inLedger?.amountCents);
      await app.goto(`/app/payouts/${payout?.id}`);
      await expect(app.getByText(t("payouts.addsUp"))).toBeVisible();
      await expect(app.getByRole("row", { name: t("payouts.itemTypes.payment_charged_back") })).toContainText(
        invoice.number,
      );
      await expect(app.getByText(money(inLedger?.amountCents ?? 0, localeOfBrowser(locale))).first()).toBeVisible();

      // The accounting system has no record of the chargeback, so the supplier is asked to reopen the invoice there.
      await requestSyncWithoutWebhooks(supplier);
      await awaitReason(supplier, invoice, "paid_by_returned_debit");
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(t("reasons.paid_by_returned_debit.title")).first()).toBeVisible();
      await app.goto("/app/invoices?filter=needs-you");
      await expect(app.getByRole("row").filter({ hasText: invoice.number })).toContainText(
        t("reasons.paid_by_returned_debit.title"),
      );
      // Until then no retry is offered: the returns queue says what to do first.
      await app.goto("/app/returns");
      const line = app.getByRole("listitem").filter({ hasText: invoice.number });
      await expect(line.getByText(t("reasons.paid_by_returned_debit.help")).filter({ visible: true })).toBeVisible();
      const again = line.getByRole("button", {
        name: `${t("returns.retry.open")} ${t("returns.ofInvoice", { number: invoice.number })}`,
        exact: true,
      });
      await expect(again).toHaveCount(0);
      // The supplier reopens the invoice in the accounting system; it is not debited again automatically.
      await actInBooks(supplier, invoice, "take-back");
      await awaitReason(supplier, invoice, "failed_needs_action");
      await expect(again).toBeVisible();
      expect(await ledger.openCents(invoice.id)).toBe(8_000);
      expect(await openPayments(supplier, invoice)).toHaveLength(0);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });
  });
}

test("a payer revokes the mandate before the debit: the payment is cancelled and a new mandate requested", {
  tag: "@rare",
}, async ({ supplier, app, t }) => {
  const { invoice, payer, payment } = await debitUnderWay(supplier);
  await bank.mandate(payer.email, "cancel", { organisation: supplier.account });
  await awaitStatuses(supplier, invoice, ["cancelled"]);
  await mailbox.letter(payer.email, 2);
  await app.goto(await invoicePath(supplier, invoice));
  await expect(app.getByText(t("collectionStatus.cancelled.label")).first()).toBeVisible();
  const [mandate] = await rows.mandates(supplier);
  await app.goto("/app");
  const name = mandate?.payerName ?? "";
  const line = taskLine(app, t, t("notices.mandate_lost.title", { count: 1, name }));
  await line.getByRole("button", { name: t("dashboard.dismiss") }).click();
  await expect(line).toBeHidden();
  expect(await rows.notices(supplier)).not.toContain("mandate_lost");
  expect((await paymentsFor(supplier, invoice)).map((one) => one.status)).toEqual(["cancelled"]);
  expect(mandate?.status).toBe("cancelled");
  expect((await paymentsFor(supplier, invoice))[0]?.id).toBe(payment.id);
});

test("a payer who revoked a mandate is not debited for the next invoice either", { tag: "@rare" }, async ({
  supplier,
  app,
  t,
}) => {
  const { invoice, payer, payment } = await debitUnderWay(supplier);
  await bank.payment(payment.id, "confirm");
  await awaitStatuses(supplier, invoice, ["confirmed"]);
  await bank.mandate(payer.email, "cancel", { organisation: supplier.account });
  await expect.poll(async () => (await rows.mandates(supplier))[0]?.status).toBe("cancelled");
  const next = await writeInvoice(supplier, { payer });
  await awaitReason(supplier, next, "mandate_requested");
  await mailbox.letter(payer.email, 2);
  await app.goto(await invoicePath(supplier, next));
  await expect(
    app.getByText(t("reasons.mandate_requested.help"), { exact: true }).filter({ visible: true }),
  ).toBeVisible();
  expect(await paymentsFor(supplier, next)).toEqual([]);
  expect(await rows.statuses(supplier, invoice)).toEqual(["confirmed"]);
});
