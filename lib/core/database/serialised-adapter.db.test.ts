import { afterAll, expect, test } from "vitest";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { db } from "./db";

// Registered before the first query, because the driver warns only once per process.
const warnings: string[] = [];
const note = (warning: Error) => warnings.push(warning.message);
process.on("warning", note);
afterAll(() => process.off("warning", note));

const { customerId } = await connectedSupplier();
await seedCollection(customerId);

/** Node.js emits warnings in a later iteration of the event loop. */
const told = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return warnings;
};

test("relations and queries of one transaction run one after the other", async () => {
  const include = { contact: true, collections: { include: { events: true, mandate: true } } };
  await db.$transaction(async (tx) => {
    const [invoice] = await tx.invoice.findMany({ where: { customerId }, include });
    expect(invoice?.collections[0]?.events).toHaveLength(1);
    expect(await Promise.all([tx.invoice.count(), tx.contact.count(), tx.mandate.count()])).toEqual([1, 1, 1]);
  });
  expect(await told()).toEqual([]);
});

test("a query that fails rolls its transaction back, and no answer reaches another caller", async () => {
  const failing = db.$transaction(async (tx) => {
    await tx.contact.updateMany({ where: { customerId }, data: { city: "Nirgends" } });
    await Promise.all([tx.$queryRaw`SELECT 1 / 0`, tx.invoice.count(), tx.contact.findMany()]);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await db.contact.findMany({ where: { customerId }, select: { city: true } })).toEqual([{ city: "Dresden" }]);
  expect(await db.$transaction(async (tx) => await tx.invoice.count())).toBe(1);
  expect(await told()).toEqual([]);
});

test("the server ends statements that take too long, and transactions that stay idle", async () => {
  const limits = await db.$queryRaw`
    SELECT name, setting || unit AS limit FROM pg_settings
    WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout') ORDER BY name`;
  expect(limits).toEqual([
    { name: "idle_in_transaction_session_timeout", limit: "60000ms" },
    { name: "statement_timeout", limit: "30000ms" },
  ]);
});
