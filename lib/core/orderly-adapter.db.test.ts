import { afterAll, expect, test } from "vitest";
import { connectedSupplier, seedCollection } from "@/test/supplier-data";
import { db } from "./db";

// Before the first question: the driver warns once per process, whoever it was.
const warnings: string[] = [];
const note = (warning: Error) => warnings.push(warning.message);
process.on("warning", note);
afterAll(() => process.off("warning", note));

const { customerId } = await connectedSupplier();
await seedCollection(customerId);

/** Warnings are told in a turn of their own. */
const told = async () => {
  await new Promise((resolve) => setImmediate(resolve));
  return warnings;
};

test("relations and questions of one transaction are asked one after the other", async () => {
  const include = { contact: true, collections: { include: { events: true, mandate: true } } };
  await db.$transaction(async (tx) => {
    const [invoice] = await tx.invoice.findMany({ where: { customerId }, include });
    expect(invoice?.collections[0]?.events).toHaveLength(1);
    expect(await Promise.all([tx.invoice.count(), tx.contact.count(), tx.mandate.count()])).toEqual([1, 1, 1]);
  });
  expect(await told()).toEqual([]);
});

test("a question that fails ends its transaction, and no answer goes to somebody else", async () => {
  const failing = db.$transaction(async (tx) => {
    await tx.contact.updateMany({ where: { customerId }, data: { city: "Nirgends" } });
    await Promise.all([tx.$queryRaw`SELECT 1 / 0`, tx.invoice.count(), tx.contact.findMany()]);
  });
  await expect(failing).rejects.toThrow("division by zero");
  expect(await db.contact.findMany({ where: { customerId }, select: { city: true } })).toEqual([{ city: "Dresden" }]);
  expect(await db.$transaction(async (tx) => await tx.invoice.count())).toBe(1);
  expect(await told()).toEqual([]);
});

test("the server itself ends what takes too long, and what stands still with a transaction open", async () => {
  const limits = await db.$queryRaw`
    SELECT name, setting || unit AS limit FROM pg_settings
    WHERE name IN ('idle_in_transaction_session_timeout', 'statement_timeout') ORDER BY name`;
  expect(limits).toEqual([
    { name: "idle_in_transaction_session_timeout", limit: "60000ms" },
    { name: "statement_timeout", limit: "30000ms" },
  ]);
});
