import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { invoiceListInput } from "@/lib/invoices/schema";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { readInvoicePage } from "./page-data";

const { customerId } = await connectedSupplier();
const { invoice } = await seedCollection(customerId);
await seedInvoice(customerId);

test.each([
  ["pending", 1],
  ["paid_out", 0],
  [undefined, 2],
] as const)("lists invoices with the status %s in the API: %d rows", async (status, count) => {
  const { content, totalElements } = await readInvoicePage(customerId, { page: 0, size: 25, status });
  expect(content).toHaveLength(count);
  expect(totalElements).toBe(count);
  if (count === 1) expect(content[0]).toMatchObject({ id: invoice.id, status: "pending" });
});

test("refuses an unknown status and names the field, also for names of object properties", () => {
  for (const status of ["somehow", "constructor", ""]) {
    const { error } = invoiceListInput.safeParse({ status });
    expect(error?.issues).toMatchObject([{ path: ["status"] }]);
  }
});

test("returns the collected amount, the gross amount, and the net amount if the accounting system names it", async () => {
  const other = await connectedSupplier();
  const { invoice: debited } = await seedCollection(other.customerId);
  const told = await seedInvoice(other.customerId, { document: { netCents: 10_000 } });
  const paid = await seedInvoice(other.customerId);
  const store = (id: string, data: object) =>
    db.invoice.update({ where: { customerId_id: { customerId: other.customerId, id } }, data });
  await store(debited.id, { totalCents: 11_900, openCents: 5_000 });
  await store(told.id, { totalCents: 11_900, openCents: 4_000 });
  await store(paid.id, { totalCents: 11_900, openCents: 0, bookStatus: "paid" });
  const { content } = await readInvoicePage(other.customerId, { page: 0, size: 25 });
  const amounts = ({ amount, grossAmount, netAmount }: (typeof content)[number]) => [amount, grossAmount, netAmount];
  const [debit] = await db.collection.findMany({ where: { customerId: other.customerId } });
  expect(Object.fromEntries(content.map((row) => [row.id, amounts(row)]))).toEqual({
    [debited.id]: [(debit?.amountCents ?? 0) / 100, 119, null],
    [told.id]: [40, 119, 100],
    [paid.id]: [119, 119, null],
  });
});
