import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { csvLinesOf } from "@/test/csv-lines";
import { connectedSupplier, seedInvoice, seedMandate } from "@/test/supplier-data";
import { exportContacts } from "./data";

const supplier = await connectedSupplier();
const { customerId } = supplier;

test("the contacts are exported with the filter in use, in the reader's language, and nobody else's", async () => {
  const signed = await seedInvoice(customerId, { contact: { companyName: "=Formel(1)", emails: ["a@payer.example"] } });
  await seedMandate(customerId, signed.contactId);
  await seedInvoice(customerId, { contact: { companyName: "Zett", emails: [], city: "Ulm" } });
  await seedInvoice((await connectedSupplier()).customerId, { contact: { companyName: "Fremd" } });
  expect(await csvLinesOf(exportContacts(customerId, { filter: "all" }, "de"))).toEqual([
    '"Name";"E-Mail";"Ort";"Mandat";"Hinweis";"Offene Rechnungen";"Offener Betrag in Euro"',
    expect.stringMatching(/^"'=Formel\(1\)";"a@payer\.example";"Dresden";".+";"";"1";"119,00"$/),
    expect.stringMatching(/^"Zett";"";"Ulm";".+";"";"1";"119,00"$/),
  ]);
  const granted = await csvLinesOf(exportContacts(customerId, { filter: "granted" }, "en"));
  expect(granted).toHaveLength(2);
  expect(granted[0]).toMatch(/^"Name","Email"/);
});

test("every contact of a long list is exported once", async () => {
  const long = await connectedSupplier();
  const names = Array.from({ length: 1_001 }, (_, at) => `Nr ${at}`);
  await db.contact.createMany({
    data: names.map((companyName, at) => ({
      ...{ customerId: long.customerId, id: `con_${long.userId}${at}`, externalId: String(at) },
      ...{ books: "LEXOFFICE" as const, companyName },
    })),
  });
  const [, ...rows] = await csvLinesOf(exportContacts(long.customerId, { filter: "all" }, "en"));
  expect(new Set(rows.map((row) => row.split(",")[0])).size).toBe(names.length);
  expect(rows).toHaveLength(names.length);
});
