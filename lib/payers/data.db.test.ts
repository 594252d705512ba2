import { describe, expect, test } from "vitest";
import { storeConnection } from "@/lib/connections/record/mutations";
import { disconnect } from "@/lib/connections/record/provider";
import { wantContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { seedSupplier } from "@/prisma/seed/suppliers";
import { statementsOf } from "@/test/statements";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { findContacts, readContactPage } from "./data";

const { customerId } = await seedSupplier();
const person = { firstName: "Anna", lastName: "Schmidt", email: "anna@firma.example" };
const firm = { companyName: "Schmidt & Söhne GmbH", email: "post@soehne.example" };
await db.contact.createMany({
  data: [person, firm].map((names, i) => ({
    ...{ customerId, id: newId("contact"), books: "LEXOFFICE" as const, externalId: `${i}`, ...names },
  })),
});

test.each([
  ["Anna Schmidt", [person.email]],
  ["schmidt  anna", [person.email]],
  ["Schmidt", [person.email, firm.email]],
  ["Schmidt & Söhne", [firm.email]],
  ["schmidt soehne.example", [firm.email]],
  ["Anna Söhne", []],
  [" ", [person.email, firm.email]],
  [`${"Schmidt ".repeat(2_000)}nobody`, [person.email, firm.email]],
])("a search for %j finds the contacts that contain every word", async (name, found) => {
  const { content } = await readContactPage(customerId, { page: 0, size: 25, sort: "asc", name });
  expect(content.map((row) => row.email).sort()).toEqual([...found].sort());
});

test("a page further down the list continues after its start, and costs as many statements as the first", async () => {
  const all = { filter: "all" } as const;
  const first = await findContacts(customerId, { ...all, page: { rows: 1 } });
  const [start] = first.items;
  const second = await findContacts(customerId, { ...all, page: { rows: 1, after: start?.id } });
  expect([...first.items, ...second.items].map((row) => row.email)).toEqual([person.email, firm.email]);
  const cost = async (after?: string) =>
    (await statementsOf(() => findContacts(customerId, { ...all, page: { rows: 25, after } }))).length;
  expect(await cost(start?.id)).toBe(await cost());
});

describe("the list of contacts after a change of organisation", () => {
  const page = { page: 0, size: 25, sort: "asc" } as const;

  test("hides the contacts of the former organisation until it is connected again and a document names them", async () => {
    const { customerId, actor } = await connectedSupplier();
    const where = { customerId_type: { customerId, type: "LEXOFFICE" } };
    const { organisationId } = await db.connection.findUniqueOrThrow({ where });
    const { contactId, entry } = await seedInvoice(customerId);
    const listed = async () => (await readContactPage(customerId, page)).content.map(({ id }) => id);
    const move = async (organisation: string) => {
      await disconnect(customerId, "LEXOFFICE", actor);
      const row = { organisationId: organisation, accountName: "", accessToken: "x" };
      await storeConnection(customerId, "LEXOFFICE", row, actor);
    };
    expect(await listed()).toEqual([contactId]);
    await move(organisationId ?? "");
    expect(await listed()).toEqual([contactId]);
    await move(newId("request"));
    expect(await listed()).toEqual([]);
    const { contactId: other } = await seedInvoice(customerId);
    expect(await listed()).toEqual([other]);
    await move(organisationId ?? "");
    expect(await listed()).toEqual([]);
    // A document of this organisation names the contact, so it is read again.
    await seedInvoice(customerId, { entry: { contactExternalId: entry.contactExternalId } });
    expect(await listed()).toEqual([contactId]);
  });

  test("hides the contacts of a previous accounting system", async () => {
    const { customerId } = await connectedSupplier();
    const { contactId } = await seedInvoice(customerId);
    const former = { customerId, id: newId("contact"), books: "SEVDESK", externalId: "1", companyName: "Altbau GmbH" };
    await db.contact.create({ data: former });
    expect((await readContactPage(customerId, page)).content.map(({ id }) => id)).toEqual([contactId]);
  });
});

test("sets the stale flag of an archived contact when a document names it, and only once", async () => {
  const { customerId } = await connectedSupplier();
  const { contactId, entry } = await seedInvoice(customerId);
  const stored = { customerId_id: { customerId, id: contactId } };
  await db.contact.update({ where: stored, data: { isArchived: true } });
  const { contactExternalId, contactName: name } = entry;
  const named = { books: "LEXOFFICE", externalId: contactExternalId ?? "", name };
  expect(await db.$transaction((tx) => wantContact(tx, customerId, named))).toBe(contactId);
  const { staleAt } = await db.contact.findUniqueOrThrow({ where: stored });
  expect(staleAt).not.toBeNull();
  await db.$transaction((tx) => wantContact(tx, customerId, named));
  expect(await db.contact.findUniqueOrThrow({ where: stored })).toMatchObject({ staleAt });
});
