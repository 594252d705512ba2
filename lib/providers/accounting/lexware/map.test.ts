import { describe, expect, test } from "vitest";
import { BOOK_VOUCHER, CLOSING_INVOICE, CONTACT, INVOICE, VOUCHER } from "@/test/recorded-lexware";
import { mapBookVoucher, mapContact, mapEntry, mapInvoice, mapStatus } from "./map";
import { wireBookVoucher, wireContact, wireInvoice, wireVoucher } from "./wire";

const entry = (changes: object = {}) => mapEntry(wireVoucher.parse({ ...VOUCHER, ...changes }));
const invoice = (changes: object = {}, type = "invoice") =>
  mapInvoice(wireInvoice.parse({ ...INVOICE, ...changes }), type);
const contact = (changes: object = {}) => mapContact(wireContact.parse({ ...CONTACT, ...changes }));

describe("statuses", () => {
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
  ])("%s is %s", (word, status) => {
    expect(mapStatus(word)).toBe(status);
  });
});

describe("a row of the voucherlist", () => {
  test("in our words", () => {
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

  test("collective contacts and drafts leave things out, as null or altogether", () => {
    const { contactId: _contact, openAmount: _open, dueDate: _due, voucherNumber: _number, ...bare } = VOUCHER;
    const expected = { contactExternalId: null, openCents: 0, dueDate: "2026-08-01", number: "" };
    expect(mapEntry(wireVoucher.parse(bare))).toMatchObject(expected);
    expect(entry({ contactId: null, openAmount: null, dueDate: null, voucherNumber: null })).toMatchObject(expected);
  });

  test("amounts may come as numeric strings", () => {
    expect(entry({ openAmount: "97.50", totalAmount: "297.5" })).toMatchObject({
      openCents: 9_750,
      totalCents: 29_750,
    });
    expect(() => entry({ openAmount: "97,50" })).toThrow("no amount of money");
  });

  test("winter and summer dates are days in Germany", () => {
    expect(entry({ dueDate: "2026-01-15T00:00:00.000+01:00" }).dueDate).toBe("2026-01-15");
    expect(entry({ dueDate: "2026-06-14T22:00:00.000Z" }).dueDate).toBe("2026-06-15");
  });
});

describe("an invoice", () => {
  test("in our words", () => {
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

  test("without a due date it is due after its term, without a term at once", () => {
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

  test("the label printed on it wins over the template", () => {
    const paymentConditions = {
      paymentTermLabel: "Einzug nach 14 Tagen",
      paymentTermLabelTemplate: "Einzug nach {paymentRange} Tagen",
    };
    expect(invoice({ paymentConditions }).termLabel).toBe("Einzug nach 14 Tagen");
    expect(invoice({ paymentConditions: { ...paymentConditions, paymentTermLabel: undefined } }).termLabel).toBe(
      "Einzug nach {paymentRange} Tagen",
    );
  });

  test("a closing invoice claims what is left after its down payments", () => {
    expect(mapInvoice(wireInvoice.parse(CLOSING_INVOICE), "invoice")).toMatchObject({
      kind: "closing",
      totalCents: 119_000,
      deductedIds: ["0b9d7a50-7f6f-4ef2-9d63-4c7f4a1c3a01"],
      deductedCents: [238_000],
    });
    expect(invoice({ ...CLOSING_INVOICE, claimedGrossAmount: undefined }).totalCents).toBe(357_000);
    // The net amount is that of all of it.
    expect(invoice(CLOSING_INVOICE).netCents).toBeNull();
    // The field also stands on ordinary invoices now and then; only a closing one is claimed by it.
    expect(invoice({ claimedGrossAmount: 1 }).totalCents).toBe(29_750);
  });

  test("a down payment invoice is told by its type", () => {
    expect(invoice({}, "downpaymentinvoice")).toMatchObject({ kind: "down_payment", closingExternalId: null });
    expect(invoice({ closingInvoiceId: "x9" }, "downpaymentinvoice").closingExternalId).toBe("x9");
  });
});

describe("a bookkeeping voucher", () => {
  test("has its remark where invoices have a payment term", () => {
    expect(mapBookVoucher(wireBookVoucher.parse(BOOK_VOUCHER))).toMatchObject({
      kind: "voucher",
      externalType: "salesinvoice",
      termLabel: "Bestellung 815",
      totalCents: 11_900,
      dueDate: "2026-09-16",
      currency: "EUR",
    });
  });

  test("is net of its tax, as far as the tax is told", () => {
    const net = (more: object) => mapBookVoucher(wireBookVoucher.parse({ ...BOOK_VOUCHER, ...more })).netCents;
    expect(net({ totalTaxAmount: 19 })).toBe(10_000);
    expect(net({ totalTaxAmount: undefined })).toBeNull();
  });

  test("of the collective contact belongs to nobody", () => {
    const row = wireBookVoucher.parse({ ...BOOK_VOUCHER, useCollectiveContact: true });
    expect(mapBookVoucher(row).contactExternalId).toBeNull();
  });
});

describe("a contact", () => {
  test("of a company, best address for a mandate first", () => {
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

  test("addresses in the order primary person, business, office, other, private, other persons; each once", () => {
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

  test("a person without anything", () => {
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
