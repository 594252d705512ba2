import { describe, expect, test } from "vitest";
import { amountsOf, isClaim, mapContact, mapDocument, mapEntry, mapStatus } from "./map";
import { wireAddress, wireContact, wireInvoice, wireWay } from "./wire";

/** An answer as documentation and independent clients show it, without the fields that we do not read. */
const INVOICE = {
  id: "84213377",
  objectName: "Invoice",
  invoiceNumber: "RE-2026-1047",
  contact: { id: "5501234", objectName: "Contact", name: "Bäckerei Sonnenschein KG", surename: null, familyname: null },
  update: "2026-08-01T09:25:02+02:00",
  invoiceDate: "2026-08-01T00:00:00+02:00",
  timeToPay: "14",
  discountTime: "7",
  discount: "0",
  status: "200",
  invoiceType: "RE",
  address: "Bäckerei Sonnenschein KG\nAhornweg 4\n01099 Dresden",
  currency: "EUR",
  sumGross: "297.50",
  sumGrossForeignCurrency: "0",
  paidAmount: 0,
  paymentMethod: { id: "21919", objectName: "PaymentMethod", name: "Lastschrift" },
};

const invoice = (changes: object = {}) => wireInvoice.parse({ ...INVOICE, ...changes });

describe("an invoice of sevdesk", () => {
  test("is mapped to an entry of the port", () => {
    expect(mapEntry(invoice())).toEqual({
      externalId: "84213377",
      externalType: "RE",
      kind: "invoice",
      status: "open",
      number: "RE-2026-1047",
      contactExternalId: "5501234",
      contactName: "Bäckerei Sonnenschein KG",
      voucherDate: "2026-08-01",
      dueDate: "2026-08-15",
      totalCents: 29_750,
      openCents: 29_750,
      currency: "EUR",
      isArchived: false,
      updatedAt: new Date("2026-08-01T07:25:02Z"),
    });
  });

  test("is mapped to a document of the port", () => {
    const document = mapDocument(invoice({ discount: "2", discountTime: 7 }));
    expect(document).toMatchObject({ kind: "invoice", termLabel: "Lastschrift", discountPercent: 2, discountDays: 7 });
    expect(document).not.toHaveProperty("openCents");
    expect(mapDocument(invoice())).toMatchObject({ discountPercent: null, discountDays: null });
  });

  test.each([
    ["50", "draft"],
    ["100", "draft"],
    ["200", "open"],
    ["500", "voided"],
    ["750", "open"],
    ["1000", "paid"],
    ["2000", "draft"],
    ["", "draft"],
  ])("with the status %j is %s", (status, expected) => {
    expect(mapStatus(status)).toBe(expected);
  });

  test.each([
    ["RE", true],
    ["AR", true],
    ["TR", true],
    ["ER", true],
    ["SR", false],
    ["MA", false],
    ["WKR", false],
    ["XX", false],
    ["constructor", false],
  ])("of type %s claims money of its own: %s", (invoiceType, expected) => {
    expect(isClaim(invoice({ invoiceType }))).toBe(expected);
  });

  test("may have numbers as text, text as numbers, and null in optional fields", () => {
    const row = invoice({ id: 84213377, status: 750, timeToPay: 14, paidAmount: "19.00", sumGross: 297.5 });
    expect(mapEntry(row)).toMatchObject({ externalId: "84213377", dueDate: "2026-08-15", openCents: 27_850 });
    const bare = invoice({
      timeToPay: null,
      contact: null,
      paymentMethod: null,
      invoiceNumber: null,
      paidAmount: null,
    });
    expect(mapDocument(bare)).toMatchObject({
      dueDate: "2026-08-01",
      contactExternalId: null,
      contactName: "Bäckerei Sonnenschein KG",
      termLabel: "",
      number: "",
    });
  });

  test("has dates in the German time zone, in winter and summer", () => {
    expect(mapEntry(invoice({ invoiceDate: "2026-01-31T00:00:00+01:00" })).voucherDate).toBe("2026-01-31");
    expect(mapEntry(invoice({ invoiceDate: "2026-07-30T22:00:00Z" })).voucherDate).toBe("2026-07-31");
  });

  test("to a person without a firm has the person's name", () => {
    const contact = { id: "1", name: null, surename: "Ayşe", familyname: "Yılmaz" };
    expect(mapEntry(invoice({ contact })).contactName).toBe("Ayşe Yılmaz");
  });
});

describe("the open amount of an invoice", () => {
  test.each([
    ["is the sum less payments", {}, 29_750, 29_750],
    ["after a part", { status: "750", paidAmount: 97.5 }, 29_750, 20_000],
    ["is never less than nothing", { paidAmount: 400 }, 29_750, 0],
    ["is nothing once paid, also with a discount", { status: "1000", paidAmount: 290 }, 29_750, 0],
    ["is nothing when cancelled", { status: "500" }, 29_750, 0],
    ["is nothing of a draft", { status: "100" }, 29_750, 0],
    ["follows the vendor's figure where it is lower", { debit: 250 }, 29_750, 25_000],
    ["but not where it is higher, as with reminder charges", { debit: 302.5 }, 29_750, 29_750],
    ["nor after a part", { status: "750", paidAmount: 97.5, debit: 205 }, 29_750, 20_000],
    ["is nothing if the vendor says so", { debit: "0" }, 29_750, 0],
    ["is in the invoice's own currency", { currency: "USD", sumGrossForeignCurrency: "330.10" }, 33_010, 33_010],
  ])("%s", (_what, changes, totalCents, openCents) => {
    expect(amountsOf(invoice(changes))).toEqual({ totalCents, openCents });
  });

  test.each([
    ["with the full sum", { sumGross: "3570.00", debit: 2_570 }, 257_000, 257_000],
    ["with a reduced sum", { sumGross: "2570.00", debit: 2_570 }, 257_000, 257_000],
    ["partly paid", { sumGross: "3570.00", debit: 2_070, paidAmount: 500, status: "750" }, 257_000, 207_000],
    ["that is paid", { sumGross: "3570.00", debit: 0, paidAmount: 2_570, status: "1000" }, 257_000, 0],
    ["that is a draft", { sumGross: "3570.00", debit: 0, status: "100" }, 357_000, 0],
  ])("of type final %s is what it claims in addition to its advances", (_what, changes, totalCents, openCents) => {
    expect(amountsOf(invoice({ invoiceType: "ER", ...changes }))).toEqual({ totalCents, openCents });
  });

  test("of type final is unknown without the vendor's figure, because it may include advances", () => {
    const final = invoice({ invoiceType: "ER", sumGross: "3570.00" });
    expect(amountsOf(final)).toMatchObject({ openCents: 357_000, isOpenUnknown: true });
    expect(mapEntry(final)).toMatchObject({ isOpenUnknown: true });
    // A settled one has nothing open.
    expect(amountsOf(invoice({ invoiceType: "ER", status: "1000" })).isOpenUnknown).toBeUndefined();
  });
});

describe("a contact of sevdesk", () => {
  const way = (contact: string, value: string | null, more: object = {}) =>
    wireWay.parse({ contact: { id: contact }, value, main: "0", key: { id: "2" }, ...more });
  const address = (contact: string, city: string | null, code = "at") =>
    wireAddress.parse({ contact: { id: contact }, street: null, zip: null, city, country: { id: "2", code } });
  const FIRM = { id: "1", name: "Stahl OHG", surename: null, familyname: null, parent: null };
  const PERSON = { id: "2", name: null, surename: "Ida", familyname: "Stahl", parent: { id: "1", name: "Stahl OHG" } };

  test("has the address for invoices first, then the main one, each once and in lower case", () => {
    const ways = [
      way("1", "Info@stahl.example"),
      way("1", "chef@stahl.example", { main: "1" }),
      way("1", " Rechnung@stahl.example ", { key: { id: 8 } }),
      way("1", "info@stahl.example"),
      way("1", null),
      way("9", "fremd@stahl.example", { key: { id: "8" } }),
    ];
    expect(mapContact(wireContact.parse(FIRM), ways, []).emails).toEqual([
      "rechnung@stahl.example",
      "chef@stahl.example",
      "info@stahl.example",
    ]);
  });

  test("that is a person of a firm has its own addresses first, then the firm's", () => {
    const ways = [way("1", "firma@stahl.example", { key: { id: "8" } }), way("2", "ida@stahl.example")];
    const person = wireContact.parse(PERSON);
    expect(mapContact(person, ways, [address("1", "Linz"), address("2", "Graz")])).toEqual({
      externalId: "2",
      companyName: "Stahl OHG",
      firstName: "Ida",
      lastName: "Stahl",
      emails: ["ida@stahl.example", "firma@stahl.example"],
      street: "",
      zip: "",
      city: "Graz",
      countryCode: "AT",
      isArchived: false,
    });
    expect(mapContact(person, [], [address("1", "Linz"), address("2", null)]).city).toBe("Linz");
  });

  test("needs no field but its id", () => {
    expect(mapContact(wireContact.parse({ id: 1 }), [], [])).toMatchObject({
      externalId: "1",
      companyName: null,
      lastName: null,
      emails: [],
      countryCode: "DE",
    });
  });
});

test("the net amount is in the document's currency, and null for a final invoice", () => {
  const net = (more: object) => mapDocument(invoice({ sumNet: "250.00", ...more })).netCents;
  expect(net({})).toBe(25_000);
  expect(net({ currency: "USD", sumGrossForeignCurrency: "330.10", sumNetForeignCurrency: "277.39" })).toBe(27_739);
  expect(net({ invoiceType: "ER" })).toBeNull();
  expect(net({ sumNet: undefined })).toBeNull();
});
