import { afterAll, afterEach, describe, expect, test } from "vitest";
import { env } from "@/lib/core/env";
import { now } from "@/lib/core/time/clock";
import { addDays } from "@/lib/core/time/dates";
import { lexwareAccounting } from "@/lib/providers/accounting/lexware";
import { lexwareOauth } from "@/lib/providers/accounting/lexware/door";
import type { DocumentEntry } from "@/lib/providers/accounting/port";
import { connectAtLexware, DEMO_ORGANISATION } from "@/test/lexware-consent";
import { TestSandbox } from "@/test/sandbox";

const sandbox = await TestSandbox.start();
afterAll(() => sandbox.stop());
afterEach(() => sandbox.clearFaults());

const { accessToken } = await connectAtLexware(lexwareOauth());
const { books } = lexwareAccounting({
  apiUrl: env().LEXOFFICE_API_URL,
  timeoutMs: 5_000,
  accountSystem: "EINZUG",
  pace: async () => {},
  accessToken: async () => accessToken,
});

const TODAY = (await sandbox.desk<{ today: string }>("/clock")).today;
const TERM = "Der Betrag wird per SEPA-Lastschrift eingezogen.";

interface Voucher {
  id: string;
  number: string;
}

const write = (changes: object = {}) =>
  sandbox.desk<Voucher>("/lexware/invoices", {
    organisation: DEMO_ORGANISATION,
    contact: { name: "Buchhandlung Blatt & Söhne", email: "laden@blatt.example" },
    amountCents: 11_900,
    dueDate: addDays(TODAY, 10),
    paymentTermLabel: TERM,
    ...changes,
  });
const act = (id: string, what: string, body: object = {}) => sandbox.desk(`/lexware/invoices/${id}/${what}`, body);

async function listAll(since?: Date): Promise<DocumentEntry[]> {
  const rows: DocumentEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await (since ? books.listChanged({ since, cursor }) : books.listOpen({ cursor }));
    rows.push(...page.rows);
    cursor = page.next;
  } while (cursor);
  return rows;
}

describe("the identity of a Lexware organisation", () => {
  test("has the organisation's id, the connection's id and the company name", async () => {
    expect(await books.identify()).toMatchObject({
      organisationId: DEMO_ORGANISATION,
      name: "Werkstatt Lindenhof GmbH",
      connectionId: expect.any(String),
    });
  });
});

describe("the lists of documents", () => {
  test("show overdue documents as open, omit paid, voided and draft ones, and mark those in banking", async () => {
    const made = {
      open: await write(),
      overdue: await write({ dueDate: addDays(TODAY, -5) }),
      paid: await write(),
      voided: await write(),
      draft: await write({ type: "draft" }),
      banking: await write({ type: "sepadebit" }),
      down: await write({ type: "downpaymentinvoice" }),
      voucher: await write({ type: "salesinvoice" }),
      credit: await write({ type: "creditnote" }),
    };
    await act(made.paid.id, "pay");
    await act(made.voided.id, "void");
    const listed = new Map((await listAll()).map((row) => [row.externalId, row]));
    expect(listed.get(made.open.id)).toMatchObject({
      status: "open",
      externalType: "invoice",
      openCents: 11_900,
      dueDate: addDays(TODAY, 10),
      contactName: "Buchhandlung Blatt & Söhne",
    });
    expect(listed.get(made.overdue.id)).toMatchObject({ status: "open", dueDate: addDays(TODAY, -5) });
    expect(listed.get(made.banking.id)).toMatchObject({ status: "in_banking" });
    expect(listed.get(made.down.id)).toMatchObject({ externalType: "downpaymentinvoice" });
    expect(listed.get(made.voucher.id)).toMatchObject({ externalType: "salesinvoice" });
    for (const name of ["paid", "voided", "draft", "credit"] as const)
      expect(listed.has(made[name].id), name).toBe(false);
  });

  test("hold every document once, also beyond one page", async () => {
    const invoices = Array.from({ length: 300 }, (_, i) => ({
      contact: { name: "Viel GmbH" },
      amountCents: 100 + i,
      dueDate: addDays(TODAY, 20),
    }));
    const bulk = await sandbox.desk<{ invoices: Voucher[] }>("/lexware/invoices/bulk", {
      organisation: DEMO_ORGANISATION,
      invoices,
      events: false,
    });
    const listed = await listAll();
    const ids = listed.map((row) => row.externalId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(bulk.invoices.map((invoice) => invoice.id)));
    expect(
      (await sandbox.requests("lexware", "/v1/voucherlist")).some((request) => request.query.includes("page=1")),
    ).toBe(true);
  });

  test("of changes include those since a given day", async () => {
    const { id } = await write();
    expect((await listAll(now())).map((row) => row.externalId)).toContain(id);
    expect(await listAll(new Date(now().getTime() + 2 * 24 * 3_600_000))).toEqual([]);
  });

  test("of written documents include settled ones, and each document is found again by its id", async () => {
    const [open, paid, draft, voucher] = [
      await write(),
      await write(),
      await write({ type: "draft" }),
      await write({ type: "salesinvoice" }),
    ];
    await act(paid.id, "pay");
    const whole = { from: TODAY, to: TODAY, rows: 250 };
    const { rows, total, isMore } = await books.listWritten({ ...whole, page: 0 });
    // Other tests in this file have written more than a page on the same day.
    const more = await books.listWritten({ ...whole, page: 1 });
    const byId = new Map([...rows, ...more.rows].map((row) => [row.externalId, row.status]));
    expect([byId.get(open.id), byId.get(paid.id), byId.has(draft.id)]).toEqual(["open", "paid", false]);
    expect(isMore).toBe(false);
    const page = await books.listWritten({ from: TODAY, to: TODAY, page: 1, rows: 2 });
    expect(page).toMatchObject({
      total,
      rows: [{ externalId: rows[2]?.externalId }, { externalId: rows[3]?.externalId }],
    });
    expect(await books.listWritten({ from: "2001-01-01", to: "2001-02-01", page: 0, rows: 25 })).toMatchObject({
      rows: [],
      total: 0,
    });
    expect(await books.findDocument(voucher.id)).toMatchObject({ kind: "voucher", externalType: "salesinvoice" });
    expect(await books.findDocument("00000000-0000-4000-8000-000000000000")).toBeUndefined();
  });

  test.each([
    ["partial-page", "network"],
    ["malformed-json", "network"],
    ["status-502-html", "unavailable"],
    ["status-500", "unavailable"],
    ["status-429", "rate_limited"],
    ["reset", "network"],
  ])("turn the fault %s into a retryable error of kind %s", async (fault, kind) => {
    await sandbox.fault("lexware", fault, "/v1/voucherlist");
    await expect(books.listOpen({})).rejects.toMatchObject({ kind, isRetryable: true });
    expect((await books.listOpen({})).rows.length).toBeGreaterThan(0);
  });

  test("of written documents refuse a page that lacks its last rows", async () => {
    await write();
    const asked = { from: TODAY, to: TODAY, page: 0, rows: 10 };
    await sandbox.fault("lexware", "partial-page", "/v1/voucherlist");
    await expect(books.listWritten(asked)).rejects.toMatchObject({ kind: "network", isRetryable: true });
    expect((await books.listWritten(asked)).rows.length).toBeGreaterThan(0);
  });
});

describe("a document of Lexware", () => {
  test("is read with its payment terms", async () => {
    const { id, number } = await write();
    expect(await books.readDocument({ externalId: id, externalType: "invoice" })).toMatchObject({
      externalId: id,
      kind: "invoice",
      status: "open",
      number,
      totalCents: 11_900,
      termLabel: TERM,
      dueDate: addDays(TODAY, 10),
      contactExternalId: expect.any(String),
    });
  });

  test("of any seeded kind agrees with its row in the list", async () => {
    for (const row of (await listAll()).slice(0, 40)) {
      const document = await books.readDocument(row);
      expect(document).toMatchObject({
        externalId: row.externalId,
        number: row.number,
        dueDate: row.dueDate,
        contactExternalId: row.contactExternalId,
      });
    }
  });

  test("is undefined if it does not exist, or is a deleted draft", async () => {
    expect(
      await books.readDocument({ externalId: "00000000-0000-4000-8000-000000000000", externalType: "invoice" }),
    ).toBeUndefined();
    const draft = await write({ type: "draft" });
    await act(draft.id, "delete");
    expect(await books.readDocument({ externalId: draft.id, externalType: "invoice" })).toBeUndefined();
    expect(await books.readOpenAmount(draft.id)).toBeUndefined();
  });
});

describe("the open amount at Lexware", () => {
  test.each([
    ["part-pay", { amountCents: 1_900 }, { status: "open", openCents: 10_000 }],
    ["credit", { amountCents: 900 }, { status: "open", openCents: 11_000 }],
    ["pay", {}, { status: "paid", openCents: 0 }],
    ["void", {}, { status: "voided", openCents: 0 }],
    ["change", { amountCents: 5_950 }, { status: "open", openCents: 5_950 }],
  ])("is up to date after %s %j", async (what, body, expected) => {
    const { id } = await write();
    await act(id, what, body);
    expect(await books.readOpenAmount(id)).toEqual(expected);
  });

  test("of a draft is zero", async () => {
    const { id } = await write({ type: "draft" });
    expect(await books.readOpenAmount(id)).toEqual({ status: "draft", openCents: 0 });
  });

  test("of an overdue document is open, and one in Lexware's own banking has the status in_banking", async () => {
    const overdue = await write({ dueDate: addDays(TODAY, -3) });
    expect(await books.readOpenAmount(overdue.id)).toEqual({ status: "open", openCents: 11_900 });
    const banking = await write({ type: "sepadebit" });
    expect(await books.readOpenAmount(banking.id)).toMatchObject({ status: "in_banking" });
  });
});

describe("contacts and terms", () => {
  test("a contact is the same in the list and alone, and a changed address shows at once", async () => {
    const { rows } = await books.listContacts();
    const contact = rows.find((row) => row.companyName === "Buchhandlung Blatt & Söhne");
    expect(contact).toMatchObject({ emails: ["laden@blatt.example"] });
    expect(await books.readContact(contact?.externalId ?? "")).toEqual(contact);
    await sandbox.desk(`/lexware/contacts/${contact?.externalId}/change`, { email: "neu@blatt.example" });
    expect((await books.readContact(contact?.externalId ?? ""))?.emails[0]).toBe("neu@blatt.example");
    expect(await books.readContact("00000000-0000-4000-8000-000000000000")).toBeUndefined();
  });

  test("the payment terms are those of the organisation", async () => {
    await sandbox.desk("/lexware/payment-conditions", {
      organisation: DEMO_ORGANISATION,
      label: "Einzug in {paymentRange} Tagen",
      days: 7,
    });
    expect(await books.listPaymentTerms()).toContain("Einzug in {paymentRange} Tagen");
  });
});
