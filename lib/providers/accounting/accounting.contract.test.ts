import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { withAccounting } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { now, today } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { makeBatch } from "@/lib/datev/batch/mutations";
import { receiveFile } from "@/lib/datev/import/mutations";
import { withUploads } from "@/lib/datev/upload/access";
import { isFileBasedSystem, isKeyed, isOnlineSystem, isOpenAmountOurs } from "@/lib/vendors/rules";
import { ACCOUNTING_SYSTEMS } from "@/lib/vendors/types";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { type BookDoor, type ListedSystem, openAccounting } from "@/test/book-doors";
import { TestSandbox } from "@/test/sandbox";
import type { Accounting, BookingLine, DocumentEntry } from "./port";
import { signInOf } from "./registry";
import { capabilitiesOf } from "./systems";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

/** Contents of an address field as people fill it in, and the addresses we expect to read from it. */
const ADDRESS_FIELDS: [field: string, emails: string[]][] = [
  ["max USER@DOMAIN", []],
  ["keine Mail", []],
  ["a.USER@DOMAIN; b.USER@DOMAIN", ["a.USER@DOMAIN", "b.USER@DOMAIN"]],
  ["mailto:USER@DOMAIN", ["USER@DOMAIN"]],
  ["Café <USER@DOMAIN>", ["USER@DOMAIN"]],
];

/** Calls that only a system with an API can answer, each with its assertions. The name completes "is asked …". */
const QUESTIONS: [what: string, ask: (accounting: Accounting, door: BookDoor) => Promise<void>][] = [
  [
    "whose they are, always the same",
    async ({ books, capabilities }, door) => {
      const account = await books.identify();
      expect(account.organisationId).toBe(await door.call());
      expect(await books.identify()).toEqual(account);
      const company = await db.connection.findFirst({
        where: { customerId: door.supplier.customerId, type: "GOCARDLESS" },
      });
      expect(account.name === company?.accountName).toBe(capabilities.namesCompany);
    },
  ],
  [
    "for a document, which agrees with the list",
    async ({ books }, door) => {
      const written = await door.write();
      const entry = (await door.listOpen()).find((row) => row.externalId === written.id);
      const { openCents, document: listed, ...shared } = entry as DocumentEntry;
      const document = await books.readDocument(shared);
      expect(document).toMatchObject({ ...shared, termLabel: DIRECT_DEBIT_TERM, updatedAt: expect.any(Date) });
      expect(await books.findDocument(written.id)).toEqual(document);
      expect(listed ?? document).toEqual(document);
      expect(await books.readOpenAmount(written.id)).toEqual({ status: "open", openCents });
      expect(await books.listPaymentTerms()).toContain(DIRECT_DEBIT_TERM);
    },
  ],
  [
    "for what is paid, voided or gone",
    async ({ books }, door) => {
      const [paid, voided] = [await door.write(), await door.write()];
      await door.act(paid, "pay");
      await door.act(voided, "void");
      expect(await books.readOpenAmount(paid.id)).toEqual({ status: "paid", openCents: 0 });
      expect(await books.readOpenAmount(voided.id)).toMatchObject({ status: "voided", openCents: 0 });
      // An id in the vendor's format that belongs to no document.
      const nothing = paid.id.replaceAll(/[0-9a-f]/g, "9");
      expect(await books.readOpenAmount(nothing)).toBeUndefined();
      expect(await books.findDocument(nothing)).toBeUndefined();
      expect(await books.readContact(nothing)).toBeUndefined();
    },
  ],
  [
    "for what has changed, whatever became of it",
    async ({ books }, door) => {
      const since = new Date(now().getTime() - 1_000);
      const [open, paid, voided] = [await door.write(), await door.write(), await door.write()];
      await door.act(paid, "pay");
      await door.act(voided, "void");
      const { rows } = await books.listChanged({ since });
      const of = (id: string) => rows.filter((row) => row.externalId === id).map((row) => [row.status, row.openCents]);
      expect([open.id, paid.id, voided.id].map(of)).toEqual([[["open", 11_900]], [["paid", 0]], [["voided", 0]]]);
      const later = { since: new Date(now().getTime() + 2 * DAY_MS) };
      expect(await books.listChanged(later)).toEqual({ rows: [], unread: [], next: undefined });
    },
  ],
  [
    "for what was written in a range, page by page, settled ones too",
    async ({ books, capabilities: { largestPage } }, door) => {
      const paid = await door.write();
      await door.act(paid, "pay");
      const range = { from: today(), to: today() };
      const seen = new Set<string>();
      let total = 0;
      for (let page = 0; page === 0 || page * 2 < total; page += 1) {
        const found = await books.listWritten({ ...range, page, rows: 2 });
        total = found.total;
        for (const row of found.rows) seen.add(row.externalId);
      }
      expect(seen).toContain(paid.id);
      const whole = await books.listWritten({ ...range, page: 0, rows: largestPage });
      expect(new Set(whole.rows.map((row) => row.externalId))).toEqual(seen);
      const before = { from: "2020-01-01", to: "2020-01-31", page: 0, rows: 10 };
      expect((await books.listWritten(before)).rows).toEqual([]);
    },
  ],
  [
    "for the account that is known without their list, which may be incomplete; one that is gone does not stand for it",
    async ({ bookings }, door) => {
      const ensure = (reference: string, known?: string) => bookings.ensureAccount(reference, "GoCardless", known);
      const made = await ensure("GC-KNOWN");
      expect(await ensure("GC-OTHER")).not.toBe(made);
      const pathsOf = async (known?: string) => {
        const before = (await sandbox.requests(door.provider)).length;
        expect(await ensure("GC-KNOWN", known)).toBe(made);
        return (await sandbox.requests(door.provider)).slice(before).map(({ path }) => path);
      };
      const lists = await pathsOf();
      expect(lists).toHaveLength(1);
      expect(await pathsOf(made)).not.toContain(lists[0]);
      expect(await ensure("GC-KNOWN", made.replaceAll(/[0-9a-f]/g, "9"))).toBe(made);
    },
  ],
  [
    "to call us when something changes, if they can",
    async ({ subscriptions, capabilities }) => {
      const made = await subscriptions.ensure(`${process.env.APP_URL}/api/webhooks/books`);
      expect(made > 0).toBe(capabilities.isCallingBack);
    },
  ],
];

/**
 * What a system with an API must not do, with its error code, and the outcome in a file-based system before the first
 * payout.
 */
const BY_FILE: [what: string, code: string, outcome: unknown, run: (door: BookDoor) => Promise<unknown>][] = [
  [
    "take no file in",
    "connection_missing",
    { status: "refused", findings: expect.objectContaining({ errors: [expect.objectContaining({ code: "empty" })] }) },
    async ({ supplier }) => {
      const id = await receiveFile(supplier, { kind: "open_items", name: "x.csv", body: nothing() });
      const { status, findings } = await db.datevImport.findFirstOrThrow({ where: { id } });
      return { status, findings };
    },
  ],
  [
    "write no batch",
    "connection_missing",
    "nothing_to_hand_over",
    ({ supplier: { customerId, actor } }) => makeBatch(customerId, "2026-09", actor),
  ],
  [
    "send no file",
    "upload_not_possible",
    undefined,
    ({ supplier }) => withUploads(supplier.customerId, (up) => up.readJob(NOBODY, randomUUID())),
  ],
];
const DAY_MS = 24 * 3_600_000;
const NOBODY = { consultant: 29_098, client: 55_003 };
async function* nothing(): AsyncGenerator<Uint8Array> {}

const LISTED = ACCOUNTING_SYSTEMS.filter((system): system is ListedSystem => !isOpenAmountOurs(system));

/** The contract of every accounting system that lists documents. A system refuses what its capabilities exclude. */
describe.each(LISTED)("the accounting system %s", async (system) => {
  const capabilities = capabilitiesOf(system);
  const isAsked = capabilities.readsBy === "call";
  const door = await openAccounting(sandbox, system);
  const { customerId } = door.supplier;
  const calls = async () => (await sandbox.requests(door.provider)).length;

  test("connects and reads in the way its capabilities declare", () => {
    expect([isOnlineSystem(system), isFileBasedSystem(system)]).toEqual([isAsked, !isAsked]);
    const connectsBy = capabilities.readsBy === "call" ? capabilities.connectsBy : "file";
    expect(isKeyed(system)).toBe(connectsBy === "api_key");
    expect(isOnlineSystem(system) && signInOf(system) !== undefined).toBe(connectsBy === "oauth");
  });

  test("lists open documents with open amount and due date, and omits settled ones and drafts", async () => {
    const dueDate = addDays(today(), 12);
    const [open, part, paid, voided] = [
      await door.write({ dueDate }),
      await door.write(),
      await door.write(),
      await door.write(),
    ];
    const draft = await door.write({ type: "draft" });
    await door.act(part, "part-pay", 1_900);
    await door.act(paid, "pay");
    await door.act(voided, "void");
    const rows = await door.listOpen();
    const of = ({ id }: { id: string }) => rows.filter((row) => row.externalId === id);
    expect(of(open)).toMatchObject([
      { status: "open", kind: "invoice", openCents: 11_900, number: open.number, dueDate },
    ]);
    expect(of(open)).toMatchObject([{ totalCents: 11_900, currency: "EUR", isArchived: false }]);
    expect(of(part)).toMatchObject([{ status: "open", openCents: 10_000 }]);
    expect([paid, voided, draft].flatMap(of)).toEqual([]);
  });

  test("names the payer of a document with the payer's e-mail address", async () => {
    const contact = { name: "Café Größenwahn", email: `buero-${randomUUID()}@groessenwahn.example` };
    const written = await door.write({ contact });
    const entry = (await door.listOpen()).find((row) => row.externalId === written.id);
    const named = (await door.listContacts()).filter((row) => row.externalId === entry?.contactExternalId);
    expect(named).toMatchObject([{ companyName: contact.name, emails: [contact.email], isArchived: false }]);
  });

  test.each(ADDRESS_FIELDS)("reads from the address field %j only the valid addresses: %j", async (field, emails) => {
    const [user, domain] = [randomUUID(), "groessenwahn.example"];
    const filled = (text: string) => text.replaceAll("USER", user).replaceAll("DOMAIN", domain);
    const written = await door.write({ contact: { name: `Café ${user}`, email: filled(field) } });
    const entry = (await door.listOpen()).find((row) => row.externalId === written.id);
    const named = (await door.listContacts()).filter((row) => row.externalId === entry?.contactExternalId);
    expect(named).toMatchObject([{ emails: emails.map(filled) }]);
  });

  test.each(QUESTIONS)("is asked %s; a file-based system refuses the call", async (_what, ask) => {
    const before = await calls();
    const asked = withAccounting(customerId, (accounting) => ask(accounting, door));
    if (isAsked) return await asked;
    await expect(asked).rejects.toMatchObject({ code: "connection_missing" });
    expect(await calls()).toBe(before);
  });

  test.each(BY_FILE)("must %s if it has an API; a file-based system may", async (_what, code, outcome, run) => {
    const done = await run(door).catch((error: { code: string }) => error.code);
    expect(done).toEqual(isAsked ? code : outcome);
  });

  test.each(["status-500", "status-502-html", "malformed-json", "status-429", "reset"])(
    "after the fault %s the same call succeeds again",
    async (fault) => {
      const own = await door.call();
      expect(own).toBeTruthy();
      await sandbox.fault(door.provider, fault, "/*");
      await expect(door.call()).rejects.toMatchObject({ isRetryable: true });
      await db.ratePace.deleteMany();
      expect(await door.call()).toBe(own);
    },
  );

  test("books a payment of a payout once, gross, with its fee, and settles its invoice with it", async () => {
    const invoice = await door.write();
    const reference = `EZ${randomUUID().slice(0, 14).toUpperCase()}`;
    const amounts = { amountCents: 11_900, feeCents: -139 };
    const purpose = `RE Lastschrift ${reference}`;
    const line: BookingLine = { reference, bookedOn: today(), ...amounts, purpose, payerName: "Café Ähre" };
    const first = await door.book(invoice, line);
    expect(first).toBeTruthy();
    expect(await door.book(invoice, line)).toBe(first);
    const openCents = capabilities.isConfirmingBookings ? 0 : 11_900;
    expect(await door.entered(invoice, reference)).toEqual({
      openCents,
      paidCents: [11_900],
      feeCents: [-139],
      ties: 1,
    });
  });
});
