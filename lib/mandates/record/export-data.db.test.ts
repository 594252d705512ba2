import { expect, test } from "vitest";
import { csvLinesOf } from "@/test/csv-lines";
import { connectedSupplier, seedInvoice, seedMandate } from "@/test/supplier-data";
import { exportMandates } from "./export-data";

test("the mandates are exported with the filter and the search in use", async () => {
  const { customerId } = await connectedSupplier();
  for (const [companyName, status] of [
    ["Ahorn", "active"],
    ["Birke", "cancelled"],
  ] as const) {
    const { contactId } = await seedInvoice(customerId, { contact: { companyName } });
    await seedMandate(customerId, contactId, { status, reference: `M-${companyName}` });
  }
  const linesOf = async (query: Parameters<typeof exportMandates>[1]) =>
    await csvLinesOf(exportMandates(customerId, query, "en"));
  expect((await linesOf({ filter: "all" }))[0]).toBe(
    '"Payer","Contact","Reference","Account","Bank","Status","Granted on"',
  );
  expect(await linesOf({ filter: "all" })).toHaveLength(3);
  expect((await linesOf({ filter: "usable" })).slice(1)).toEqual([expect.stringContaining('"M-Ahorn"')]);
  expect((await linesOf({ filter: "all", name: "birke" })).slice(1)).toEqual([expect.stringContaining('"M-Birke"')]);
});
