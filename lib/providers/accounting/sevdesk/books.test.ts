import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sevdeskBooks } from "./books";
import { SevdeskClient } from "./client";

/** Recorded answers in turn; what was asked for is kept. The contract tests speak to the twin instead. */
let asked: URL[] = [];
let answers: unknown[] = [];

const books = sevdeskBooks(
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

test("asks for open ones, then for partly paid ones, in an order that stays", async () => {
  answers = [
    { objects: [invoice("1", "RE")], total: "1" },
    { objects: [], total: "0" },
  ];
  const first = await books.listOpen({});
  expect(await books.listOpen({ cursor: first.next })).toEqual({ rows: [], next: undefined });
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

test("asks for what was changed after a moment in whole seconds, whatever its state", async () => {
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

test("an answer that holds older ones has overlooked the question", async () => {
  answers = [{ objects: [invoice("1", "RE")], total: "1" }];
  const asking = books.listChanged({ since: new Date("2026-08-01T07:25:03Z") });
  await expect(asking).rejects.toMatchObject({ kind: "refused" });
});

test("leaves out what claims no money of its own, also where the vendor lists it", async () => {
  const types = ["RE", "MA", "AR", "SR", "TR", "WKR", "ER", "XX"];
  answers = [{ objects: types.map((type, i) => invoice(String(i), type)), total: String(types.length) }];
  const { rows } = await books.listOpen({});
  expect(rows.map((row) => row.externalType)).toEqual(["RE", "AR", "TR", "ER"]);
});

test("says of a final invoice without the vendor's figure that what is left is not known, however it is asked", async () => {
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

test("takes the account from the user of the key, and nothing for granted", async () => {
  answers = [{ objects: [{ id: 7, sevClient: { id: 991122, objectName: "SevClient" } }] }, { objects: [] }];
  expect(await books.identify()).toEqual({ organisationId: "991122", connectionId: "991122", name: "", email: "" });
  await expect(books.identify()).rejects.toMatchObject({ kind: "network" });
});
