import { expect, test } from "vitest";
import { connectedSupplier, seedCollection, seedInvoice } from "@/test/supplier-data";
import { readInvoicePage } from "./data";

const { customerId } = await connectedSupplier();
const { invoice } = await seedCollection(customerId);
await seedInvoice(customerId);

test.each([
  ["pending", 1],
  ["paid_out", 0],
  // Words that are no status filter nothing, also those that every object knows.
  ["somehow", 2],
  ["constructor", 2],
  [undefined, 2],
])("the list of the API with the status %s has %d rows", async (status, count) => {
  const { content, totalElements } = await readInvoicePage(customerId, { page: 0, size: 25, status });
  expect(content).toHaveLength(count);
  expect(totalElements).toBe(count);
  if (count === 1) expect(content[0]).toMatchObject({ id: invoice.id, status: "pending" });
});
