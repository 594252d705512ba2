import { describe, expect, test } from "vitest";
import { contactWhere } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { findInvoices } from "@/lib/invoices/list/data";
import { exportInvoices } from "@/lib/invoices/list/export-data";
import { countSelection, readInvoicePage } from "@/lib/invoices/list/page-data";
import { likely } from "@/lib/mandates/matching/data";
import { readRequestPage } from "@/lib/mandates/requests/data";
import { mandateWhere } from "@/lib/mandates/rules";
import { readContactPage } from "@/lib/payers/data";
import { connectedSupplier, seedInvoice } from "@/test/supplier-data";
import { payerKey } from "./name-key";
import { searchText } from "./search-text";

/**
 * Capitals that Unicode added after 2017 and that no name contains: the database folds them depending on its ICU
 * version.
 */
const NEW = /[\u1c89\u2c2f\ua7b8-\ua7ff\u{10570}-\u{105ff}\u{10d50}-\u{10d8f}\u{16e40}-\u{16eff}]/u;
/** All other letters, marks, numbers, hyphens and blanks of the planes in which people write. */
const SIGNS = Array.from({ length: 0x20000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((sign) => /[\p{L}\p{M}\p{N}\p{Pd}\p{Z}]/u.test(sign) && !NEW.test(sign));

test("the database folds every letter exactly as searchText does", async () => {
  const texts = SIGNS.map((sign) => `a${sign}b`);
  const rows = await db.$queryRaw<{ text: string; folded: string }[]>`
    SELECT text, einzug_search_text(text) AS folded FROM unnest(${texts}::text[]) AS text`;
  expect(rows).toHaveLength(texts.length);
  expect(rows.filter(({ text, folded }) => folded !== searchText(text))).toEqual([]);
});

const { customerId } = await connectedSupplier();
const PEOPLE = [
  { companyName: "Gärtnerei Müller GmbH", email: "info@mueller.example" },
  { companyName: "Café Réne", email: "info@cafe.example" },
  { firstName: "Łukasz", lastName: "Yıldız", email: "lukasz@firma.example" },
  { companyName: "Øst 100% GmbH", email: "ost_1@firma.example" },
  { companyName: "St GmbH", email: "st@firma.example" },
];
for (const [at, names] of PEOPLE.entries()) {
  const id = newId("contact");
  await db.contact.create({ data: { customerId, id, books: "LEXOFFICE", externalId: `search-${at}`, ...names } });
  const contactName = names.companyName ?? `${names.firstName} ${names.lastName}`;
  await seedInvoice(customerId, { entry: { number: `RE_${at}`, contactName } });
  await db.mandate.createMany({
    data: [
      { customerId, id: newId("mandate"), providerId: `MD-${at}`, status: "active", payerName: "X", contactId: id },
      { customerId, id: newId("mandate"), providerId: `MF-${at}`, status: "active", payerName: contactName },
    ],
  });
  await db.mandateRequest.create({ data: { customerId, id: newId("request"), contactId: id, email: names.email } });
}

const SEARCHES: [string, string[]][] = [
  ["MÜLLER", ["Gärtnerei Müller GmbH"]],
  ["gartnerei  muller", ["Gärtnerei Müller GmbH"]],
  ["Ga\u0308rtnerei", ["Gärtnerei Müller GmbH"]],
  ["CAFÉ", ["Café Réne"]],
  ["cafe rene", ["Café Réne"]],
  ["Łukasz Yıldız", ["Łukasz Yıldız"]],
  ["LUKASZ yildiz", ["Łukasz Yıldız"]],
  ["ØST", ["Øst 100% GmbH"]],
  ["100%", ["Øst 100% GmbH"]],
  ["%", ["Øst 100% GmbH"]],
  ["\\", []],
];

describe.each(SEARCHES)("%j finds %j", (search, found) => {
  const sorted = (names: string[]) => names.sort((a, b) => (a < b ? -1 : 1));
  const page = { page: 0, size: 25 };

  test("in the list of invoices, in its export, in its count and in the API", async () => {
    const query = { filter: "all", search, order: { by: "number", isAscending: true } } as const;
    const list = await findInvoices(customerId, { ...query, page: { rows: 25 } });
    expect(sorted(list.items.map((row) => row.contactName))).toEqual(sorted([...found]));
    let lines = 0;
    for await (const piece of exportInvoices(customerId, query, "de")) lines += piece.split("\r\n").length - 1;
    expect(lines).toBe(1 + found.length);
    expect((await countSelection(customerId, query)).count).toBe(found.length);
    const { content } = await readInvoicePage(customerId, { ...page, search });
    expect(sorted(content.map((row) => row.contact))).toEqual(sorted([...found]));
  });

  test("in the list of mandates, by the payer at the provider and by the contact", async () => {
    const count = async (ofContact: boolean) =>
      await db.mandate.count({
        where: { customerId, contactId: ofContact ? { not: null } : null, ...mandateWhere(customerId, search) },
      });
    expect([await count(true), await count(false)]).toEqual([found.length, found.length]);
  });

  test("in the lists of contacts and mandate requests, and in matching", async () => {
    const contacts = await readContactPage(customerId, { ...page, sort: "asc", name: search });
    const names = contacts.content.map((row) => row.companyName ?? `${row.firstName} ${row.lastName}`);
    expect(sorted(names)).toEqual(sorted([...found]));
    const flows = await readRequestPage(customerId, { ...page, sort: "asc", name: search });
    expect(sorted(flows.content.map((row) => row.contactName))).toEqual(sorted([...found]));
    expect(await db.contact.count({ where: { customerId, ...contactWhere(search) } })).toBe(found.length);
  });
});

test("lists sorted by name ignore accents, whatever the locale of the server is", async () => {
  const contacts = await readContactPage(customerId, { page: 0, size: 25, sort: "asc" });
  expect([...new Set(contacts.content.map((row) => row.companyName ?? row.lastName))]).toEqual([
    "Bäckerei Sonnenschein KG",
    "Café Réne",
    "Gärtnerei Müller GmbH",
    "Øst 100% GmbH",
    "St GmbH",
    "Yıldız",
  ]);
  const order = { by: "contact", isAscending: true } as const;
  const invoices = await findInvoices(customerId, { filter: "all", order, page: { rows: 25 } });
  expect(invoices.items.map((row) => row.contactName)).toEqual([
    "Café Réne",
    "Gärtnerei Müller GmbH",
    "Łukasz Yıldız",
    "Øst 100% GmbH",
    "St GmbH",
  ]);
});

test("a search for an underscore finds only texts with an underscore", async () => {
  const { content } = await readContactPage(customerId, { page: 0, size: 25, sort: "asc", name: "_" });
  expect(content.map((row) => row.email)).toEqual(["ost_1@firma.example"]);
});

test("a payer whose name has no letters is proposed no contact", () => {
  expect(likely({ payerName: "\u200b\u200b\u200b", payerEmail: "" })).toEqual({});
});

test("the database's key of a name distinguishes firms and joins spellings, exactly as payerKey does", async () => {
  const keyOf = async (name: string) => {
    const [row] = await db.$queryRaw<{ key: string }[]>`SELECT einzug_plain_text(${name}) AS key`;
    return row?.key;
  };
  const names = [
    "Øst GmbH",
    "St GmbH",
    "Łukasz",
    "Lukasz",
    "東京 GmbH",
    "大阪 GmbH",
    "Ba\u0308ckerei",
    "Yıldız",
    "Straße 1-2",
  ];
  for (const name of names) expect(await keyOf(name)).toBe(payerKey(name));
});
