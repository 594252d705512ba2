import type { Page } from "@playwright/test";
import { addDays } from "../lib/core/dates";
import { db } from "../lib/core/db";
import { nextTargetDay } from "../lib/core/target-calendar";
import { bulkOn, whileLocked } from "./support/bulk";
import { debitUnderWay, openPayments, paymentsFor } from "./support/debits";
import { bank, calendar, deskCall, ledger } from "./support/desk";
import { expect, findingsOf, isAwake, localeOfBrowser, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { expectAlert } from "./support/people";
import { awaitReason, awaitStatuses, invoicePath, rows } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, type Supplier, writeInvoice } from "./support/supplier";
import { money, type Texts, weekday } from "./support/texts";

/** What a page of the list shows, and a list that is longer. */
const PAGE = 25;
const MANY = 28;

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
      // There is nothing earlier any more, and the history tells who moved it.
      await expect(app.getByText(t("invoices.timeline.acts.invoice.collect-now"))).toBeVisible();
      await expect(app.getByRole("button", { name: t("collectNow.button"), exact: true })).toHaveCount(0);

      // A debit the bank has cannot be moved or stopped.
      await bank.payment(open?.id ?? "", "submit");
      await awaitStatuses(supplier, invoice, ["cancelled", "submitted"]);
      await expect(app.getByRole("button", { name: t("invoices.cancelDebit"), exact: true })).toHaveCount(0);
    });

    test("collect now where there is no mandate: it is said, and once the payer has signed the debit is on the earliest day", async ({
      supplier,
      app,
      t,
    }) => {
      const { customerId } = supplier;
      await db.customer.update({ where: { id: customerId }, data: { requestsMandates: false } });
      const payer = newPayer();
      const today = await calendar.today();
      const invoice = await writeInvoice(supplier, { payer, dueDate: addDays(today, 60) });
      await awaitReason(supplier, invoice, "requests_off");
      await app.goto(await invoicePath(supplier, invoice));
      const now = app.getByRole("button", { name: t("collectNow.button"), exact: true });
      // Nobody has been asked yet, and not asking is the supplier's own setting: that comes first.
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

    test("a long list is dealt with at once: asked for mandates, held by keyboard, released, left out, taken in, collected", async ({
      supplier,
      app,
      t,
    }) => {
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

      // All of a filter, of which one page is seen: one payer, one mail.
      await bulk.pickAllOf("needs-you", PAGE, MANY);
      // Another filter shows the same rows: what stands behind it has not been counted, and is not taken along.
      const chips = app.getByRole("navigation", { name: t("invoices.filter") });
      await chips.getByRole("link", { name: t("invoices.filters.all"), exact: true }).click();
      const picked = app.getByRole("region", { name: t("bulk.region") }).getByRole("status");
      await expect(picked).toHaveText(t("bulk.picked", { count: PAGE }));
      await bulk.pickAllOf("needs-you", PAGE, MANY);
      // What they come to stands beside how many they are.
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

      // How far it is can be seen while it lasts: here one of them keeps it waiting.
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

      // Agreed to for so many: one that has joined them since, where the page does not show it, is not taken along.
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

/** A page and back leaves the order as it was; rows and order stand in the address. */
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

/** The whole page that stands there, without a mouse; what is missing is said before anything happens. */
async function holdByKeyboard(app: Page, t: Texts, until: string): Promise<void> {
  const all = app.getByRole("checkbox", { name: t("bulk.pickPage") });
  await isAwake(all);
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

/** The numbers of three invoices, and of two others. */
async function twoParts({ customerId }: Supplier): Promise<[string[], string[]]> {
  const invoices = await db.invoice.findMany({ where: { customerId }, orderBy: { number: "asc" } });
  const numbers = invoices.map((invoice) => invoice.number);
  return [numbers.slice(0, 3), numbers.slice(3, 5)];
}
