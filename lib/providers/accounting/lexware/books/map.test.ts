import { describe, expect, test } from "vitest";
import { BOOK_VOUCHER, CLOSING_INVOICE, CONTACT, INVOICE, VOUCHER } from "@/test/recorded-lexware";
import { mapBookVoucher, mapContact, mapEntry, mapInvoice, mapStatus } from "./map";
import { wireBookVoucher, wireContact, wireInvoice, wireVoucher } from "./wire";

const entry = (changes: object = {}) => mapEntry(wireVoucher.parse({ ...VOUCHER, ...changes }));
const invoice = (changes: object = {}, type = "invoice") =>
  mapInvoice(wireInvoice.parse({ ...INVOICE, ...changes }), type);
const contact = (changes: object = {}) => mapContact(wireContact.parse({ ...CONTACT, ...changes }));

describe("a status of Lexware", () => {
  test.each([
    ["open", "open"],
    ["overdue", "open"],
    ["paid", "paid"],
    ["paidoff", "paid"],
    ["voided", "voided"],
    ["sepadebit", "in_banking"],
    ["transferred", "in_banking"],
    ["draft", "draft"],
    ["unchecked", "draft"],
    ["blank", "draft"],
    ["a-word-of-tomorrow", "draft"],
    ["", "draft"],
  ])("%s is mapped to %s", (word, status) => {
    expect(mapStatus(word)).toBe(status);
  });
});

describe("a row of the voucherlist", () => {
  test("is mapped to an entry of the port", () => {
    expect(entry()).toEqual({
      externalId: VOUCHER.id,
      externalType: "invoice",
      kind: "invoice",
      status: "open",
      number: "RE1047",
      contactExternalId: VOUCHER.contactId,
      contactName: "Bäckerei Sonnenschein KG",
      voucherDate: "2026-08-01",
      dueDate: "2026-08-15",
      totalCents: 29_750,
      openCents: 29_750,
      currency: "EUR",
      isArchived: false,
      updatedAt: new Date("2026-08-01T07:21:40Z"),
    });
  });

  test("has null or empty fields for a collective contact or a draft, whether fields are null or absent", () => {
    const { contactId: _contact, openAmount: _open, dueDate: _due, voucherNumber: _number, ...bare } = VOUCHER;
    const expected = { contactExternalId: null, openCents: 0, dueDate: "2026-08-01", number: "" };
    expect(mapEntry(wireVoucher.parse(bare))).toMatchObject(expected);
    expect(entry({ contactId: null, openAmount: null, dueDate: null, voucherNumber: null })).toMatchObject(expected);
  });

  test("may have amounts as numeric strings", () => {
    expect(entry({ openAmount: "97.50", totalAmount: "297.5" })).toMatchObject({
      openCents: 9_750,
      totalCents: 29_750,
    });
    expect(() => entry({ openAmount: "97,50" })).toThrow("no amount of money");
  });

  test("has dates in the German time zone, in winter and summer", () => {
    expect(entry({ dueDate: "2026-01-15T00:00:00.000+01:00" }).dueDate).toBe("2026-01-15");
    expect(entry({ dueDate: "2026-06-14T22:00:00.000Z" }).dueDate).toBe("2026-06-15");
  });
});

describe("an invoice", () => {
  test("is mapped to a document of the port", () => {
    expect(invoice()).toEqual({
      externalId: INVOICE.id,
      externalType: "invoice",
      kind: "invoice",
      status: "open",
      number: "RE1047",
      contactExternalId: INVOICE.address.contactId,
      contactName: "Bäckerei Sonnenschein KG",
      voucherDate: "2026-08-01",
      dueDate: "2026-08-15",
      totalCents: 29_750,
      netCents: 25_000,
      currency: "EUR",
      termLabel: "Der Betrag wird per Lastschrift eingezogen.",
      discountPercent: 2,
      discountDays: 7,
      language: "de",
      isArchived: false,
      deductedIds: [],
      deductedCents: [],
      closingExternalId: null,
      updatedAt: new Date("2026-08-01T07:21:40Z"),
    });
  });

  test("without a due date is due after its payment term, and without a term at once", () => {
    expect(invoice({ dueDate: undefined }).dueDate).toBe("2026-08-15");
    expect(invoice({ dueDate: null, paymentConditions: undefined })).toMatchObject({
      dueDate: "2026-08-01",
      termLabel: "",
      discountPercent: null,
    });
  });

  test("of a one-time customer has no contact", () => {
    expect(invoice({ address: { name: "Laufkundschaft" } })).toMatchObject({
      contactExternalId: null,
      contactName: "Laufkundschaft",
    });
  });

  test("uses the printed label rather than its template", () => {
    const paymentConditions = {
      paymentTermLabel: "Einzug nach 14 Tagen",
      paymentTermLabelTemplate: "Einzug nach {paymentRange} Tagen",
    };
    expect(invoice({ paymentConditions }).termLabel).toBe("Einzug nach 14 Tagen");
    expect(invoice({ paymentConditions: { ...paymentConditions, paymentTermLabel: undefined } }).termLabel).toBe(
      "Einzug nach {paymentRange} Tagen",
    );
  });

  test("that is a closing invoice claims what is left after its down payments", () => {
    expect(mapInvoice(wireInvoice.parse(CLOSING_INVOICE), "invoice")).toMatchObject({
      kind: "closing",
      totalCents: 119_000,
      deductedIds: ["0b9d7a50-7f6f-4ef2-9d63-4c7f4a1c3a01"],
      deductedCents: [238_000],
    });
    expect(invoice({ ...CLOSING_INVOICE, claimedGrossAmount: undefined }).totalCents).toBe(357_000);
    // The net amount covers the whole job, not the claim.
    expect(invoice(CLOSING_INVOICE).netCents).toBeNull();
    // Ordinary invoices sometimes have the field as well; it only counts on a closing invoice.
    expect(invoice({ claimedGrossAmount: 1 }).totalCents).toBe(29_750);
  });

  test("that is a down payment invoice is recognised by its type", () => {
    expect(invoice({}, "downpaymentinvoice")).toMatchObject({ kind: "down_payment", closingExternalId: null });
    expect(invoice({ closingInvoiceId: "x9" }, "downpaymentinvoice").closingExternalId).toBe("x9");
  });
});

describe("a bookkeeping voucher", () => {
  test("uses its remark in place of a payment term", () => {
    expect(mapBookVoucher(wireBookVoucher.parse(BOOK_VOUCHER))).toMatchObject({
      kind: "voucher",
      externalType: "salesinvoice",
      termLabel: "Bestellung 815",
      totalCents: 11_900,
      dueDate: "2026-09-16",
      currency: "EUR",
    });
  });

  test("has a net amount if its tax is known", () => {
    const net = (more: object) => mapBookVoucher(wireBookVoucher.parse({ ...BOOK_VOUCHER, ...more })).netCents;
    expect(net({ totalTaxAmount: 19 })).toBe(10_000);
    expect(net({ totalTaxAmount: undefined })).toBeNull();
  });

  test("with the collective contact has no contact", () => {
    const row = wireBookVoucher.parse({ ...BOOK_VOUCHER, useCollectiveContact: true });
    expect(mapBookVoucher(row).contactExternalId).toBeNull();
  });
});

describe("a contact of Lexware", () => {
  test("that is a company is mapped with the best address for a mandate request first", () => {
    expect(contact()).toEqual({
      externalId: CONTACT.id,
      companyName: "Bäckerei Sonnenschein KG",
      firstName: "Jana",
      lastName: "Sommer",
      emails: ["jana@baeckerei.example", "rechnung@baeckerei.example"],
      street: "Ahornweg 4",
      zip: "01099",
      city: "Dresden",
      countryCode: "DE",
      isArchived: false,
    });
  });

  test("has its addresses ordered: primary person, business, office, other, private, other persons", () => {
    const company = {
      name: "X",
      contactPersons: [
        { lastName: "Zweit", emailAddress: "zweit@x.example" },
        { lastName: "Erst", primary: true, emailAddress: " Erst@X.example " },
      ],
    };
    const emailAddresses = {
      private: ["p@x.example"],
      other: ["o@x.example", "erst@x.example"],
      office: ["off@x.example"],
      business: ["b@x.example", ""],
    };
    expect(contact({ company, emailAddresses })).toMatchObject({
      emails: ["erst@x.example", "b@x.example", "off@x.example", "o@x.example", "p@x.example", "zweit@x.example"],
      lastName: "Erst",
    });
  });

  test("that is a person may have no other fields than the last name", () => {
    const person = { id: "c1", person: { lastName: "Muster" } };
    expect(mapContact(wireContact.parse(person))).toMatchObject({
      companyName: null,
      firstName: null,
      lastName: "Muster",
      emails: [],
      street: "",
      countryCode: "DE",
    });
  });
});
