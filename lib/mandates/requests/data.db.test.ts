import { expect, test } from "vitest";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { readRequestPage } from "./data";
import { requestMandate } from "./mutations";

test("lists mandate requests by date in the requested order", async () => {
  const { customerId, actor } = await connectedSupplier();
  const made: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { contactId } = await seedInvoice(customerId);
    made.push((await requestMandate(customerId, { contactId, byMail: false }, actor)).requestId);
  }
  const listed = async (sort: "asc" | "desc", size = 25) =>
    (await readRequestPage(customerId, { page: 0, size, sort })).content.map(({ id }) => id);
  expect(await listed("asc")).toEqual(made);
  expect(await listed("desc")).toEqual(made.toReversed());
  expect(await listed("asc", 1)).toEqual(made.slice(0, 1));
});
