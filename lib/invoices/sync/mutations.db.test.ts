import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "@/lib/core/database/db";
import { markDocument, markMissing } from "@/lib/decision-queue/document-mutations";
import { awaitLocked } from "@/test/locks";
import { bookDocument, bookEntry, connectedSupplier, readInvoice, seedInvoice } from "@/test/supplier-data";
import { storeDocument, storeEntries, storeGone, storeOpenAmount } from "./mutations";

const { customerId } = await connectedSupplier();
const mark = (externalId: string, what: "document" | "amount", occurredAt = new Date()) =>
  db.$transaction((tx) =>
    markDocument(
      tx,
      customerId,
      { books: "LEXOFFICE", externalId, externalType: "invoice", kind: "invoice" },
      what,
      occurredAt,
    ),
  );
const change = (id: string, data: object) => db.invoice.update({ where: { customerId_id: { customerId, id } }, data });

describe("a page of the list of open documents", () => {
  test("creates a row and a contact with stale flags, and stores the amount", async () => {
    const entry = bookEntry({ openCents: 5_000 });
    await storeEntries(customerId, [entry], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
    const row = await readInvoice(customerId, entry.externalId);
    expect(row).toMatchObject({
      openCents: 5_000,
      totalCents: 11_900,
      bookStatus: "open",
      openStaleAt: null,
      kind: "invoice",
      needsDecision: true,
    });
    expect(row.staleAt).not.toBeNull();
    const contact = await db.contact.findUniqueOrThrow({
      where: { customerId_id: { customerId, id: row.contactId ?? "" } },
    });
    expect(contact).toMatchObject({ externalId: entry.contactExternalId, companyName: entry.contactName });
    expect(contact.staleAt).not.toBeNull();
  });

  test("changes nothing more if it is stored twice, or if a row is on two pages", async () => {
    const [entry, other] = [bookEntry(), bookEntry()];
    await storeEntries(customerId, [entry, entry], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
    await storeEntries(customerId, [entry, other], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
    expect(
      await db.invoice.count({ where: { customerId, externalId: { in: [entry.externalId, other.externalId] } } }),
    ).toBe(2);
  });

  test("is not applied to a document with a newer version, which is read once more", async () => {
    const { id, externalId, entry } = await seedInvoice(customerId);
    const older = { ...entry, status: "open" as const, openCents: 11_900 };
    const newer = new Date(entry.updatedAt.getTime() + 1_000);
    await change(id, { needsDecision: false, externalUpdatedAt: newer, bookStatus: "paid", openCents: 0 });
    const document = bookDocument(entry, { dueDate: "2031-01-01" });
    for (const brought of [older, { ...older, document }]) {
      await storeEntries(customerId, [brought], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
      const row = await readInvoice(customerId, externalId);
      expect(row).toMatchObject({ bookStatus: "paid", openCents: 0, externalUpdatedAt: newer, needsDecision: false });
      expect([row.staleAt, row.openStaleAt]).toEqual([expect.any(Date), expect.any(Date)]);
    }
  });

  test("is stored if a webhook adds one of its documents meanwhile, which is then read", async () => {
    const [told, listed] = [bookEntry({ openCents: 5_000 }), bookEntry()];
    const storing = await db.$transaction(async (tx) => {
      const { externalId } = told;
      const document = { books: "LEXOFFICE", externalId, externalType: "invoice", kind: "invoice" } as const;
      await markDocument(tx, customerId, document, "document", new Date());
      const all = storeEntries(customerId, [told, listed], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
      await awaitLocked(1);
      return { all };
    });
    await storing.all;
    const row = await readInvoice(customerId, told.externalId);
    expect(row).toMatchObject({ openCents: 5_000, bookStatus: "open" });
    expect(row.staleAt).not.toBeNull();
    expect(await readInvoice(customerId, listed.externalId)).toMatchObject({ openCents: 11_900 });
  });

  test("does not change a document that was read and has not changed", async () => {
    const { id, externalId, entry } = await seedInvoice(customerId);
    await change(id, { needsDecision: false });
    await storeEntries(customerId, [entry], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
    expect(await readInvoice(customerId, externalId)).toMatchObject({
      staleAt: null,
      openStaleAt: null,
      needsDecision: false,
    });
  });

  test.each([
    ["another amount", { openCents: 1 }],
    ["another status", { status: "in_banking" as const }],
    ["archived", { isArchived: true }],
  ])("has the invoice decided again if it shows a change: %s", async (_what, changes) => {
    const { id, externalId, entry } = await seedInvoice(customerId);
    await change(id, { needsDecision: false });
    await storeEntries(customerId, [{ ...entry, ...changes }], {
      books: "LEXOFFICE",
      askedAt: new Date(),
      readAll: false,
    });
    expect(await readInvoice(customerId, externalId)).toMatchObject({ needsDecision: true, staleAt: null });
  });

  test("has changed documents read again, and all documents in a comparison", async () => {
    const [changed, same] = [await seedInvoice(customerId), await seedInvoice(customerId)];
    await storeEntries(customerId, [{ ...changed.entry, updatedAt: new Date() }], {
      books: "LEXOFFICE",
      askedAt: new Date(),
      readAll: false,
    });
    expect((await readInvoice(customerId, changed.externalId)).staleAt).not.toBeNull();
    await storeEntries(customerId, [same.entry], { books: "LEXOFFICE", askedAt: new Date(), readAll: true });
    expect((await readInvoice(customerId, same.externalId)).staleAt).not.toBeNull();
  });

  test("keeps a stale flag that a webhook set after the list was requested", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    const askedAt = new Date();
    await mark(externalId, "amount");
    await storeEntries(customerId, [entry], { books: "LEXOFFICE", askedAt, readAll: false });
    expect((await readInvoice(customerId, externalId)).openStaleAt).not.toBeNull();

    const asked = new Date(Date.now() + 5_000);
    await storeEntries(customerId, [entry], { books: "LEXOFFICE", askedAt: asked, readAll: false });
    expect((await readInvoice(customerId, externalId)).openStaleAt).toBeNull();
  });

  test("keeps the stale flag of a document, whenever it was set", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    await mark(externalId, "document");
    const { staleAt } = await readInvoice(customerId, externalId);
    await storeEntries(customerId, [entry], { books: "LEXOFFICE", askedAt: new Date(), readAll: false });
    expect((await readInvoice(customerId, externalId)).staleAt).toEqual(staleAt);
  });
});

describe("webhooks during a read", () => {
  test("have the document read once more", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    await mark(externalId, "document");
    const beforeRead = await readInvoice(customerId, externalId);
    await change(beforeRead.id, { staleAt: new Date(Date.now() + 1) });
    await storeDocument(customerId, beforeRead, bookDocument(entry, { termLabel: "read" }));
    expect(await readInvoice(customerId, externalId)).toMatchObject({ termLabel: "read", needsDecision: true });
    expect((await readInvoice(customerId, externalId)).staleAt).not.toBeNull();
    // Without a new stale flag, the next read is the last.
    const again = await readInvoice(customerId, externalId);
    await storeDocument(customerId, again, bookDocument(entry));
    expect((await readInvoice(customerId, externalId)).staleAt).toBeNull();
  });

  test("do not have the document read again for a second event of the version read", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    const updatedAt = new Date(entry.updatedAt.getTime() + 60_000);
    await mark(externalId, "document", updatedAt);
    const beforeRead = await readInvoice(customerId, externalId);
    await change(beforeRead.id, { staleAt: new Date(1), listedUpdatedAt: updatedAt, openStaleAt: null });
    const asRead = await readInvoice(customerId, externalId);
    // At nearly the same time as the version: the list's amount and the document being read both cover this event.
    await mark(externalId, "document", new Date(updatedAt.getTime() + 20));
    expect((await readInvoice(customerId, externalId)).staleAt).not.toEqual(asRead.staleAt);
    await storeDocument(customerId, asRead, bookDocument(entry, { updatedAt }));
    expect(await readInvoice(customerId, externalId)).toMatchObject({ staleAt: null, openStaleAt: null });
  });

  test("have the document read again if an event is newer than the version read, in any order", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    const updatedAt = new Date(entry.updatedAt.getTime() + 60_000);
    await mark(externalId, "document", updatedAt);
    const asRead = await readInvoice(customerId, externalId);
    await change(asRead.id, { staleAt: new Date(1) });
    await mark(externalId, "document", new Date(updatedAt.getTime() + 5_000));
    await mark(externalId, "document", updatedAt);
    await storeDocument(customerId, asRead, bookDocument(entry, { updatedAt }));
    expect((await readInvoice(customerId, externalId)).staleAt).not.toBeNull();
  });

  test("have the amount read once more", async () => {
    const { id, externalId } = await seedInvoice(customerId);
    await mark(externalId, "amount");
    const beforeRead = await readInvoice(customerId, externalId);
    await change(id, { openStaleAt: new Date(Date.now() + 1) });
    await storeOpenAmount(customerId, beforeRead, { status: "open", openCents: 700 });
    expect((await readInvoice(customerId, externalId)).openStaleAt).not.toBeNull();
    await storeOpenAmount(customerId, await readInvoice(customerId, externalId), { status: "paid", openCents: 0 });
    expect(await readInvoice(customerId, externalId)).toMatchObject({
      openStaleAt: null,
      openCents: 0,
      bookStatus: "paid",
    });
  });

  test("have the amount read too if the document is newer than its list entry", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    const row = await readInvoice(customerId, externalId);
    await storeDocument(customerId, row, bookDocument(entry, { updatedAt: new Date() }));
    expect((await readInvoice(customerId, externalId)).openStaleAt).not.toBeNull();
  });
});

describe("a webhook", () => {
  test("sets the stale flag of a known document, or only that of its amount", async () => {
    const { externalId } = await seedInvoice(customerId);
    await mark(externalId, "amount");
    expect(await readInvoice(customerId, externalId)).toMatchObject({ staleAt: null, openStaleAt: expect.any(Date) });
    await mark(externalId, "document");
    expect(await readInvoice(customerId, externalId)).toMatchObject({
      staleAt: expect.any(Date),
      openStaleAt: expect.any(Date),
    });
  });

  test("changes nothing for a version that was read already", async () => {
    const { externalId, entry } = await seedInvoice(customerId);
    await mark(externalId, "document", entry.updatedAt);
    expect(await readInvoice(customerId, externalId)).toMatchObject({ staleAt: null, openStaleAt: null });
    // An amount has no version of its own.
    await mark(externalId, "amount", entry.updatedAt);
    expect((await readInvoice(customerId, externalId)).openStaleAt).not.toBeNull();
  });

  test("creates a row for an unknown document, which is read before it is decided", async () => {
    const externalId = randomUUID();
    await mark(externalId, "document");
    await mark(externalId, "document");
    const row = await readInvoice(customerId, externalId);
    expect(row).toMatchObject({
      bookStatus: "draft",
      needsDecision: false,
      openCents: 0,
      staleAt: expect.any(Date),
      openStaleAt: expect.any(Date),
    });
  });

  test("is ignored if it reports the amount of an unknown document", async () => {
    const externalId = randomUUID();
    await mark(externalId, "amount");
    expect(await db.invoice.count({ where: { customerId, externalId } })).toBe(0);
  });

  test("creates one row, even if several arrive at once", async () => {
    const externalId = randomUUID();
    await Promise.all(Array.from({ length: 6 }, () => mark(externalId, "document")));
    expect(await db.invoice.count({ where: { customerId, externalId } })).toBe(1);
  });
});

describe("a document that is missing from the list", () => {
  test("is read on its own, without any assumption", async () => {
    const [shown, gone, paid] = [
      await seedInvoice(customerId),
      await seedInvoice(customerId),
      await seedInvoice(customerId),
    ];
    await change(paid.id, { bookStatus: "paid" });
    const startedAt = new Date();
    const young = await seedInvoice(customerId);
    const others = await db.invoice.findMany({ where: { customerId, id: { notIn: [gone.id, young.id, paid.id] } } });
    await markMissing(customerId, "LEXOFFICE", startedAt, new Set(others.map((row) => row.externalId)));
    expect((await readInvoice(customerId, gone.externalId)).openStaleAt).not.toBeNull();
    // Created while the list was being read, or closed before: missing from the list means nothing.
    for (const row of [shown, young, paid])
      expect((await readInvoice(customerId, row.externalId)).openStaleAt).toBeNull();
    expect(await readInvoice(customerId, gone.externalId)).toMatchObject({ bookStatus: "open", openCents: 11_900 });
  });

  test("keeps its row with nothing owed if the accounting system no longer has it", async () => {
    const { externalId } = await seedInvoice(customerId);
    await mark(externalId, "document");
    await storeGone(customerId, await readInvoice(customerId, externalId));
    expect(await readInvoice(customerId, externalId)).toMatchObject({
      bookStatus: "deleted",
      openCents: 0,
      staleAt: null,
      openStaleAt: null,
      needsDecision: true,
    });
  });
});
