import type { Locator, Page } from "@playwright/test";
import { db } from "../lib/core/database/db";
import { addDays } from "../lib/core/time/dates";
import { ASCENDING_FIRST, type InvoiceSort, sortsOf } from "../lib/invoices/types";
import { type AccountingInvoice, bank, calendar, deskCall } from "./support/desk";
import { expect, findingsOf, hydrated, test } from "./support/fixtures";
import { mailbox } from "./support/mailbox";
import { awaitStatuses } from "./support/rows";
import { DIRECT_DEBIT_TERM, newPayer, type Supplier, writeInvoice } from "./support/supplier";
import type { Texts } from "./support/texts";

/**
 * The numbers of three invoices in every order, smallest first. Their due dates are far enough away to be the charge
 * dates.
 */
const ORDERS: Record<InvoiceSort, string[]> = {
  number: ["RE-1009", "RE-1010", "RE-1100"],
  contact: ["RE-1010", "RE-1100", "RE-1009"],
  due: ["RE-1100", "RE-1009", "RE-1010"],
  amount: ["RE-1009", "RE-1100", "RE-1010"],
  debit: ["RE-1100", "RE-1009", "RE-1010"],
};

/** Creates three collections that each column sorts differently. */
async function threeDebits(supplier: Supplier): Promise<void> {
  const today = await calendar.today();
  const payers = { "RE-1009": "Zimmerei Ost", "RE-1010": "Ärztehaus Mitte", "RE-1100": "Berger & Söhne" };
  for (const [number, name] of Object.entries(payers)) {
    const payer = newPayer(name);
    const invoice = await deskCall<AccountingInvoice>("/lexware/invoices", {
      organisation: supplier.books,
      contact: payer,
      number,
      amountCents: 10_000 * (1 + ORDERS.amount.indexOf(number)),
      dueDate: addDays(today, 21 + 7 * ORDERS.due.indexOf(number)),
      paymentTermLabel: DIRECT_DEBIT_TERM,
    });
    await mailbox.letter(payer.email);
    await bank.mandate(payer.email, "sign", { organisation: supplier.account });
    await awaitStatuses(supplier, invoice, ["created"]);
  }
}

const inOrder = (by: InvoiceSort, isAscending: boolean) => (isAscending ? ORDERS[by] : ORDERS[by].toReversed());

function headingOf(app: Page, t: Texts, by: InvoiceSort): Locator {
  const label = by === "debit" ? t("invoices.debitDate") : t(`invoices.${by}`);
  return app.getByRole("columnheader", { name: label, exact: true });
}

const PAGE = 25;
/** Two full pages and a part of a third. */
const MANY = 53;

for (const locale of ["en-GB", "de-DE"] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("every order of the list sorts rightly, and filter, search and order can be removed one by one", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      await threeDebits(supplier);
      const shown = app.getByRole("cell").locator("a.row-link");
      for (const filter of ["all", "on-its-way"] as const) {
        await app.setViewportSize({ width: 1280, height: 900 });
        await app.goto(`/app/invoices?filter=${filter}`);
        await expect(headingOf(app, t, "due")).toHaveAttribute("aria-sort", "descending");
        await expect(shown).toHaveText(inOrder("due", false));
        const heads = app.getByRole("columnheader").filter({ has: app.getByRole("link") });
        await expect(heads).toHaveCount(sortsOf(filter).length);
        // The column in force comes last, because a click on it would reverse its order.
        for (const by of [...sortsOf(filter).filter((one) => one !== "due"), "due" as const]) {
          const first = ASCENDING_FIRST.includes(by);
          for (const isAscending of [first, !first]) {
            await headingOf(app, t, by).getByRole("link").click();
            await expect(headingOf(app, t, by)).toHaveAttribute("aria-sort", isAscending ? "ascending" : "descending");
            await expect(shown).toHaveText(inOrder(by, isAscending));
            await expect(app.locator("[aria-sort]")).toHaveCount(1);
          }
        }
        await app.setViewportSize({ width: 390, height: 844 });
        const order = app.getByRole("combobox", { name: t("sorting.label"), exact: true });
        const choices = sortsOf(filter).flatMap((by) =>
          [ASCENDING_FIRST.includes(by), !ASCENDING_FIRST.includes(by)].map((isAscending) => ({
            label: t(`sorting.${isAscending ? "ascending" : "descending"}.${by}`),
            numbers: inOrder(by, isAscending),
          })),
        );
        await expect(order.getByRole("option")).toHaveText(choices.map(({ label }) => label));
        for (const { label, numbers } of choices) {
          await order.selectOption({ label });
          await expect(shown).toHaveText(numbers);
          await expect(order.getByRole("option", { selected: true })).toHaveText(label);
        }
      }
      expect(await findingsOf(app)).toEqual([]);

      await app.setViewportSize({ width: 1280, height: 900 });
      await app.goto("/app/invoices?filter=on-its-way&search=re-10&sort=debit&dir=asc&rows=50");
      await expect(shown).toHaveText(["RE-1009", "RE-1010"]);
      const box = app.getByRole("searchbox", { name: t("invoices.search") });
      await hydrated(box);
      await box.fill("");
      await expect(shown).toHaveText(inOrder("debit", true));
      await expect(app).toHaveURL(/\?(?=.*filter=on-its-way)(?=.*sort=debit)(?=.*rows=50)(?!.*search)/);
      await headingOf(app, t, "amount").getByRole("link").click();
      await expect(shown).toHaveText(inOrder("amount", false));
      const chips = app.getByRole("navigation", { name: t("invoices.filter") });
      await chips.getByRole("link", { name: t("invoices.filters.all"), exact: true }).click();
      await expect(app).toHaveURL(/\?(?!.*filter=)(?=.*sort=amount)(?=.*rows=50)/);
      await expect(shown).toHaveText(inOrder("amount", false));
      await expect(chips.locator("[aria-current]")).toHaveText(t("invoices.filters.all"));
    });

    test("a long list pages by key: forwards, back, by the back button and from a saved address", {
      tag: "@rare",
    }, async ({ supplier, app, t }) => {
      const today = await calendar.today();
      const payer = newPayer("Konditorei Ähre");
      const term = "Zahlbar in 14 Tagen";
      await deskCall("/lexware/invoices/bulk", {
        organisation: supplier.books,
        invoices: Array.from({ length: MANY }, (_, i) => ({
          ...{ contact: payer, amountCents: 10_000 + i, paymentTermLabel: term },
          dueDate: addDays(today, 10 + i),
        })),
      });
      const { customerId } = supplier;
      const decided = () => db.invoice.count({ where: { customerId, reason: "condition_mismatch" } });
      await expect.poll(decided, { timeout: 90_000 }).toBe(MANY);
      const rows = await db.invoice.findMany({ where: { customerId }, orderBy: { dueDate: "desc" } });
      const numbers = rows.map(({ number }) => number);
      const page = (at: number, size = PAGE) => numbers.slice(at * size, (at + 1) * size);

      await app.goto("/app/invoices");
      const paging = app.getByRole("navigation", { name: t("common.paging") });
      const step = (name: "older" | "newer") => paging.getByRole("link", { name: t(`common.${name}`), exact: true });
      const shown = app.getByRole("cell").locator("a.row-link");
      await expect(shown).toHaveText(page(0));
      await expect(step("newer")).toHaveCount(0);
      await step("older").click();
      await expect(shown).toHaveText(page(1));
      const kept = app.url();
      await step("older").click();
      await expect(shown).toHaveText(page(2));
      await expect(step("older")).toHaveCount(0);
      await step("newer").click();
      await expect(shown).toHaveText(page(1));
      await step("newer").click();
      await expect(shown).toHaveText(page(0));
      await app.goBack();
      await expect(shown).toHaveText(page(1));
      await app.goBack();
      await expect(shown).toHaveText(page(2));
      await app.goForward();
      await expect(shown).toHaveText(page(1));
      expect(await findingsOf(app)).toEqual([]);

      // A new row on top does not shift a saved page in the middle.
      const late = await writeInvoice(supplier, { payer, term, dueDate: addDays(today, 300) });
      await expect.poll(decided).toBe(MANY + 1);
      await app.goto(kept);
      await expect(shown).toHaveText(page(1));
      await step("newer").click();
      await expect(shown).toHaveText(page(0));
      await step("newer").click();
      await expect(shown).toHaveText([late.number, ...page(0).slice(0, PAGE - 1)]);

      // Another page size starts at the top and applies to all pages; the current size is marked.
      await app.goto(kept);
      await paging.getByRole("link", { name: "50", exact: true }).click();
      await expect(shown).toHaveText([late.number, ...page(0, 49)]);
      await expect(paging.locator("[aria-current]")).toHaveText("50");
      await step("older").click();
      await expect(shown).toHaveText(numbers.slice(49));
      await expect(app).toHaveURL(/rows=50/);
      await paging.getByRole("link", { name: "100", exact: true }).click();
      await expect(shown).toHaveText([late.number, ...numbers]);
      await expect(step("older")).toHaveCount(0);
      await app.reload();
      await expect(shown).toHaveText([late.number, ...numbers]);
    });
  });
}
