import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { requestMandate } from "@/lib/mandates/requests/mutations";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { readCancelSummary } from "./data";

test("the summary counts a supplier's recent use, and its hash changes with everything counted", async () => {
  const { customerId, actor } = await connectedSupplier();
  await seedCollection((await connectedSupplier()).customerId);
  const summary = () => readCancelSummary(customerId);
  const empty = await summary();
  expect(empty).toMatchObject({
    invoices: { openCount: 0, totalCount: 0, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    mandates: { openCount: 0, totalCount: 0 },
  });
  const { collection } = await seedCollection(customerId);
  const one = await summary();
  expect(one.invoices).toMatchObject({ openCount: 1, totalCount: 1 });
  expect(one.invoices.hash).not.toBe(empty.invoices.hash);
  expect(await summary()).toEqual(one);
  expect(one.mandates.hash).toBe(empty.mandates.hash);
  await db.collection.updateMany({ where: { customerId, id: collection.id }, data: { status: "paid_out" } });
  const over = await summary();
  expect(over.invoices).toMatchObject({ openCount: 0, totalCount: 1 });
  expect(over.invoices.hash).not.toBe(one.invoices.hash);
  const { contactId } = await seedInvoice(customerId);
  await requestMandate(customerId, { contactId, byMail: false }, actor);
  const asked = await summary();
  expect(asked.mandates).toMatchObject({ openCount: 1, totalCount: 1 });
  expect(asked.mandates.hash).not.toBe(over.mandates.hash);
  // Use older than thirty days is not counted.
  await db.collection.updateMany({ where: { customerId }, data: { createdAt: new Date("2026-01-01T00:00:00Z") } });
  expect((await summary()).invoices).toEqual(empty.invoices);
});
