import { expect, test } from "vitest";
import { db, Prisma } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { connectedSupplier, seedInvoice, seedMandate } from "@/test/supplier-data";
import { findRows, searchSql } from "./data";

const { customerId } = await connectedSupplier();
const other = await connectedSupplier();
const { id: invoiceId, contactId } = await seedInvoice(customerId, {
  entry: { number: "RE-1047", contactName: "Café Zürn", totalCents: 29_750, openCents: 29_750 },
  contact: { companyName: "Café Zürn", emails: ["zuern@cafe.example"] },
});
const mandate = await seedMandate(customerId, contactId, { reference: "EINZUG-77" });
const payout = { id: "pay_1", providerId: "PO123", reference: "WERKSTATT-PO-9", status: "paid" as const };
await db.payout.create({ data: { customerId, ...payout, amountCents: 602_011 } });
// The other supplier has the same names, numbers, amounts and ids.
await seedInvoice(other.customerId, {
  entry: { number: "RE-1047", contactName: "Café Zürn", totalCents: 29_750, openCents: 29_750 },
  contact: { companyName: "Café Zürn" },
});
await db.payout.create({ data: { customerId: other.customerId, ...payout, amountCents: 602_011 } });

const find = async (query: string) => {
  const found = await withinSupplier(customerId, () => findRows(customerId, query));
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  return Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, ids(rows)]));
};
const NOTHING = { payers: [], invoices: [], payouts: [], mandates: [] };

test.each([
  ["cafe zurn", { payers: [contactId], invoices: [invoiceId] }],
  ["zuern@cafe", { payers: [contactId] }],
  ["re-1047", { invoices: [invoiceId] }],
  ["1047", { invoices: [invoiceId] }],
  ["297,50", { invoices: [invoiceId] }],
  ["€297.50", { invoices: [invoiceId] }],
  ["po-9", { payouts: ["pay_1"] }],
  ["PO123", { payouts: ["pay_1"] }],
  ["6.020,11 €", { payouts: ["pay_1"] }],
  ["einzug-77", { mandates: [mandate.id] }],
  ["100%", {}],
  ["_", {}],
  ["  ", {}],
  ["nobody", {}],
])("a search for %j finds what contains every word or has the amount, of this supplier only", async (query, found) => {
  expect(await find(query)).toEqual({ ...NOTHING, ...found });
});

test("the other supplier finds its own rows by the same words", async () => {
  const found = await withinSupplier(other.customerId, () => findRows(other.customerId, "re-1047"));
  expect(found.invoices).toHaveLength(1);
  expect(found.invoices[0]?.id).not.toBe(invoiceId);
  expect(await findRows(other.customerId, "einzug-77")).toEqual(NOTHING);
});

test("the plan begins every part at an index of the supplier, also behind row-level security", async () => {
  await db.$executeRaw`ANALYZE contacts, invoices, payouts, mandates`;
  const sql = searchSql(customerId, "re-1047");
  const plan = await withinSupplier(customerId, () =>
    db.$transaction(async (tx) => {
      // In a table of a few rows a complete read is cheapest.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      return await tx.$queryRaw<Record<string, string>[]>(Prisma.sql`EXPLAIN ${sql}`);
    }),
  );
  const text = plan.map((line) => Object.values(line)[0]).join("\n");
  expect(text).not.toContain("Seq Scan");
  expect(text.match(/Index Cond: \(customer_id = /g)?.length).toBeGreaterThanOrEqual(4);
});
