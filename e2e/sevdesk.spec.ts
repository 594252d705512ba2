import { addDays } from "../sandbox/kit/calendar";
import { BOOK_KEEPING, syncNow } from "./support/book-keeping";
import { connectionLine, taskLine } from "./support/dashboard";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { type AccountingInvoice, bank, calendar, ledger, sevdesk } from "./support/desk";
import { expect, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { mailbox, mandateLink } from "./support/mailbox";
import { grantMandate } from "./support/payer";
import { speaks } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, requestSyncWithoutWebhooks, writeInvoice } from "./support/supplier";
import { money, weekday } from "./support/texts";

const VENDOR = "sevdesk";
const keeping = BOOK_KEEPING.SEVDESK;

for (const browser of ["en-GB", "de-DE"] as const) {
  const locale = localeOfBrowser(browser);

  test.describe(`accounting in sevdesk, in ${locale}`, () => {
    test.use({ locale: browser, system: "SEVDESK" });

    test("a key revoked while an invoice waits is reported, and a new key lets it be collected once", {
      tag: "@rare",
    }, async ({ supplier, app, payerPage, t }) => {
      await speaks(supplier, browser);
      await keeping.choose({ supplier, app, t }, locale);
      const payer = newPayer("Café Größenwahn", locale);
      const dueDate = addDays(await calendar.today(), 14);
      const invoice = await keeping.enter({ supplier, app, t }, { payer, amountCents: 11_900, dueDate });
      const link = mandateLink(await mailbox.letter(payer.email));

      // sevdesk sends no webhooks, so the next sync notices it.
      await sevdesk.revokeKey(supplier.books);
      await syncNow({ app, t });
      await expect.poll(async () => (await rows.connection(supplier, "SEVDESK"))?.status).toBe("revoked");
      await awaitReason(supplier, invoice, "books_not_connected");
      const letter = await mailbox.letter(supplier.email);
      const [told = ""] = t("notices.connection_lost.title", { vendor: VENDOR, since: "|" }).split("|");
      expect(letter.subject).toContain(told.trim());
      expect(letter.links.map((one) => new URL(one).pathname)).toContain("/app/connections");
      await app.goto("/app");
      await expect(taskLine(app, t, told.trim())).toBeVisible();
      await expect(connectionLine(app, VENDOR)).toContainText(t("connections.states.revoked"));
      await payerPage.goto(link);
      await payerPage.waitForURL((url) => url.pathname === "/erpUnauthenticated");
      await expect(payerPage.getByRole("heading", { level: 1 })).toHaveText(t("info.broken.title"));

      // A wrong key does not help; the new key of the same account does.
      await app.goto("/app/connections");
      await expect(app.getByText(t("connections.revokedTitle", { vendor: VENDOR }))).toBeVisible();
      const field = app.getByLabel(t("client.apiKey.label", { vendor: VENDOR }), { exact: true });
      const send = app.getByRole("button", { name: t("connections.reconnect", { vendor: VENDOR }), exact: true });
      await hydrated(field);
      await field.fill("0123456789abcdef0123456789abcdef");
      await send.click();
      await expect(app.getByText(t("errors.api_key_refused"))).toBeVisible();
      const { apiKey } = await sevdesk.turnKey(supplier.books);
      await field.fill(apiKey);
      await send.click();
      await expect(app.getByText(`•••• ${apiKey.slice(-4)}`)).toBeVisible();
      expect(await rows.notices(supplier)).toEqual([]);

      await grantMandate(payerPage, link, supplier.companyName, locale);
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await ledger.payments(supplier.account)).toMatchObject([{ amountCents: 11_900 }]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
      expect(await mailbox.to(supplier.email)).toHaveLength(1);
    });

    test("invoices paid, cancelled or raised in sevdesk are debited with the open rest, and never twice", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await keeping.choose({ supplier, app, t }, locale);
      const dueDate = addDays(await calendar.today(), 14);
      const names = ["Töpferei Ähre", "Holzbau Querfurth", "Café Größenwahn", "Optik Klarblick", "Gärtnerei Rosenduft"];
      const payers = names.map((name) => newPayer(name, locale));
      const written: AccountingInvoice[] = [];
      for (const payer of payers) written.push(await writeInvoice(supplier, { payer, dueDate }));
      const [part, cancelled, paid, raised, late] = written as [
        AccountingInvoice,
        AccountingInvoice,
        AccountingInvoice,
        AccountingInvoice,
        AccountingInvoice,
      ];
      await syncNow({ app, t });
      for (const { email } of payers) {
        await mailbox.letter(email);
        await bank.mandate(email, "sign", { organisation: supplier.account });
      }
      for (const invoice of written) await awaitStatuses(supplier, invoice, ["created"]);
      const [underWay] = await paymentsFor(supplier, late);
      await bank.payment(underWay?.id ?? "", "submit");
      await awaitStatuses(supplier, late, ["submitted"]);

      await sevdesk.invoice(part.id, "part-pay", { amountCents: 1_900 });
      await sevdesk.invoice(cancelled.id, "void");
      await sevdesk.invoice(raised.id, "change", { amountCents: 20_000 });
      for (const { id } of [paid, late]) await sevdesk.invoice(id, "pay");
      await requestSyncWithoutWebhooks(supplier);
      for (const invoice of [part, raised]) await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      for (const invoice of [cancelled, paid]) await awaitStatuses(supplier, invoice, ["cancelled"]);
      await awaitReason(supplier, cancelled, "voided");
      await awaitReason(supplier, paid, "paid");
      await awaitReason(supplier, late, "too_late_to_change");

      const statusesOf = async (invoice: AccountingInvoice) =>
        (await paymentsFor(supplier, invoice)).map(({ status }) => status);
      for (const [invoice, amountCents] of [
        [part, 10_000],
        [raised, 20_000],
      ] as const) {
        const open = await openPayments(supplier, invoice);
        expect(open).toMatchObject([{ amountCents, status: "pending_submission" }]);
        await app.goto(await invoicePath(supplier, invoice));
        const values = { amount: money(amountCents, locale), day: weekday(open[0]?.chargeDate ?? "", locale) };
        await expect(
          app.getByText(t("collectionStatus.created.sentence", values)).filter({ visible: true }),
        ).toBeVisible();
      }
      for (const [invoice, reason] of [
        [cancelled, "voided"],
        [paid, "paid"],
      ] as const) {
        expect(await statusesOf(invoice)).toEqual(["cancelled"]);
        await app.goto(await invoicePath(supplier, invoice));
        await expect(app.getByRole("heading", { name: t(`reasons.${reason}.title`) })).toBeVisible();
      }
      // A submitted payment cannot be cancelled: the supplier is notified that this payer pays twice.
      expect(await statusesOf(late)).toEqual(["submitted"]);
      await app.goto("/app");
      await expect(
        taskLine(app, t, t("notices.paid_elsewhere.title", { count: 1, number: late.number })),
      ).toBeVisible();
      for (const { email } of payers) expect(await mailbox.to(email)).toHaveLength(1);

      // The screen shows the time of the sync that found all this, and the document changed last.
      await expect.poll(async () => (await rows.connection(supplier, "SEVDESK"))?.lastDocumentId).toBeTruthy();
      expect((await rows.connection(supplier, "SEVDESK"))?.changesReadUntil).not.toBeNull();
      await app.goto("/app/connections");
      // Another sync may run automatically meanwhile, so the page is reloaded.
      const isShown = async () => {
        await app.reload();
        const { lastDocumentId, lastSyncedAt } = (await rows.connection(supplier, "SEVDESK")) ?? {};
        const last = written.find(({ id }) => id === lastDocumentId);
        const link = app.getByRole("link", { name: last?.number ?? "none of ours", exact: true });
        const time = app.locator(`time[datetime="${lastSyncedAt?.toISOString()}"]`).first();
        return (await link.isVisible()) && (await time.isVisible());
      };
      await expect.poll(isShown).toBe(true);
    });

    test("a down payment is collected, and its final invoice waits for it and collects only the rest", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      // A down payment before any work, and a partial invoice for finished work.
      const type = locale === "de" ? "advance" : "partial";
      const advance = await debitUnderWay(supplier, { amountCents: 5_000, type });
      const final = await writeInvoice(supplier, { payer: advance.payer, amountCents: 20_000, type: "final" });
      expect(final.openCents).toBe(15_000);
      await requestSyncWithoutWebhooks(supplier);
      await awaitReason(supplier, final, "down_payment_in_collection");
      await app.goto(await invoicePath(supplier, final));
      await expect(app.getByRole("heading", { name: t("reasons.down_payment_in_collection.title") })).toBeVisible();
      expect(await openPayments(supplier, final)).toEqual([]);

      await bank.payment(advance.payment.id, "pay-out");
      await keeping.expectBooked({ supplier, app, t }, advance.invoice, 5_000);
      await awaitStatuses(supplier, advance.invoice, ["paid_out"]);
      await awaitStatuses(supplier, final, ["created"]);
      const [rest, ...more] = await openPayments(supplier, final);
      expect(more).toEqual([]);
      expect(rest).toMatchObject({ amountCents: 15_000, status: "pending_submission" });
      const values = { amount: money(15_000, locale), day: weekday(rest?.chargeDate ?? "", locale) };
      await expect(
        app.getByText(t("collectionStatus.created.sentence", values)).filter({ visible: true }),
      ).toBeVisible();

      await bank.payment(rest?.id ?? "", "pay-out");
      await keeping.expectBooked({ supplier, app, t }, final, 15_000);
      await awaitStatuses(supplier, final, ["paid_out"]);
      for (const [invoice, kind] of [
        [advance.invoice, "down_payment"],
        [final, "closing"],
      ] as const)
        await expect
          .poll(() => rows.invoice(supplier, invoice))
          .toMatchObject({ kind, bookStatus: "paid", openCents: 0 });
      await expect(app.getByText(t("collectionStatus.paid_out.label")).first()).toBeVisible();
      // The payments never exceed the price of the work, and the payer was asked once.
      const debited = (await ledger.payments(supplier.account)).reduce((sum, one) => sum + one.amountCents, 0);
      expect(debited).toBe(20_000);
      expect(await mailbox.to(advance.payer.email)).toHaveLength(1);
    });

    test("a payment method added by the API means direct debit from then on", { tag: "@rare" }, async ({
      supplier,
      app,
    }) => {
      const payer = newPayer("Buchhandlung Eselsohr", locale);
      const term = `Bankeinzug ${locale}`;
      const invoice = await writeInvoice(supplier, { payer, term });
      await requestSyncWithoutWebhooks(supplier);
      await awaitReason(supplier, invoice, "condition_mismatch");
      expect(await mailbox.to(payer.email)).toEqual([]);
      const path = `/api/v1/customers/${supplier.customerId}/apiBasedConnection/createPaymentCondition`;
      const answer = await app.evaluate(
        async ([path, paymentCondition]) => {
          const init = { method: "POST", headers: { "content-type": "application/json" } };
          const response = await fetch(path, { ...init, body: JSON.stringify({ paymentCondition }) });
          return { status: response.status, body: await response.json() };
        },
        [path, term] as const,
      );
      expect(answer).toEqual({ status: 200, body: { conditions: [DIRECT_DEBIT_TERM, term] } });
      await mailbox.letter(payer.email);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["created"]);
      expect(await openPayments(supplier, invoice)).toMatchObject([{ amountCents: 11_900 }]);
      await app.goto("/app/settings");
      await expect(app.getByRole("checkbox", { name: term })).toBeChecked();
      await app.goto(await invoicePath(supplier, invoice));
      await expect(app.getByText(term, { exact: true }).first()).toBeVisible();
    });
  });
}
