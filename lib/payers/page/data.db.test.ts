import { expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { withinSupplier } from "@/lib/core/tenants/tenant-scope";
import { today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { shareMandate } from "@/lib/mandates/sharing/mutations";
import { returnedInvoice } from "@/test/returned-debits";
import { connectedSupplier, decideNow, seedCollection, seedInvoice } from "@/test/supplier-data";
import { findPayerDebits, findPayerInvoices, readPayerFacts, readPayerMails, readPayerSums } from "./data";
import { samePayer } from "./rules";

const FIRST = { rows: 25 };

/** A supplier with a payer of two contacts, and a neighbour whose rows have the same ids. */
async function twoContacts() {
  const { customerId, actor } = await connectedSupplier();
  const { invoice, mandate } = await seedCollection(customerId);
  const other = await seedInvoice(customerId, { entry: { number: "RE-2", openCents: 5_000, totalCents: 5_000 } });
  await shareMandate(customerId, { contactId: other.contactId, mandateId: mandate.id }, actor);
  await decideNow(customerId, other.id);
  return { customerId, actor, mandate, giver: invoice.contactId, sharer: other.contactId, invoice };
}

const NOTHING = { subjects: [], mailKeys: [] };

test("the page of either contact covers both contacts of the payer, and nobody else", async () => {
  const { customerId, giver, sharer } = await twoContacts();
  await seedInvoice(customerId);
  for (const id of [giver, sharer]) {
    const payer = (await readPayerFacts(customerId, id, FIRST))?.payer;
    if (!payer) throw new Error("no such payer");
    const contactIds = samePayer(payer, payer.defaultMandate?.contact ?? null).map((one) => one.id);
    expect(contactIds.sort()).toEqual([giver, sharer].sort());
    const sums = await readPayerSums(customerId, { contactIds, ...NOTHING });
    expect(sums).toMatchObject({ invoices: 2, debits: 2, returns: 0, open: { count: 2, cents: 16_900 } });
    const of = { page: FIRST, place: undefined };
    expect((await findPayerInvoices(customerId, contactIds, of)).items).toHaveLength(2);
    expect((await findPayerDebits(customerId, contactIds, { ...of, returned: false })).items).toHaveLength(2);
  }
});

test("a payer of another supplier is not found, and rows of the other supplier with the same ids are not added", async () => {
  const { customerId, giver, invoice } = await twoContacts();
  const other = await connectedSupplier();
  expect(await readPayerFacts(other.customerId, giver, FIRST)).toBeUndefined();
  const contact = await db.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: giver } } });
  const { id, books, externalId } = contact;
  await db.contact.create({ data: { customerId: other.customerId, id, books, externalId } });
  const { entry } = await seedInvoice(other.customerId);
  await db.invoice.updateMany({
    where: { customerId: other.customerId, externalId: entry.externalId },
    data: { contactId: giver },
  });
  const mail = { template: "mandate-request", locale: "de", recipient: "a@b.example", data: {} };
  const keys = [`mandate:${invoice.id}:0`];
  await db.mail.create({
    data: { id: `mai_${invoice.id}`, customerId: other.customerId, key: keys[0] ?? "", ...mail },
  });
  const act = { action: "contact.excluded", subject: giver, at: new Date() };
  await db.auditEntry.create({ data: { id: `aud_${invoice.id}`, customerId: other.customerId, ...act } });
  const sums = await readPayerSums(customerId, { contactIds: [giver], subjects: [giver], mailKeys: keys });
  expect(sums).toMatchObject({ invoices: 1, debits: 1, mails: 0, acts: [] });
  expect(await readPayerMails(customerId, keys)).toEqual([]);
  const { items } = await withinSupplier(customerId, () =>
    findPayerInvoices(customerId, [giver], { page: FIRST, place: undefined }),
  );
  expect(items.map((row) => row.customerId)).toEqual([customerId]);
});

test("a returned debit is in the list of returns with the bank's code, and counted as returned", async () => {
  const { customerId } = await connectedSupplier();
  const { contactId } = await returnedInvoice(customerId);
  const sums = await readPayerSums(customerId, { contactIds: [contactId], ...NOTHING });
  expect(sums).toMatchObject({ debits: 1, returns: 1, sums: [{ wasReturned: true, holdsInvoice: false }] });
  const returned = { page: FIRST, place: undefined, returned: true };
  const { items } = await findPayerDebits(customerId, [contactId], returned);
  expect(items).toMatchObject([{ failureCode: "AM04" }]);
});

test("the list of a payer with hundreds of invoices is read page by page, each row once", async () => {
  const { customerId } = await connectedSupplier();
  const { contactId } = await seedInvoice(customerId);
  await db.invoice.deleteMany({ where: { customerId } });
  await db.invoice.createMany({
    data: Array.from({ length: 300 }, (_, i) => ({
      ...{ customerId, id: `inv_${i}`, books: "LEXOFFICE", externalId: `${i}`, externalType: "invoice" },
      ...{ kind: "invoice" as const, bookStatus: "open" as const, contactId, totalCents: 100, openCents: 100 },
      ...{ voucherDate: new Date(today()), dueDate: new Date(addDays(today(), i % 7)) },
    })),
  });
  const seen: string[] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = { rows: 100, after };
    const { places } = (await readPayerFacts(customerId, contactId, page)) ?? {};
    const found = await findPayerInvoices(customerId, [contactId], { page, place: places?.invoice });
    seen.push(...found.items.map(({ id }) => id));
    after = found.older;
  }
  expect(seen).toHaveLength(300);
  expect(new Set(seen).size).toBe(300);
});
