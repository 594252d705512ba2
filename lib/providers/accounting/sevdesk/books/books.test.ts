import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SevdeskClient } from "@/lib/providers/accounting/sevdesk/client";
import { sevdeskDocuments } from "./books";

/** Recorded answers, returned in order, and the URLs that were requested. The contract tests call the twin instead. */
let asked: URL[] = [];
let answers: unknown[] = [];

const books = sevdeskDocuments(
  new SevdeskClient({
    apiUrl: "https://sevdesk.test/api/v1",
    timeoutMs: 1_000,
    pace: async () => {},
    accessToken: async () => "0123456789abcdef0123456789abcdef",
  }),
);

beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(new URL(url));
    return new Response(JSON.stringify(answers.shift()));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const invoice = (id: string, invoiceType: string) => ({
  id,
  invoiceType,
  status: "200",
  update: "2026-08-01T09:25:02+02:00",
  invoiceDate: "2026-08-01T00:00:00+02:00",
  sumGross: "297.50",
});

test("listOpen requests open invoices, then partly paid ones, in a stable order", async () => {
  answers = [
    { objects: [invoice("1", "RE")], total: "1" },
    { objects: [], total: "0" },
  ];
  const first = await books.listOpen({});
  expect(await books.listOpen({ cursor: first.next })).toEqual({ rows: [], unread: [], next: undefined });
  expect(asked.map((url) => Object.fromEntries(url.searchParams))).toEqual([
    {
      status: "200",
      embed: "contact,paymentMethod,debit",
      orderByInvoiceNumber: "ASC",
      limit: "500",
      offset: "0",
      countAll: "true",
    },
    expect.objectContaining({ status: "750", offset: "0" }),
  ]);
});

test("listChanged requests changes in any status after a moment in whole seconds", async () => {
  const since = new Date("2026-08-01T07:25:01.500Z");
  answers = [{ objects: [invoice("1", "RE"), { ...invoice("2", "RE"), status: "1000" }], total: "2" }];
  const { rows, next } = await books.listChanged({ since });
  expect(rows.map((row) => [row.externalId, row.status])).toEqual([
    ["1", "open"],
    ["2", "paid"],
  ]);
  expect(next).toBeUndefined();
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    embed: "contact,paymentMethod,debit",
    orderByInvoiceNumber: "ASC",
    updateAfter: String(Date.parse("2026-08-01T07:25:01Z") / 1_000),
    limit: "500",
    offset: "0",
    countAll: "true",
  });
});

test("listChanged fails if an answer has older documents, because the vendor ignored the filter", async () => {
  answers = [{ objects: [invoice("1", "RE")], total: "1" }];
  const asking = books.listChanged({ since: new Date("2026-08-01T07:25:03Z") });
  await expect(asking).rejects.toMatchObject({ kind: "refused" });
});

test("listOpen skips documents that claim no money of their own, even if the vendor lists them", async () => {
  const types = ["RE", "MA", "AR", "SR", "TR", "WKR", "ER", "XX"];
  answers = [{ objects: types.map((type, i) => invoice(String(i), type)), total: String(types.length) }];
  const { rows } = await books.listOpen({});
  expect(rows.map((row) => row.externalType)).toEqual(["RE", "AR", "TR", "ER"]);
});

test("listOpen skips rows in an unknown format and names those that may claim money", async () => {
  const odd = [
    { ...invoice("2", "RE"), invoiceNumber: "RE-2", sumGross: "viel" },
    { ...invoice("3", "MA"), sumGross: "viel" },
    { ...invoice("4", "RE"), status: "100", invoiceDate: null },
    { ...invoice("5", "RE"), timeToPay: "bald" },
    { invoiceNumber: 6 },
    7,
  ];
  answers = [{ objects: [invoice("1", "RE"), ...odd], total: "7" }];
  const { rows, unread, next } = await books.listOpen({});
  expect(rows.map((row) => row.externalId)).toEqual(["1"]);
  expect(unread).toEqual([
    { externalId: "2", number: "RE-2", status: "open" },
    { externalId: "4", number: "", status: "draft" },
    { externalId: "5", number: "", status: "open" },
    { externalId: null, number: "6", status: "open" },
    { externalId: null, number: "", status: "open" },
  ]);
  expect(next).toBe("750:0");
});

test("listOpen includes whole documents, except for those with an unnamed payment method", async () => {
  const method = { id: "21919", objectName: "PaymentMethod" };
  const listed = [
    invoice("1", "RE"),
    { ...invoice("2", "RE"), paymentMethod: { ...method, name: "Lastschrift" } },
    { ...invoice("3", "RE"), paymentMethod: method },
  ];
  answers = [{ objects: listed, total: "3" }];
  const { rows } = await books.listOpen({});
  expect(rows.map((row) => row.document?.termLabel)).toEqual(["", "Lastschrift", undefined]);
});

test("listOpen fails if a list of more than ten rows has no readable one", async () => {
  const odd = { ...invoice("1", "RE"), update: "neulich" };
  const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ ...odd, id: String(i + 1) }));
  answers = [{ objects: rows(10), total: "10" }, { objects: rows(11), total: "11" }, { objects: [odd] }];
  expect((await books.listOpen({})).unread).toHaveLength(10);
  await expect(books.listOpen({})).rejects.toMatchObject({ kind: "unreadable" });
  const document = books.readDocument({ externalId: "1", externalType: "RE" });
  await expect(document).rejects.toMatchObject({ kind: "unreadable" });
});

test("listContacts skips contacts whose e-mail or postal address cannot be read", async () => {
  const contact = (id: string) => ({ id, name: `Firma ${id}` });
  const way = (id: string, value: unknown) => ({ contact: { id }, value });
  answers = [
    { objects: [way("1", "a@b.example"), way("2", 7)], total: "2" },
    {
      objects: [
        { contact: { id: "3" }, street: 7 },
        { contact: { id: "1" }, street: "Weg 1" },
      ],
      total: "2",
    },
    { objects: [...["1", "2", "3"].map(contact), { ...contact("4"), parent: "1" }, contact("5")], total: "5" },
  ];
  expect((await books.listContacts()).rows.map((row) => row.externalId)).toEqual(["1", "5"]);
});

test("listContacts skips addresses without an owner, and fails if an owner has an unknown format", async () => {
  const objects = [{ value: "a@b.example" }, { contact: null, value: "c@d.example" }, { contact: { id: "1" } }];
  const contacts = { objects: [{ id: "1", name: "Firma 1" }], total: "1" };
  answers = [{ objects, total: "3" }, { objects: [{ contact: null, street: "Weg 1" }], total: "1" }, contacts];
  expect((await books.listContacts()).rows).toMatchObject([{ externalId: "1", emails: [] }]);
  answers = [{ objects: [{ contact: "1" }], total: "1" }];
  await expect(books.listContacts()).rejects.toMatchObject({ kind: "unreadable" });
});

test("listOpen takes no field names or blanks for the number or id of an unread row", async () => {
  const heading = { id: "id", invoiceNumber: "invoiceNumber", status: "status" };
  const blank = { id: "", invoiceNumber: " ", status: "" };
  answers = [{ objects: [heading, blank], total: "2" }];
  const nameless = { externalId: null, number: "", status: "open" };
  expect((await books.listOpen({})).unread).toEqual([nameless, nameless]);
});

test("the open amount of a final invoice without the vendor's figure is marked as unknown", async () => {
  const final = invoice("1", "ER");
  answers = [
    { objects: [final], total: "1" },
    { objects: [final] },
    { objects: [final] },
    { objects: [{ ...final, debit: "97.50" }] },
  ];
  expect((await books.listOpen({})).rows).toMatchObject([{ openCents: 29_750, isOpenUnknown: true }]);
  expect(await books.readOpenAmount("1")).toEqual({ status: "open", openCents: 29_750, isOpenUnknown: true });
  expect(await books.readDocument({ externalId: "1", externalType: "ER" })).not.toHaveProperty("isOpenUnknown");
  expect(await books.readOpenAmount("1")).toEqual({ status: "open", openCents: 9_750 });
});

test("identify reads the account from the key's user, and fails only if the list is empty twice", async () => {
  const user = { id: 7, sevClient: { id: 991122, objectName: "SevClient" } };
  const account = { organisationId: "991122", connectionId: "991122", name: "", email: "" };
  answers = [{ objects: [user] }, { objects: [] }, { objects: [user] }, { objects: [] }, { objects: [] }];
  expect(await books.identify()).toEqual(account);
  // A list that lost its only row looks like an empty one.
  expect(await books.identify()).toEqual(account);
  await expect(books.identify()).rejects.toMatchObject({ kind: "unreadable", isRetryable: false });
});
