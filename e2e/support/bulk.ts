import { expect, type Page } from "@playwright/test";
import { db, type Prisma } from "../../lib/core/database/db";
import { type ListAction, STEADY_ACTIONS } from "../../lib/invoices/bulk/rules";
import type { InvoiceFilter } from "../../lib/invoices/types";
import { hydrated } from "./fixtures";
import type { Supplier } from "./supplier";
import type { Texts } from "./texts";

/** Returns functions that select invoices of the list and run bulk actions, as a person does. */
export function bulkOn(app: Page, t: Texts) {
  const page = app.getByRole("checkbox", { name: t("bulk.pickPage") });
  const bar = app.getByRole("region", { name: t("bulk.region") });
  const ask = async (action: ListAction) => {
    await bar.getByLabel(t("bulk.what")).selectOption(action);
    await bar.getByRole("button", { name: t("bulk.go"), exact: true }).click();
  };
  return {
    ask,
    /** Selects all invoices of a filter, of which the page shows fewer. */
    pickAllOf: async (filter: InvoiceFilter, shown: number, all: number) => {
      await app.goto(`/app/invoices?filter=${filter}`);
      await hydrated(page);
      await page.check();
      await expect(bar.getByRole("status")).toHaveText(t("bulk.picked", { count: shown }));
      await app.getByRole("button", { name: t("bulk.pickMatching"), exact: true }).click();
      await expect(bar.getByRole("status")).toHaveText(t("bulk.picked", { count: all }));
    },
    pick: async (numbers: string[]) => {
      await app.goto("/app/invoices?rows=50");
      await hydrated(page);
      for (const number of numbers)
        await app.getByRole("checkbox", { name: t("bulk.pickRow", { number }), exact: true }).check();
      await expect(bar.getByRole("status")).toHaveText(t("bulk.picked", { count: numbers.length }));
    },
    /** Runs the action, with its confirmation if it has one; ends on the page with the progress. */
    carryOut: async (action: ListAction) => {
      await ask(action);
      const question = app.getByRole("alertdialog");
      if (!STEADY_ACTIONS.some((one) => one === action && one !== "exclude"))
        await question.getByRole("button", { name: t(`bulk.actions.${action}`), exact: true }).click();
      await app.waitForURL(/\/app\/invoices\/bulk\/blk_/);
    },
  };
}

/** Runs `run` while another transaction locks the invoice that a bulk run reaches last. */
export async function whileLocked({ customerId }: Supplier, run: () => Promise<void>): Promise<void> {
  const hold = async (tx: Prisma.TransactionClient) => {
    const [last] = await tx.invoice.findMany({
      where: { customerId },
      orderBy: [{ dueDate: "asc" }, { id: "desc" }],
      take: 1,
    });
    await tx.$executeRaw`SELECT 1 FROM invoices WHERE customer_id = ${customerId} AND id = ${last?.id} FOR UPDATE`;
    await run();
  };
  await db.$transaction(hold, { timeout: 60_000 });
}
