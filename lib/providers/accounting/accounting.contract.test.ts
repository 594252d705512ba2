import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { withBooks } from "@/lib/connections/access";
import { today } from "@/lib/core/clock";
import { addDays } from "@/lib/core/dates";
import { DIRECT_DEBIT_TERM } from "@/prisma/seed/suppliers";
import { TestSandbox } from "@/test/sandbox";
import { DESKS, supplierAtTwins, writeInvoice } from "@/test/twin-supplier";
import type { Accounting, BookingLine, DocumentEntry } from "./port";
import type { BooksType } from "./registry";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const SYSTEMS = Object.keys(DESKS) as BooksType[];
/** Ids of the form each system has, and nothing under them. */
const NOTHING: Record<BooksType, string> = { LEXOFFICE: randomUUID(), SEVDESK: "99999999" };

/** What every system of books must do alike, whatever is special about it. */
describe.each(SYSTEMS)("the books in %s", async (system) => {
  const supplier = await supplierAtTwins(sandbox, system);
  const using = <T>(run: (accounting: Accounting) => Promise<T>) => withBooks(supplier.customerId, run);
  const write = (changes: object = {}) => writeInvoice(sandbox, supplier, changes as never);
  const act = (id: string, what: string, body: object = {}) =>
    sandbox.desk(`/${DESKS[system].provider}/invoices/${id}/${what}`, body);
  const listAll = () =>
    using(async ({ books }) => {
      const rows: DocumentEntry[] = [];
      let cursor: string | undefined;
      do {
        const page = await books.listOpen({ cursor });
        rows.push(...page.rows);
        cursor = page.next;
      } while (cursor);
      return rows;
    });

  test("say whose they are, always the same", async () => {
    const account = await using(({ books }) => books.identify());
    expect(account.organisationId).toBe(supplier.books);
    expect(await using(({ books }) => books.identify())).toEqual(account);
  });

  test("list what is open, and what is left of it; settled and unfinished ones are not in the list", async () => {
    const [open, part, paid, voided] = [await write(), await write(), await write(), await write()];
    const draft = await write({ type: "draft" });
    await act(part.id, "part-pay", { amountCents: 1_900 });
    await act(paid.id, "pay");
    await act(voided.id, "void");
    const rows = await listAll();
    const of = ({ id }: { id: string }) => rows.filter((row) => row.externalId === id);
    expect(of(open)).toMatchObject([{ status: "open", openCents: 11_900, totalCents: 11_900, number: open.number }]);
    expect(of(part)).toMatchObject([{ status: "open", openCents: 10_000, totalCents: 11_900 }]);
    expect([paid, voided, draft].flatMap(of)).toEqual([]);
  });

  test("give a document with its term, its day and its contact, and the list agrees", async () => {
    const dueDate = addDays(today(), 12);
    const contact = { name: "Café Ähre", email: "buero@aehre.example" };
    const written = await write({ contact, dueDate });
    const entry = (await listAll()).find((row) => row.externalId === written.id);
    const document = await using(({ books }) => books.readDocument(entry as DocumentEntry));
    expect(document).toMatchObject({ kind: "invoice", termLabel: DIRECT_DEBIT_TERM, dueDate, totalCents: 11_900 });
    const { openCents, ...shared } = entry as DocumentEntry;
    expect(document).toMatchObject({ ...shared, updatedAt: expect.any(Date) });
    expect(await using(({ books }) => books.findDocument(written.id))).toEqual(document);
    expect(await using(({ books }) => books.readOpenAmount(written.id))).toEqual({ status: "open", openCents });
    const read = await using(({ books }) => books.readContact(document?.contactExternalId ?? ""));
    expect(read).toMatchObject({ companyName: contact.name, emails: [contact.email] });
    const { rows } = await using(({ books }) => books.listContacts());
    expect(rows).toContainEqual(read);
  });

  test("say paid and voided, and know nothing of what is gone", async () => {
    const [paid, voided] = [await write(), await write()];
    await act(paid.id, "pay");
    await act(voided.id, "void");
    const amount = (id: string) => using(({ books }) => books.readOpenAmount(id));
    expect(await amount(paid.id)).toEqual({ status: "paid", openCents: 0 });
    expect(await amount(voided.id)).toMatchObject({ status: "voided", openCents: 0 });
    expect(await amount(NOTHING[system])).toBeUndefined();
    expect(await using(({ books }) => books.findDocument(NOTHING[system]))).toBeUndefined();
    expect(await using(({ books }) => books.readContact(NOTHING[system]))).toBeUndefined();
  });

  test("page through what was written in a range, settled ones too", async () => {
    const paid = await write();
    await act(paid.id, "pay");
    const range = { from: today(), to: today() };
    const seen = new Set<string>();
    let total = 0;
    for (let page = 0; page === 0 || page * 2 < total; page += 1) {
      const found = await using(({ books }) => books.listWritten({ ...range, page, rows: 2 }));
      total = found.total;
      for (const row of found.rows) seen.add(row.externalId);
    }
    expect(seen).toContain(paid.id);
    const before = { from: "2020-01-01", to: "2020-01-31", page: 0, rows: 10 };
    expect((await using(({ books }) => books.listWritten(before))).rows).toEqual([]);
  });

  test.each(["status-500", "status-502-html", "malformed-json", "status-429", "reset"])(
    "after %s the same call may be made again",
    async (fault) => {
      await sandbox.fault(DESKS[system].provider, fault, "/*");
      const identify = () => using(({ books }) => books.identify());
      await expect(identify()).rejects.toMatchObject({ isRetryable: true });
      expect(await identify()).toMatchObject({ organisationId: supplier.books });
    },
  );

  test("take the lines of a payout once, and the invoice is paid by its own way", async () => {
    const { id } = await write();
    const reference = `EZ${randomUUID().slice(0, 14).toUpperCase()}`;
    const line: BookingLine = {
      reference,
      bookedOn: today(),
      amountCents: 11_900,
      feeCents: -139,
      purpose: `RE Lastschrift ${reference}`,
      payerName: "Café Ähre",
    };
    const bookOnce = () =>
      using(async ({ bookings, capabilities }) => {
        const account = await bookings.ensureAccount("GC-CONTRACT", "GoCardless");
        if (capabilities.settlesBy === "hint") await bookings.sendHint(id, reference);
        const documentId = capabilities.settlesBy === "line" ? id : undefined;
        const ids = await bookings.postLines(account, [{ ...line, documentId }]);
        await bookings.setBalance(account, 0);
        return { account, id: ids.get(reference) };
      });
    const first = await bookOnce();
    expect(first.id).toBeTruthy();
    expect(await bookOnce()).toEqual(first);
    expect(await using(({ books }) => books.readOpenAmount(id))).toEqual({ status: "paid", openCents: 0 });
  });
});
