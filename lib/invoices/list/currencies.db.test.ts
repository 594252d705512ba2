import { expect, test } from "vitest";
import { readConnectionFigures } from "@/lib/connections/record/data";
import { db } from "@/lib/core/database/db";
import { readStatistics } from "@/lib/dashboard/statistics-data";
import { readInvoiceOverview } from "@/lib/invoices/conditions/data";
import { owedInvoice } from "@/lib/mandates/requests/mail-rules";
import { readOpenOf } from "@/lib/payers/data";
import { connectedSupplier, decideNow, latestCollection, seedCollection, seedInvoice } from "@/test/supplier-data";
import { findInvoices } from "./data";
import { exportInvoices } from "./export-data";
import { countSelection, readInvoicePage } from "./page-data";

/** Creates a payer who owes 100 euros, and 10,000 dollars that are never collected. */
async function owingBoth() {
  const { customerId } = await connectedSupplier();
  const euros = await seedInvoice(customerId, { entry: { openCents: 10_000, totalCents: 10_000 } });
  const inDollars = { openCents: 1_000_000, totalCents: 1_000_000, currency: "USD" };
  const dollars = await seedInvoice(customerId, {
    entry: { ...inDollars, contactExternalId: euros.entry.contactExternalId },
  });
  await decideNow(customerId, dollars.id);
  return { customerId, euros, dollars };
}

test("counts documents in another currency, and adds only euros to sums", async () => {
  const { customerId, euros, dollars } = await owingBoth();
  const row = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: dollars.id } } });
  expect(row).toMatchObject({ reason: "not_euro", currency: "USD" });
  const both = { count: 2, cents: 10_000 };
  expect(await readInvoiceOverview(customerId)).toMatchObject({ openCount: 2, openCents: 10_000, terms: [both] });
  expect(await readStatistics(customerId)).toMatchObject({ invoiceSumCents: 10_000 });
  expect(await countSelection(customerId, { filter: "all" })).toMatchObject(both);
  expect((await readOpenOf(customerId, [euros.contactId])).get(euros.contactId)).toEqual(both);
  // A disconnection would not end them, so its figures exclude them.
  const { openInvoices } = await readConnectionFigures(customerId);
  expect(openInvoices).toEqual({ count: 1, cents: 10_000 });
});

test("names the currency of each amount in the list, its export and the API", async () => {
  const { customerId, dollars } = await owingBoth();
  const query = { filter: "all", order: { by: "amount", isAscending: true } } as const;
  const { items } = await findInvoices(customerId, { ...query, page: { rows: 9 } });
  expect(items.map(({ amountCents, currency }) => [amountCents, currency])).toEqual([
    [10_000, "EUR"],
    [1_000_000, "USD"],
  ]);
  let text = "";
  for await (const piece of exportInvoices(customerId, query, "en")) text += piece;
  expect(text).toContain('"Still open","Currency"');
  expect(text).toContain('"100.00","100.00","EUR"');
  expect(text).toContain('"10000.00","10000.00","USD"');
  const { content } = await readInvoicePage(customerId, { page: 0, size: 25 });
  expect(content.find(({ id }) => id === dollars.id)).toMatchObject({ openAmountCents: 1_000_000, currency: "USD" });
});

test("shows a collection in euros even if its document has changed currency", async () => {
  const { customerId } = await connectedSupplier();
  const { invoice } = await seedCollection(customerId);
  const data = { currency: "USD", openCents: 500 };
  await db.invoice.update({ where: { customerId_id: { customerId, id: invoice.id } }, data });
  const { amountCents } = await latestCollection(customerId, invoice.id);
  const query = { filter: "all", order: { by: "due", isAscending: false }, page: { rows: 9 } } as const;
  expect((await findInvoices(customerId, query)).items).toMatchObject([{ amountCents, currency: "EUR" }]);
});

test("names no invoice in a mandate request that a SEPA direct debit cannot pay", () => {
  const open = { bookStatus: "open", openCents: 100 } as const;
  expect(owedInvoice({ ...open, currency: "EUR" })).not.toBeNull();
  expect(owedInvoice({ ...open, currency: "USD" })).toBeNull();
});
