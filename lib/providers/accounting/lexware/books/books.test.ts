import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LexwareClient } from "@/lib/providers/accounting/lexware/client";
import { BOOK_VOUCHER, CONTACT, INVOICE, lexwarePage, VOUCHER } from "@/test/recorded-lexware";
import { lexwareDocuments } from "./books";

/** Recorded answers, returned in order, and the URLs that were requested. The contract tests call the twin instead. */
let asked: URL[] = [];
let answers: { status?: number; body: unknown }[] = [];

const books = lexwareDocuments(
  new LexwareClient({
    apiUrl: "https://lexware.test",
    timeoutMs: 1_000,
    pace: async () => {},
    accessToken: async () => "token",
  }),
);

beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(new URL(url));
    const { status = 200, body } = answers.shift() ?? { status: 500, body: "nothing recorded" };
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const vouchers = (count: number, day = "2026-08-01") =>
  Array.from({ length: count }, (_, i) => ({ ...VOUCHER, id: `v${i}`, voucherDate: `${day}T12:00:00.000+02:00` }));

describe("the list of open documents", () => {
  test("requests the status open, which includes overdue documents", async () => {
    answers = [{ body: lexwarePage([VOUCHER]) }];
    const page = await books.listOpen({});
    expect(page).toMatchObject({ rows: [{ externalId: VOUCHER.id, status: "open" }], next: undefined });
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      voucherType: "invoice,downpaymentinvoice,salesinvoice",
      voucherStatus: "open,sepadebit,transferred",
      page: "0",
      size: "250",
      sort: "voucherDate,DESC",
    });
  });

  test("continues page by page to the last one", async () => {
    answers = [
      { body: lexwarePage(vouchers(250), { last: false, totalElements: 251 }) },
      { body: lexwarePage(vouchers(1), { number: 1, totalElements: 251 }) },
    ];
    const since = new Date("2026-08-29T22:30:00Z");
    const first = await books.listChanged({ since });
    expect(first.next).toBe("1");
    const second = await books.listChanged({ cursor: first.next, since });
    expect(second).toMatchObject({ next: undefined, rows: { length: 1 } });
    expect(asked.map((url) => [url.searchParams.get("page"), url.searchParams.get("updatedDateFrom")])).toEqual([
      ["0", "2026-08-30"],
      ["1", "2026-08-30"],
    ]);
  });

  test("continues by date beyond the window of 10,000 hits, and pages within that slice", async () => {
    answers = [
      { body: lexwarePage(vouchers(250, "2026-03-02"), { number: 39, last: false, totalElements: 10_000 }) },
      { body: lexwarePage(vouchers(250, "2026-02-01"), { number: 0, last: false, totalElements: 400 }) },
    ];
    const atEnd = await books.listOpen({ cursor: "39" });
    expect(atEnd.next).toBe("0@2026-03-02");
    const slice = await books.listOpen({ cursor: atEnd.next });
    expect(asked[1]?.searchParams.get("voucherDateTo")).toBe("2026-03-02");
    expect(slice.next).toBe("1@2026-03-02");
  });

  test("fails if a single day has more documents than can be listed", async () => {
    answers = [{ body: lexwarePage(vouchers(250, "2026-03-02"), { number: 39, last: false, totalElements: 10_000 }) }];
    await expect(books.listOpen({ cursor: "39@2026-03-02" })).rejects.toMatchObject({ kind: "refused" });
  });

  test.each([
    ["fewer rows than it says", lexwarePage(vouchers(3), { numberOfElements: 5, totalElements: 5 })],
    ["the last page, but rows are missing", lexwarePage(vouchers(3), { totalElements: 5 })],
    ["not the last page, and not full", lexwarePage(vouchers(249), { last: false, totalElements: 600 })],
    ["empty, although there is something", lexwarePage([], { totalElements: 5 })],
    ["a later last page that is short", lexwarePage(vouchers(3), { number: 1, totalElements: 255 })],
    ["more rows than it says", lexwarePage(vouchers(3), { numberOfElements: 2, totalElements: 3 })],
  ])("refuses a page with %s", async (_what, body) => {
    answers = [{ body }];
    await expect(books.listOpen({})).rejects.toMatchObject({ kind: "network", isRetryable: true });
  });

  test("accepts an empty list", async () => {
    answers = [{ body: lexwarePage([]) }];
    expect(await books.listOpen({})).toEqual({ rows: [], unread: [], next: undefined });
  });

  test.each([
    ["HTML", "<html>maintenance</html>", "network"],
    ["cut off", JSON.stringify(lexwarePage([VOUCHER])).slice(0, 100), "network"],
    ["another form", { rows: [] }, "unreadable"],
    ["many rows, none of which can be read", lexwarePage(Array.from({ length: 11 }, (_, i) => i)), "unreadable"],
  ])("refuses status 200 with an unreadable body: %s", async (_what, body, kind) => {
    answers = [{ body }];
    const isRetryable = kind === "network";
    await expect(books.listOpen({})).rejects.toMatchObject({ kind, isRetryable });
  });

  test("skips a row in an unknown format and names it as far as it can be read", async () => {
    const odd = { ...VOUCHER, voucherStatus: "paid", openAmount: "viel" };
    answers = [
      { body: lexwarePage([VOUCHER, { ...VOUCHER, id: undefined }, odd, { ...VOUCHER, voucherDate: "bald" }]) },
    ];
    const { rows, unread } = await books.listOpen({});
    expect(rows).toHaveLength(1);
    const { id: externalId, voucherNumber: number } = VOUCHER;
    expect(unread).toEqual([
      { externalId: null, number, status: "open" },
      { externalId, number, status: "paid" },
      { externalId, number, status: "open" },
    ]);
  });
});

test("an unread row of field names or blanks has neither number nor id", async () => {
  const heading = { id: "id", voucherNumber: "voucherNumber", voucherStatus: "voucherStatus" };
  answers = [{ body: lexwarePage([heading, { id: "", voucherNumber: " ", voucherStatus: "" }]) }];
  const nameless = { externalId: null, number: "", status: "open" };
  expect((await books.listOpen({})).unread).toEqual([nameless, nameless]);
});

describe("one document", () => {
  test.each([
    ["invoice", "/v1/invoices/x1", INVOICE, "invoice"],
    ["downpaymentinvoice", "/v1/down-payment-invoices/x1", INVOICE, "down_payment"],
    ["salesinvoice", "/v1/vouchers/x1", BOOK_VOUCHER, "voucher"],
  ])("of type %s is read at %s", async (externalType, path, body, kind) => {
    answers = [{ body }];
    expect(await books.readDocument({ externalId: "x1", externalType })).toMatchObject({ kind });
    expect(asked[0]?.pathname).toBe(path);
  });

  test.each(["purchaseinvoice", "salescreditnote", "purchasecreditnote", "somethingnew"])(
    "is undefined for a bookkeeping voucher of type %s, which is not a claim",
    async (type) => {
      answers = [{ body: { ...BOOK_VOUCHER, type } }];
      expect(await books.readDocument({ externalId: "x1", externalType: "salesinvoice" })).toBeUndefined();
    },
  );

  test("is undefined if it no longer exists, and an error if access is forbidden", async () => {
    answers = [
      { status: 404, body: {} },
      { status: 403, body: {} },
    ];
    expect(await books.readDocument({ externalId: "x1", externalType: "invoice" })).toBeUndefined();
    await expect(books.readDocument({ externalId: "x1", externalType: "invoice" })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });
});

describe("the open amount", () => {
  test.each([
    [
      { openAmount: 97.5, voucherStatus: "open" },
      { status: "open", openCents: 9_750 },
    ],
    [
      { openAmount: "97.50", voucherStatus: "open" },
      { status: "open", openCents: 9_750 },
    ],
    [
      { openAmount: 0, voucherStatus: "voided" },
      { status: "voided", openCents: 0 },
    ],
    [
      { openAmount: 0, voucherStatus: "paidoff" },
      { status: "paid", openCents: 0 },
    ],
    [
      { openAmount: 10, voucherStatus: "sepadebit" },
      { status: "in_banking", openCents: 1_000 },
    ],
    [
      { openAmount: 10, paymentStatus: "openRevenue", voucherStatus: "open" },
      { status: "open", openCents: 1_000 },
    ],
    [
      { openAmount: 10, paymentStatus: "openExpense", voucherStatus: "open" },
      { status: "open", openCents: 0 },
    ],
  ])("is read from %j", async (body, expected) => {
    answers = [{ body }];
    expect(await books.readOpenAmount("x1")).toEqual(expected);
    expect(asked[0]?.pathname).toBe("/v1/payments/x1");
  });

  test("is that of a draft on 406, undefined on 404 and an error on 500", async () => {
    answers = [
      { status: 406, body: {} },
      { status: 404, body: {} },
      { status: 500, body: {} },
    ];
    expect(await books.readOpenAmount("x1")).toEqual({ status: "draft", openCents: 0 });
    expect(await books.readOpenAmount("x1")).toBeUndefined();
    await expect(books.readOpenAmount("x1")).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("contacts and terms", () => {
  test("contacts are listed page by page, and a short page is refused", async () => {
    answers = [
      {
        body: lexwarePage(
          Array.from({ length: 250 }, () => CONTACT),
          { last: false, totalElements: 300 },
        ),
      },
      { body: lexwarePage([CONTACT], { number: 1, totalElements: 300 }) },
    ];
    expect((await books.listContacts()).next).toBe("1");
    await expect(books.listContacts("1")).rejects.toMatchObject({ kind: "network" });
  });

  test("payment terms are read from a bare array", async () => {
    answers = [
      {
        body: [
          {
            id: "1",
            organizationDefault: true,
            paymentTermLabelTemplate: "Zahlbar in {paymentRange} Tagen",
            paymentTermDuration: 14,
          },
        ],
      },
    ];
    expect(await books.listPaymentTerms()).toEqual(["Zahlbar in {paymentRange} Tagen"]);
  });

  test("the identity names the organisation, the connection and the person who connected it", async () => {
    answers = [
      {
        body: {
          organizationId: "org",
          companyName: "Werkstatt",
          connectionId: "con",
          created: { userEmail: "f@x.example" },
        },
      },
    ];
    expect(await books.identify()).toEqual({
      organisationId: "org",
      connectionId: "con",
      name: "Werkstatt",
      email: "f@x.example",
    });
  });
});
