import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { VENDOR_NAMES } from "../lib/vendors/types";
import { openPayments } from "./support/debits";
import { type AccountingInvoice, bank, calendar, ledger, type Payer } from "./support/desk";
import { expect, findingsOf, hydrated, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitReason, awaitStatuses, rows } from "./support/rows";
import { actInBooks, BOTH_SYSTEMS, newPayer, requestSyncWithoutWebhooks, writeInvoice } from "./support/supplier";

const OTHER_TERM = "Zahlbar binnen 14 Tagen ohne Abzug.";

for (const { locale, system } of BOTH_SYSTEMS) {
  test.describe(`in ${locale}, with ${VENDOR_NAMES[system]}`, () => {
    test.use({ locale, system });

    test("invoices with another payment condition are chosen from the list, checked one by one, and collected", {
      tag: system === "SEVDESK" ? "@rare" : [],
    }, async ({ supplier, app, t }) => {
      const [known, news] = [newPayer("Rösterei Öl"), newPayer("Optik Klarblick")];
      const write = async (payer: Payer) => await writeInvoice(supplier, { payer, term: OTHER_TERM });
      const invoice = await write(known);
      const [paid, voided] = [await write(newPayer("Holzbau Querfurth")), await write(newPayer("Töpferei Ähre"))];
      await requestSyncWithoutWebhooks(supplier);
      for (const one of [invoice, paid, voided]) await awaitReason(supplier, one, "condition_mismatch");
      await actInBooks(supplier, paid, "pay");
      await actInBooks(supplier, voided, "void");
      await awaitReason(supplier, paid, "paid");
      await awaitReason(supplier, voided, "voided");
      // Written after the last sync.
      const fresh = await write(news);

      await app.goto("/app/transfer");
      const show = app.getByRole("button", { name: t("transfer.show"), exact: true });
      await hydrated(show);
      await show.click();
      await expect(app.getByText(t("errors.date_range_required"))).toBeVisible();
      expect(await findingsOf(app)).toEqual([]);
      const today = await calendar.today();
      await app.getByLabel(t("transfer.from")).fill(addDays(today, -3));
      await show.click();
      await expect(app.getByLabel(t("transfer.to"), { exact: true })).toBeFocused();
      await expect(app.getByText(t("errors.date_range_required"))).toBeVisible();
      await app.getByLabel(t("transfer.to"), { exact: true }).fill(today);
      await show.press("Enter");
      const row = (one: AccountingInvoice) => app.getByRole("row").filter({ hasText: one.number });
      await expect(row(invoice)).toContainText(t("reasons.condition_mismatch.title"));
      // Settled documents are listed, but cannot be chosen.
      for (const [settled, status] of [
        [paid, "paid"],
        [voided, "voided"],
      ] as const) {
        await expect(row(settled)).toContainText(t(`invoices.bookStatus.${status}`));
        await expect(row(settled).getByRole("checkbox")).toHaveCount(0);
      }
      expect(await findingsOf(app)).toEqual([]);
      for (const one of [invoice, fresh]) await row(one).getByRole("checkbox").check();
      await app.getByRole("button", { name: t("transfer.transfer"), exact: true }).click();
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("transfer.transfer"), exact: true })
        .click();
      await app.waitForURL(/\/app\/invoices\/bulk\/blk_/);
      await expect(app.getByText(t("bulk.allDone", { done: 2 }))).toBeVisible();

      // The payers are asked, sign, and are debited once; the audit log stores who chose the invoices, and from where.
      for (const [payer, chosen] of [
        [known, invoice],
        [news, fresh],
      ] as const) {
        await mailbox.letter(payer.email);
        await bank.mandate(payer.email, "sign", { organisation: supplier.account });
        await awaitStatuses(supplier, chosen, ["created"]);
        expect(await openPayments(supplier, chosen)).toMatchObject([{ amountCents: 11_900 }]);
        const { id = "" } = (await rows.invoice(supplier, chosen)) ?? {};
        const audits = await db.auditEntry.findMany({ where: { customerId: supplier.customerId, subject: id } });
        expect(audits).toMatchObject([
          {
            action: "invoice.transferred",
            userName: "Frieda Brandt",
            ip: expect.stringMatching(/^2001:db8:/),
            detail: { externalId: chosen.id },
          },
        ]);
      }
      expect(await ledger.payments(supplier.account)).toHaveLength(2);
      await app.goBack();
      for (const chosen of [invoice, fresh]) {
        await expect(row(chosen)).toContainText(t("collectionStatus.created.label"));
        await expect(row(chosen).getByRole("checkbox")).toHaveCount(0);
      }
    });
  });
}

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`without Premium, in ${locale}`, () => {
    test.use({ locale, expectedErrors: "Failed to load" });

    test("the list explains Premium, and the API refuses", { tag: "@rare" }, async ({ supplier, app, t }) => {
      await db.contract.update({ where: { customerId: supplier.customerId }, data: { planType: "basic" } });
      const invoice = await writeInvoice(supplier, { payer: newPayer(), term: OTHER_TERM });
      await awaitReason(supplier, invoice, "condition_mismatch");
      await app.goto("/app/transfer");
      const show = app.getByRole("button", { name: t("transfer.show"), exact: true });
      await hydrated(show);
      await app.getByLabel(t("transfer.from")).fill("2026-01-01");
      await app.getByLabel(t("transfer.to"), { exact: true }).fill("2026-02-01");
      await show.click();
      await expect(app.getByRole("alertdialog").getByText(t("client.upgrade.title"))).toBeVisible();
      const { id = "" } = (await rows.invoice(supplier, invoice)) ?? {};
      const call = (path: string) =>
        app.evaluate(async (url) => {
          const answer = await fetch(url, {
            method: "POST",
            body: "{}",
            headers: { "content-type": "application/json" },
          });
          return { status: answer.status, code: ((await answer.json()) as { errorCode?: string }).errorCode };
        }, `/api/v1/lexoffice/core/${supplier.customerId}/${path}`);
      const refused = { status: 403, code: "premium_required" };
      expect(await call("voucherList")).toEqual(refused);
      expect(await call(`transfer/invoice/without/check/${id}`)).toEqual(refused);
      expect(await rows.reason(supplier, invoice)).toBe("condition_mismatch");
      expect(await openPayments(supplier, invoice)).toEqual([]);
    });
  });
}
