import { describe, expect, test } from "vitest";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { disconnect } from "@/lib/connections/record/provider";
import { contactName } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import { saveSettings } from "@/lib/datev/settings/mutations";
import { blankForm } from "@/lib/datev/settings/rules";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import { proposeMatch } from "@/lib/mandates/rules";
import { connectedSupplier, providerMandate, seedMandate } from "@/test/supplier-data";
import { migrateContacts } from "./mutations";

interface Person {
  id: string;
  name?: string;
  first?: string;
  last?: string;
  email?: string | null;
  otherEmails?: string[];
}

/** Creates a supplier who changed to DATEV, with a mandate for every contact of the previous system. */
async function moved(former: Person[], fresh: Person[]) {
  const { customerId, actor } = await connectedSupplier();
  await disconnect(customerId, "LEXOFFICE", actor);
  await saveSettings(customerId, { ...blankForm(), consultant: "29098", client: "55003" }, actor);
  const rows = (people: Person[], books: "LEXOFFICE" | "DATEV") =>
    people.map(({ id, name = null, first = null, last = null, email = null, otherEmails = [] }) => ({
      ...{ customerId, id: `${customerId}-${id}`, books, externalId: id },
      ...{ companyName: name, firstName: first, lastName: last, email, otherEmails },
    }));
  await db.contact.createMany({ data: [...rows(former, "LEXOFFICE"), ...rows(fresh, "DATEV")] });
  for (const { id } of former) await seedMandate(customerId, `${customerId}-${id}`);
  await db.$transaction((tx) => migrateContacts(tx, customerId, "DATEV"));
  const short = (id: string | null) => id?.slice(customerId.length + 1) ?? null;
  const contacts = await db.contact.findMany({ where: { customerId, books: "DATEV" }, include: { proposals: true } });
  // By the new system's id: the former row that the contact was merged into, or the reason why a mandate is proposed.
  const found = contacts.map(({ id, externalId, proposals }) => [
    externalId,
    short(id) === externalId ? (proposals[0]?.proposalReason ?? null) : short(id),
  ]);
  return { customerId, found: Object.fromEntries(found) as Record<string, string | null> };
}

describe("contacts after a change of accounting system", () => {
  const FORMER = [
    { id: "a", name: "Bäckerei Müller GmbH & Co. KG", email: "post@mueller.example" },
    { id: "b", first: "Renée", last: "Groß", email: "renee@gross.example", otherEmails: ["buero@gross.example"] },
    { id: "c", name: "Kiosk", email: "c@kiosk.example" },
    { id: "d", name: "Kiosk", email: "d@kiosk.example" },
    { id: "e", name: "Zentrale Nord", email: "zentrale@ring.example" },
    { id: "f", name: "Zentrale Süd", email: "zentrale@ring.example" },
    { id: "g", name: "Ohne Adresse" },
    { id: "h", name: "Øst GmbH", email: "post@ost.example" },
    { id: "i", first: "Łukasz", last: "Yıldız", email: "l@yildiz.example" },
  ];
  const FRESH = [
    { id: "1", name: "BAECKEREI MUELLER GmbH + Co KG", email: "Post@mueller.example" },
    { id: "2", name: "Renee Gross", email: "buero@gross.example" },
    { id: "3", name: "Kiosk", email: "neu@kiosk.example" },
    { id: "4", name: "Kiosk am Markt", email: "d@kiosk.example" },
    { id: "5", name: "Zentrale Ost", email: "zentrale@ring.example" },
    { id: "6", name: "Zentrale SUED", email: "zentrale@ring.example" },
    { id: "7", name: "ohne adresse", email: "jetzt@eine.example" },
    { id: "8", name: "Niemand", email: null },
    { id: "9", name: "St GmbH", email: null },
    { id: "10", name: "Lukasz Yildiz", email: "l@yildiz.example" },
  ];

  test("match in bulk as they match one by one, and each former contact goes to at most one new contact", async () => {
    const { found } = await moved(FORMER, FRESH);
    expect(found).toEqual({
      1: "a",
      2: "b",
      3: null,
      4: "same_email",
      5: null,
      6: "f",
      7: "same_name",
      8: null,
      9: null,
      10: "i",
    });
    const candidates = FORMER.map((one) => ({
      id: one.id,
      name: contactName({ companyName: null, firstName: null, lastName: null, ...named(one) }),
      emails: [one.email, ...(one.otherEmails ?? [])].filter((mail): mail is string => Boolean(mail)),
    }));
    for (const { id, name, email } of FRESH) {
      const match = proposeMatch({ name, email: email ?? "" }, candidates);
      const expected = match?.reason === "same_email_and_name" ? match.contactId : (match?.reason ?? null);
      expect([id, found[id]]).toEqual([id, expected]);
    }
  });

  const named = ({ name, first, last }: Person) =>
    name ? { companyName: name } : { firstName: first ?? null, lastName: last ?? null };

  test("propose the mandate to a person if two of them agree with the same former contact", async () => {
    const twin = { name: "Café Ähre", email: "x@aehre.example" };
    const { customerId, found } = await moved(
      [{ id: "a", ...twin }],
      [
        { id: "1", ...twin },
        { id: "2", ...twin },
      ],
    );
    expect(found).toEqual({ 1: "same_email", 2: null });
    expect(await db.mandate.count({ where: { customerId, contactId: null } })).toBe(1);
  });

  test("merge in batches and keep an exclusion or a reported death from either system", async () => {
    const many = Array.from({ length: 600 }, (_, i) => ({ name: `Kunde ${i}`, email: `k${i}@kunde.example` }));
    const { customerId, actor } = await connectedSupplier();
    await disconnect(customerId, "LEXOFFICE", actor);
    const row = (books: "LEXOFFICE" | "SEVDESK") => (one: (typeof many)[number], i: number) => ({
      ...{ customerId, id: `${customerId}-${books}-${i}`, books, externalId: String(i) },
      ...{ companyName: one.name, email: one.email, isExcluded: books === "SEVDESK" && i === 3 },
      deceasedAt: (books === "SEVDESK" ? 4 : 5) === i ? new Date() : null,
    });
    await db.contact.createMany({ data: [...many.map(row("LEXOFFICE")), ...many.map(row("SEVDESK"))] });
    await db.$transaction((tx) => migrateContacts(tx, customerId, "SEVDESK"));
    const all = await db.contact.findMany({ where: { customerId } });
    expect(all).toHaveLength(600);
    expect(all.every(({ id, books }) => books === "SEVDESK" && id.includes("-LEXOFFICE-"))).toBe(true);
    expect(all.filter(({ isExcluded }) => isExcluded).map(({ externalId }) => externalId)).toEqual(["3"]);
    expect(all.flatMap(({ deceasedAt, externalId }) => (deceasedAt ? [externalId] : [])).sort()).toEqual(["4", "5"]);
  });

  test("keep a proposal when the mandate is read again and its metadata names the former contact", async () => {
    const { customerId } = await moved(
      [{ id: "a", name: "Kiosk", email: "d@kiosk.example" }],
      [{ id: "1", name: "Kiosk am Markt", email: "d@kiosk.example" }],
    );
    const read = () => db.mandate.findFirstOrThrow({ where: { customerId } });
    const { providerId } = await read();
    const metadata = { contact: `${customerId}-a`, payer: "LEXOFFICE:a" };
    await withDirectDebit(customerId, (gc) =>
      importMandate(customerId, gc, providerMandate({ id: providerId, metadata })),
    );
    expect(await read()).toMatchObject({ contactId: null, proposedContactId: `${customerId}-1` });
  });
});
