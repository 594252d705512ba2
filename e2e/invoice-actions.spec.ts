import { addDays } from "../lib/core/dates";
import { db } from "../lib/core/db";
import { nextTargetDay } from "../lib/core/target-calendar";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, calendar, deskCall } from "./support/desk";
import { axeFindings, expect, isAwake, localeOfBrowser, test } from "./support/fixtures";
import { awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM } from "./support/supplier";

const BULK = 30;

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("an invoice that waits for its due date is collected now: one payment, on the earliest day", async ({
      supplier,
      app,
      t,
    }) => {
      const today = await calendar.today();
      const { invoice, payment } = await debitUnderWay(supplier, { dueDate: addDays(today, 60) });
      await app.goto(await invoicePath(supplier, invoice));
      await app.getByRole("button", { name: t("collectNow.button"), exact: true }).click();
      const question = app.getByRole("alertdialog");
      await expect(question.getByText(t("collectNow.title"))).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);
      await question.getByRole("button", { name: t("collectNow.confirm"), exact: true }).click();
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      const [open, ...more] = await openPayments(supplier, invoice);
      expect(more).toEqual([]);
      expect(open?.id).not.toBe(payment.id);
      const [row] = (await rows.collections(supplier, invoice)).slice(-1);
      expect(row?.wantedDate.toISOString().slice(0, 10)).toBe(today);
      expect(open?.chargeDate).toBe(nextTargetDay(open?.chargeDate ?? ""));
      expect(open && open.chargeDate < addDays(today, 12)).toBe(true);
      expect((await paymentsFor(supplier, invoice)).map((one) => one.status).sort()).toEqual([
        "cancelled",
        "pending_submission",
      ]);
      // There is nothing earlier any more, and the history tells who moved it.
      await expect(app.getByText(t("collectNow.timeline"))).toBeVisible();
      await expect(app.getByRole("button", { name: t("collectNow.button"), exact: true })).toHaveCount(0);

      // A debit the bank has cannot be moved or stopped.
      await bank.payment(open?.id ?? "", "submit");
      await awaitStatuses(supplier, invoice, ["cancelled", "submitted"]);
      await expect(app.getByRole("button", { name: t("invoices.cancelDebit"), exact: true })).toHaveCount(0);
    });

    test("thirty invoices are held back at once, by keyboard, and the list keeps its order", async ({
      supplier,
      app,
      t,
    }) => {
      await deskCall("/lexware/invoices/bulk", {
        organisation: supplier.books,
        invoices: Array.from({ length: BULK }, (_, i) => ({
          contact: { name: "Konditorei Ähre", email: "konditorei@payer.example" },
          amountCents: 10_000 + i * 100,
          paymentTermLabel: DIRECT_DEBIT_TERM,
        })),
      });
      const count = (where: object) => db.invoice.count({ where: { customerId: supplier.customerId, ...where } });
      await expect.poll(() => count({ reason: "mandate_requested" }), { timeout: 60_000 }).toBe(BULK);

      await app.goto("/app/invoices");
      const paging = app.getByRole("navigation", { name: t("common.paging") });
      const [shown, first] = [app.getByRole("row"), app.getByRole("row").nth(1)];
      await expect(shown).toHaveCount(1 + 25);
      const newest = await first.innerText();
      await paging.getByRole("link", { name: t("common.older"), exact: true }).click();
      await expect(shown).toHaveCount(1 + BULK - 25);
      await paging.getByRole("link", { name: t("common.newer"), exact: true }).click();
      await expect(shown).toHaveCount(1 + 25);
      expect(await first.innerText()).toBe(newest);
      await paging.getByRole("link", { name: "50", exact: true }).click();
      await expect(shown).toHaveCount(1 + BULK);
      const amounts = app.getByRole("columnheader", { name: t("invoices.amount") });
      await amounts.getByRole("link").click();
      await expect(amounts).toHaveAttribute("aria-sort", "descending");
      await amounts.getByRole("link").click();
      await expect(amounts).toHaveAttribute("aria-sort", "ascending");
      expect(new URL(app.url()).search).toContain("rows=50");
      await expect(app.getByRole("row").nth(1)).toContainText("100");
      await app.goBack();
      await expect(amounts).toHaveAttribute("aria-sort", "descending");

      const all = app.getByRole("checkbox", { name: t("bulk.pickPage") });
      await isAwake(all);
      await all.focus();
      await app.keyboard.press("Space");
      const bar = app.getByRole("region", { name: t("bulk.region") });
      await expect(bar.getByRole("status")).toHaveText(t("bulk.picked", { count: BULK }));
      expect(await axeFindings(app)).toEqual([]);
      await bar.getByRole("button", { name: t("bulk.go"), exact: true }).press("Enter");
      await expect(bar.getByText(t("bulk.chooseFirst"))).toBeVisible();
      await bar.getByLabel(t("bulk.what")).selectOption("hold");
      await bar.getByRole("button", { name: t("bulk.go"), exact: true }).press("Enter");
      await expect(bar.getByText(t("bulk.wrongDay"))).toBeVisible();
      const until = addDays(await calendar.today(), 90);
      await bar.getByLabel(t("bulk.until")).fill(until);
      await bar.getByLabel(t("bulk.until")).press("Enter");

      await app.waitForURL(/\/app\/invoices\/bulk\/blk_/);
      await expect(app.getByText(t("bulk.allDone", { done: BULK }))).toBeVisible();
      expect(await axeFindings(app)).toEqual([]);
      await expect.poll(() => count({ reason: "invoice_held", heldUntil: new Date(until) })).toBe(BULK);
      // Left, and found again.
      await app.goto("/app/invoices");
      await app.getByRole("link", { name: t("bulk.look"), exact: true }).click();
      await expect(app.getByText(t("bulk.allDone", { done: BULK }))).toBeVisible();
      expect(localeOfBrowser(locale)).toBe(locale.slice(0, 2));
    });
  });
}
