import { addDays, rollForward } from "../sandbox/kit/calendar";
import { figure, taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, books, calendar, ledger } from "./support/desk";
import { expect, findingsOf, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { actInBooks, BOTH_SYSTEMS, newPayer, requestSyncWithoutWebhooks, writeInvoice } from "./support/supplier";
import { money, weekday } from "./support/texts";

for (const { what, step, reason } of [
  { what: "paid by transfer", step: "pay", reason: "paid" },
  { what: "voided", step: "void", reason: "voided" },
  { what: "credited in full", step: "credit", reason: "paid" },
] as const) {
  test(`an invoice is ${what} before submission, and its collection is cancelled`, { tag: "@rare" }, async ({
    supplier,
    app,
    t,
  }) => {
    const { invoice, payer } = await debitUnderWay(supplier);
    await app.goto(await invoicePath(supplier, invoice));
    await books.invoice(invoice.id, step);
    await awaitStatuses(supplier, invoice, ["cancelled"]);
    await awaitReason(supplier, invoice, reason);
    await expect(app.getByText(t("collectionStatus.cancelled.label")).first()).toBeVisible();
    await expect(app.getByRole("heading", { name: t(`reasons.${reason}.title`) })).toBeVisible();
    expect((await paymentsFor(supplier, invoice)).map((one) => one.status)).toEqual(["cancelled"]);
    expect(await mailbox.to(payer.email)).toHaveLength(1);
  });
}

for (const { what, change, after } of [
  { what: "credited in part", change: ["credit", { amountCents: 4_000 }], after: 7_900 },
  { what: "paid in part", change: ["part-pay", { amountCents: 1_900 }], after: 10_000 },
  { what: "raised", change: ["change", { amountCents: 20_000 }], after: 20_000 },
] as const) {
  test(`an invoice is ${what} before submission, and one payment of the new amount is left`, { tag: "@rare" }, async ({
    supplier,
    app,
    t,
  }) => {
    const { invoice, payer, payment } = await debitUnderWay(supplier);
    await books.invoice(invoice.id, change[0], change[1]);
    await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
    const open = await openPayments(supplier, invoice);
    expect(open).toMatchObject([{ amountCents: after, status: "pending_submission" }]);
    expect(open[0]?.id).not.toBe(payment.id);
    await app.goto(await invoicePath(supplier, invoice));
    const values = { amount: money(after), day: weekday(open[0]?.chargeDate ?? "") };
    await expect(app.getByText(t("collectionStatus.created.sentence", values)).filter({ visible: true })).toBeVisible();
    expect(await mailbox.to(payer.email)).toHaveLength(1);
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("invoices paid or changed after submission are listed for the supplier, who can dismiss them", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const language = localeOfBrowser(locale);
      const debits = [];
      for (const amountCents of [11_900, 23_800, 35_700]) debits.push(await debitUnderWay(supplier, { amountCents }));
      for (const { invoice, payment } of debits) {
        await bank.payment(payment.id, "submit");
        await awaitStatuses(supplier, invoice, ["submitted"]);
      }
      const [paid, alsoPaid, changed] = debits.map(({ invoice }) => invoice);
      for (const invoice of [paid, alsoPaid]) await books.invoice(invoice?.id ?? "", "pay");
      await books.invoice(changed?.id ?? "", "change", { amountCents: 20_000 });
      for (const { invoice } of debits) await awaitReason(supplier, invoice, "too_late_to_change");

      await app.goto("/app");
      const late = taskLine(
        app,
        t,
        t("notices.amount_changed_late.title", { count: 1, number: changed?.number ?? "" }),
      );
      await expect(late).toContainText(money(35_700, language));
      await late.getByRole("link").click();
      const banner = t("notices.amount_changed_late.help");
      await expect(app.getByText(banner)).toBeVisible();
      await app.goto("/app");
      const twice = taskLine(app, t, t("notices.paid_elsewhere.title", { count: 2, number: "" }));
      await twice.getByRole("link").click();
      await expect(app).toHaveURL(/filter=differs/);
      const chip = app.getByRole("link", { name: t("invoices.filters.differs"), exact: true });
      await expect(chip).toHaveAttribute("aria-current", "true");
      for (const { invoice } of debits) await expect(app.getByRole("link", { name: invoice.number })).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);

      await app.goto("/app");
      for (const line of [twice, late]) {
        await line.getByRole("button", { name: t("dashboard.dismiss") }).click();
        await expect(line).toBeHidden();
      }
      await app.goto("/app/invoices?filter=differs");
      await expect(app.getByText(t("invoices.noneHere"))).toBeVisible();
      expect(await rows.notices(supplier)).toEqual([]);
      for (const { invoice } of debits)
        expect((await paymentsFor(supplier, invoice)).map((one) => one.status)).toEqual(["submitted"]);
    });

    test("the supplier cancels a collection, and later has the invoice collected", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const { invoice } = await debitUnderWay(supplier);
      await app.goto(await invoicePath(supplier, invoice));
      await app.getByRole("button", { name: t("invoices.cancelDebit"), exact: true }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("invoices.cancelDebit"), exact: true })
        .click();
      await awaitStatuses(supplier, invoice, ["cancelled"]);
      await awaitReason(supplier, invoice, "invoice_excluded");
      expect(await openPayments(supplier, invoice)).toEqual([]);
      await app.getByRole("button", { name: t("invoices.include"), exact: true }).click();
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      expect(await openPayments(supplier, invoice)).toHaveLength(1);
    });
  });
}

for (const { locale, system } of BOTH_SYSTEMS) {
  test.describe(`in ${locale}, accounting in ${system}`, () => {
    test.use({ locale, system });

    test("an invoice's due date moves back, and the collection moves to the new day", { tag: "@rare" }, async ({
      supplier,
      app,
      t,
    }) => {
      const today = await calendar.today();
      const { invoice } = await debitUnderWay(supplier, { dueDate: addDays(today, 12) });
      const dueDate = addDays(today, 26);
      await actInBooks(supplier, invoice, "change", { dueDate });
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([
        { chargeDate: rollForward(dueDate), amountCents: 11_900 },
      ]);
      await app.goto(await invoicePath(supplier, invoice));
      const values = {
        amount: money(11_900, localeOfBrowser(locale)),
        day: weekday(rollForward(dueDate), localeOfBrowser(locale)),
      };
      await expect(
        app.getByText(t("collectionStatus.created.sentence", values)).filter({ visible: true }),
      ).toBeVisible();
    });

    test("an invoice is paid before the payer signs the mandate, and nothing is debited", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const payer = newPayer();
      const invoice = await writeInvoice(supplier, { payer });
      await requestSyncWithoutWebhooks(supplier);
      await mailbox.letter(payer.email);
      await actInBooks(supplier, invoice, "pay");
      await awaitReason(supplier, invoice, "paid");
      // The mandate request is still open and can be signed, but nothing waits for it.
      await app.goto("/app");
      await expect(figure(app, t, "mandatesWaiting").locator(".figure")).toHaveText("0");
      await figure(app, t, "mandatesWaiting").getByRole("link").click();
      const request = app.getByRole("listitem").filter({ hasText: payer.email });
      await expect(request).toContainText(t("mandates.notNeeded.label"));
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await expect.poll(async () => (await rows.requests(supplier, payer.email))[0]?.status).toBe("signed");
      await app.goto("/app/mandates");
      await expect(request).toContainText(t("mandates.requestStatus.signed.label"));
      expect(await ledger.payments(supplier.account)).toEqual([]);
    });
  });
}
