import type { Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { nextTargetDay } from "../lib/core/time/target-calendar";
import { bulkOn, whileLocked } from "./support/bulk";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, calendar, deskCall, ledger } from "./support/desk";
import { expect, findingsOf, hydrated, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { expectAlert } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, type Supplier, writeInvoice } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

/** Rows per page of the list, and the length of a list with more. */
const PAGE = 25;
const MANY = 28;

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("an invoice that waits for its due date is collected now, once, on the earliest day", async ({
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
      await expect(question.getByText(t("collectNow.asking"))).toHaveCount(0);
      const promise = await question.innerText();
      expect(await findingsOf(app)).toEqual([]);
      await question.getByRole("button", { name: t("collectNow.confirm"), exact: true }).click();
      await awaitStatuses(supplier, invoice, ["cancelled", "created"]);
      const [open, ...more] = await openPayments(supplier, invoice);
      expect(more).toEqual([]);
      expect(open?.id).not.toBe(payment.id);
      const [row] = (await rows.collections(supplier, invoice)).slice(-1);
      expect(row?.wantedDate.toISOString().slice(0, 10)).toBe(today);
      expect(open?.chargeDate).toBe(nextTargetDay(open?.chargeDate ?? ""));
      expect(promise).toContain(weekday(open?.chargeDate ?? "", localeOfBrowser(locale)));
      expect(open && open.chargeDate < addDays(today, 12)).toBe(true);
      expect((await paymentsFor(supplier, invoice)).map((one) => one.status).sort()).toEqual([
        "cancelled",
        "pending_submission",
      ]);
      // No earlier day exists, and the history names who moved the collection.
      await expect(app.getByText(t("invoices.timeline.acts.invoice.collect-now"))).toBeVisible();
      await expect(app.getByRole("button", { name: t("collectNow.button"), exact: true })).toHaveCount(0);

      // A payment that the bank has cannot be moved or cancelled.
      await bank.payment(open?.id ?? "", "submit");
      await awaitStatuses(supplier, invoice, ["cancelled", "submitted"]);
      await expect(app.getByRole("button", { name: t("invoices.cancelDebit"), exact: true })).toHaveCount(0);
    });

    test("collect now without a mandate asks for one, and debits on the earliest day after it is signed", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { customerId } = supplier;
      await db.customer.update({ where: { id: customerId }, data: { requestsMandates: false } });
      const payer = newPayer();
      const today = await calendar.today();
      const invoice = await writeInvoice(supplier, { payer, dueDate: addDays(today, 60) });
      await awaitReason(supplier, invoice, "requests_off");
      await app.goto(await invoicePath(supplier, invoice));
      const now = app.getByRole("button", { name: t("collectNow.button"), exact: true });
      // No mandate was requested yet, by the supplier's own setting, so requesting one comes first.
      const ask = app.getByRole("button", { name: t("invoices.requestMandate"), exact: true });
      await expect(ask).toBeVisible();
      await expect(now).toHaveCount(0);
      await ask.click();
      await mailbox.letter(payer.email);
      await awaitReason(supplier, invoice, "mandate_requested");
      await now.click();
      const question = app.getByRole("alertdialog");
      const amount = money(11_900, localeOfBrowser(locale));
      await expect(question.getByText(t("collectNow.needsMandate", { amount }))).toBeVisible();
      await question.getByRole("button", { name: t("collectNow.confirm"), exact: true }).click();
      await expect(app.getByText(t("collectNow.asked"))).toBeVisible();
      await expect(now).toHaveCount(0);
      expect((await rows.invoice(supplier, invoice))?.collectNowAt).toBeTruthy();
      expect(await paymentsFor(supplier, invoice)).toEqual([]);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      await awaitStatuses(supplier, invoice, ["created"]);
      const [open] = await openPayments(supplier, invoice);
      expect(open && open.chargeDate < addDays(today, 12), `debited on ${open?.chargeDate}`).toBe(true);
      expect(await mailbox.to(payer.email)).toHaveLength(1);
    });

    test("bulk actions on a long list request mandates, hold, release, exclude, include and collect", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const { customerId } = supplier;
      const payer = newPayer("Konditorei Ähre");
      const today = await calendar.today();
      await db.customer.update({ where: { id: customerId }, data: { requestsMandates: false } });
      await deskCall("/lexware/invoices/bulk", {
        organisation: supplier.books,
        invoices: Array.from({ length: MANY }, (_, i) => ({
          contact: payer,
          amountCents: 10_000 + i * 100,
          dueDate: addDays(today, 60),
          paymentTermLabel: DIRECT_DEBIT_TERM,
        })),
      });
      const count = (where: object) => db.invoice.count({ where: { customerId, ...where } });
      await expect.poll(() => count({ reason: "requests_off" }), { timeout: 60_000 }).toBe(MANY);
      const bulk = bulkOn(app, t);

      // All invoices of a filter, of which one page is visible: one payer gets one mail.
      await bulk.pickAllOf("needs-you", PAGE, MANY);
      // Another filter shows the same rows, but its other invoices have not been counted and are not selected.
      const chips = app.getByRole("navigation", { name: t("invoices.filter") });
      await chips.getByRole("link", { name: t("invoices.filters.all"), exact: true }).click();
      const picked = app.getByRole("region", { name: t("bulk.region") }).getByRole("status");
      await expect(picked).toHaveText(t("bulk.picked", { count: PAGE }));
      await bulk.pickAllOf("needs-you", PAGE, MANY);
      // The sum is shown next to the count.
      const together = MANY * 10_000 + (100 * MANY * (MANY - 1)) / 2;
      const bar = app.getByRole("region", { name: t("bulk.region") });
      await expect(bar).toContainText(money(together, localeOfBrowser(locale)));
      await bulk.carryOut("request_mandates");
      await expect(app.getByText(t("bulk.allDone", { done: MANY }))).toBeVisible();
      await mailbox.letter(payer.email);
      await expect.poll(() => count({ reason: "mandate_requested" })).toBe(MANY);

      await stepsAndOrder(app, t);
      await holdByKeyboard(app, t, addDays(today, 90));
      await expect.poll(() => count({ reason: "invoice_held", heldUntil: new Date(addDays(today, 90)) })).toBe(MANY);
      await bulk.pickAllOf("not-collected", PAGE, MANY);
      await bulk.carryOut("release");
      await expect(app.getByText(t("bulk.allDone", { done: MANY }))).toBeVisible();
      await expect.poll(() => count({ reason: "mandate_requested", heldUntil: null })).toBe(MANY);

      // The progress is visible while the run lasts; here one locked invoice delays it.
      await bulk.pickAllOf("waiting", PAGE, MANY);
      await whileLocked(supplier, async () => {
        await bulk.carryOut("exclude");
        await expect(app.getByRole("progressbar", { name: t("bulk.running") })).toBeVisible();
        await expect(app.getByText(t("bulk.progress", { done: MANY - 1, total: MANY }))).toBeVisible();
        await app.goto("/app/invoices");
        await app.getByRole("link", { name: t("bulk.look"), exact: true }).click();
      });
      await expect(app.getByText(t("bulk.allDone", { done: MANY }))).toBeVisible();
      await expect.poll(() => count({ reason: "invoice_excluded" })).toBe(MANY);

      const [numbers, others] = await twoParts(supplier);
      await bulk.pick(numbers);
      await bulk.carryOut("include");
      await expect.poll(() => count({ reason: "mandate_requested" })).toBe(numbers.length);
      await bank.mandate(payer.email, "sign", { organisation: supplier.account });
      const created = async () => (await ledger.payments(supplier.account)).length;
      await expect.poll(created).toBe(numbers.length);
      await expect.poll(() => db.collection.count({ where: { customerId, status: "created" } })).toBe(numbers.length);

      await bulk.pick([...numbers, ...others]);
      await bulk.carryOut("collect_now");
      await expect(app.getByText(t("bulk.ended", { done: numbers.length, refused: others.length }))).toBeVisible();
      const refused = app.getByRole("region", { name: t("bulk.refusedTitle") }).getByRole("listitem");
      await expect(refused).toHaveCount(others.length);
      for (const number of others)
        await expect(refused.filter({ hasText: number })).toContainText(t("reasons.invoice_excluded.title"));
      expect(await findingsOf(app)).toEqual([]);
      for (const number of numbers) {
        await expect.poll(async () => (await paymentsFor(supplier, { number })).length).toBe(2);
        const [open] = await openPayments(supplier, { number });
        expect(open && open.chargeDate < addDays(today, 12), `${number} on ${open?.chargeDate}`).toBe(true);
      }
      for (const number of others) expect(await paymentsFor(supplier, { number })).toEqual([]);
      expect(await mailbox.to(payer.email)).toHaveLength(1);

      // The person agreed to a counted number, so an invoice added since outside the visible page is not included.
      await bulk.pickAllOf("all", PAGE, MANY);
      const excluded = await count({ isExcluded: true });
      const late = await writeInvoice(supplier, { payer, dueDate: addDays(today, 5) });
      await awaitStatuses(supplier, late, ["created"]);
      await bulk.ask("exclude");
      await app
        .getByRole("alertdialog")
        .getByRole("button", { name: t("bulk.actions.exclude"), exact: true })
        .click();
      await expectAlert(app, t("bulk.listGrew"));
      expect(await count({ isExcluded: true })).toBe(excluded);
    });
  });
}

/** Expects that paging forth and back keeps the order, and that rows and order are part of the address. */
async function stepsAndOrder(app: Page, t: Texts): Promise<void> {
  await app.goto("/app/invoices");
  const paging = app.getByRole("navigation", { name: t("common.paging") });
  const [shown, first] = [app.getByRole("row"), app.getByRole("row").nth(1)];
  await expect(shown).toHaveCount(1 + PAGE);
  const newest = await first.innerText();
  await paging.getByRole("link", { name: t("common.older"), exact: true }).click();
  await expect(shown).toHaveCount(1 + MANY - PAGE);
  await paging.getByRole("link", { name: t("common.newer"), exact: true }).click();
  await expect(shown).toHaveCount(1 + PAGE);
  expect(await first.innerText()).toBe(newest);
  await paging.getByRole("link", { name: "50", exact: true }).click();
  await expect(shown).toHaveCount(1 + MANY);
  const amounts = app.getByRole("columnheader", { name: t("invoices.amount") });
  await amounts.getByRole("link").click();
  await expect(amounts).toHaveAttribute("aria-sort", "descending");
  await amounts.getByRole("link").click();
  await expect(amounts).toHaveAttribute("aria-sort", "ascending");
  expect(new URL(app.url()).search).toContain("rows=50");
  await expect(first).toContainText("100");
  await app.goBack();
  await expect(amounts).toHaveAttribute("aria-sort", "descending");
}

/** Holds the whole visible page by keyboard; missing inputs are reported before anything happens. */
async function holdByKeyboard(app: Page, t: Texts, until: string): Promise<void> {
  const all = app.getByRole("checkbox", { name: t("bulk.pickPage") });
  await hydrated(all);
  await all.focus();
  await app.keyboard.press("Space");
  const bar = app.getByRole("region", { name: t("bulk.region") });
  await expect(bar.getByRole("status")).toHaveText(t("bulk.picked", { count: MANY }));
  expect(await findingsOf(app)).toEqual([]);
  await bar.getByRole("button", { name: t("bulk.go"), exact: true }).press("Enter");
  await expect(bar.getByText(t("bulk.chooseFirst"))).toBeVisible();
  await bar.getByLabel(t("bulk.what")).selectOption("hold");
  await bar.getByRole("button", { name: t("bulk.go"), exact: true }).press("Enter");
  await expect(bar.getByText(t("bulk.wrongDay"))).toBeVisible();
  await bar.getByLabel(t("bulk.until")).fill(until);
  await bar.getByLabel(t("bulk.until")).press("Enter");
  await app.waitForURL(/\/app\/invoices\/bulk\/blk_/);
  await expect(app.getByText(t("bulk.allDone", { done: MANY }))).toBeVisible();
}

/** Returns the numbers of three invoices and of two others. */
async function twoParts({ customerId }: Supplier): Promise<[string[], string[]]> {
  const invoices = await db.invoice.findMany({ where: { customerId }, orderBy: { number: "asc" } });
  const numbers = invoices.map((invoice) => invoice.number);
  return [numbers.slice(0, 3), numbers.slice(3, 5)];
}
