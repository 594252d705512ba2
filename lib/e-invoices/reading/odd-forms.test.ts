import { expect, test } from "vitest";
import { ciiInvoice, type InvoiceFacts, ublInvoice, zugferd1Invoice } from "@/test/e-invoices";
import { rawPdf } from "@/test/raw-pdf";
import { readFile } from "./rules";
import type { EInvoice } from "./types";

/** Forms that the standards allow, or that programs write, and that few files have. */
const RENDERERS = [ublInvoice, ciiInvoice, zugferd1Invoice];

async function read(file: string | Buffer) {
  const result = await readFile(Buffer.from(file));
  const { outcome, reason, detail } = result;
  return { outcome, reason, detail, invoice: ("invoice" in result ? result.invoice : {}) as Partial<EInvoice> };
}

test.each<[code: string, payable: string, outcome: string]>([
  ["380", "119.00", "direct_debit"],
  ["380", "-119.00", "negative"],
  ["326", "119.00", "direct_debit"],
  ["384", "119.00", "direct_debit"],
  ["384", "-8.79", "negative"],
  ["384", "0.00", "nothing_due"],
  ["384", "-0.00", "nothing_due"],
  ["386", "119.00", "direct_debit"],
  ["875", "119.00", "direct_debit"],
  ["876", "119.00", "direct_debit"],
  ["877", "119.00", "direct_debit"],
  ["381", "119.00", "credit"],
  ["381", "-119.00", "credit"],
  ["261", "119.00", "credit"],
  ["389", "119.00", "self_billed"],
  ["751", "119.00", "accounting_only"],
  ["325", "119.00", "accounting_only"],
])("type code %s with %s payable is %s in every syntax", async (typeCode, payable, outcome) => {
  for (const render of RENDERERS)
    expect((await read(render({ typeCode, payable }))).outcome, render.name).toBe(outcome);
});

test("the root of a credit note counts more than its type code", async () => {
  for (const payable of ["119.00", "-119.00", "0.00"])
    expect(await read(ublInvoice({ typeCode: "326", payable }, "CreditNote"))).toMatchObject({ outcome: "credit" });
});

test.each<[text: string, cents: number | undefined]>([
  ["336.9", 33_690],
  ["50", 5_000],
  ["529.870", 52_987],
  ["+1.5", 150],
  [" 119.00\n", 11_900],
  [".5", 50],
  ["1.234,56", undefined],
  ["119,00", undefined],
  ["1.19E2", undefined],
  ["119.001", undefined],
  ["119 €", undefined],
])("the amount %j is read exactly or not at all", async (payable, cents) => {
  for (const render of RENDERERS) {
    const { outcome, invoice } = await read(render({ payable }));
    expect(invoice.payableCents).toBe(cents);
    expect(outcome).toBe(cents === undefined ? "no_amount" : "direct_debit");
  }
});

test("the profiles MINIMUM and BASIC WL of Factur-X are read by their syntax", async () => {
  const bare = { means: [], dueDate: undefined, mandate: undefined, creditorId: undefined, terms: undefined };
  const minimum = ciiInvoice({ ...bare, profile: "urn:factur-x.eu:1p0:minimum", total: "119.00", payable: "100.00" });
  expect(await read(minimum)).toMatchObject({
    ...{ outcome: "other_means", reason: "means_missing" },
    invoice: {
      profile: "urn:factur-x.eu:1p0:minimum",
      payableCents: 10_000,
      paymentMeans: [],
      remarks: ["sum_differs"],
    },
  });
  const basicWl = ciiInvoice({ profile: "urn:factur-x.eu:1p0:basicwl" });
  expect(await read(basicWl)).toMatchObject({ outcome: "direct_debit", invoice: { mandateReference: "M-0042" } });
});

test("BASIC of ZUGFeRD 1 says no payable amount, and the total is not taken for it", async () => {
  const profile = "urn:ferd:CrossIndustryDocument:invoice:1p0:basic";
  expect(await read(zugferd1Invoice({ profile, payable: undefined }))).toMatchObject({
    ...{ outcome: "no_amount", reason: "amount_missing" },
    invoice: { syntax: "ZUGFeRD 1", profile, totalCents: 11_900, payableCents: undefined },
  });
});

test("a direct debit of ZUGFeRD 1 has code 49", async () => {
  const { outcome, invoice } = await read(zugferd1Invoice({ means: ["49"] }));
  expect(outcome).toBe("direct_debit");
  expect(invoice).toMatchObject({ mandateReference: "M-0042", creditorId: "DE98ZZZ09999999999" });
});

test("several means of payment are listed in their order, and a debit beside a transfer is none", async () => {
  for (const render of RENDERERS) {
    const both = await read(render({ means: ["58", "59"] }));
    expect(both).toMatchObject({ outcome: "other_means", reason: "means_mixed", detail: "58, 59" });
    expect(both.invoice.paymentMeans).toEqual(["58", "59"]);
    expect((await read(render({ means: ["59", "59"] }))).outcome).toBe("direct_debit");
  }
});

test("an invoice with two different mandates, creditors or type codes is no direct debit, and one stated twice is", async () => {
  const twice = (xml: string, pattern: RegExp, changed: (text: string) => string) =>
    read(xml.replace(pattern, (text) => text + changed(text)));
  const places: [render: () => string, mandate: RegExp, creditor: RegExp, type: RegExp][] = [
    [
      ublInvoice,
      /<cac:PaymentMeans>.*?<\/cac:PaymentMeans>/s,
      /<cac:PartyIdentification><cbc:ID schemeID="SEPA">.*?<\/cac:PartyIdentification>/,
      /<cbc:InvoiceTypeCode>.*?<\/cbc:InvoiceTypeCode>/,
    ],
    [
      ciiInvoice,
      /<ram:SpecifiedTradePaymentTerms>.*?<\/ram:SpecifiedTradePaymentTerms>/s,
      /<ram:CreditorReferenceID>.*?<\/ram:CreditorReferenceID>/,
      /<ram:TypeCode>380<\/ram:TypeCode>/,
    ],
    [
      zugferd1Invoice,
      /<ram:SpecifiedTradeSettlementPaymentMeans>.*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/s,
      /<ram:SpecifiedTradeSettlementPaymentMeans>.*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/s,
      /<ram:TypeCode>380<\/ram:TypeCode>/,
    ],
  ];
  for (const [render, mandate, creditor, type] of places)
    for (const [place, value, other] of [
      [mandate, "M-0042", "M-0043"],
      [creditor, "DE98ZZZ09999999999", "FR72ZZZ123456"],
      [type, "380", "381"],
    ] as const) {
      const differing = await twice(render(), place, (text) => text.replace(value, other));
      const detail = `${value}, ${other}`;
      expect(differing, render.name).toMatchObject({ outcome: "other_means", reason: "values_differ", detail });
      expect(await twice(render(), place, (text) => text), render.name).toMatchObject({ outcome: "direct_debit" });
    }
  const placeholder = await twice(ublInvoice(), places[0]?.[2] ?? /$/, (text) => text.replace(/DE98\w+/, "CREDID"));
  expect(placeholder).toMatchObject({ outcome: "direct_debit" });
});

test("comments, processing instructions and CDATA anywhere change no value", async () => {
  for (const render of RENDERERS) {
    const noisy = render()
      .replaceAll(/<(?=\w)/g, "<?program a?><!-- b --><")
      .replaceAll(">119.00<", "><![CDATA[11]]><?c?>9<!-- 5 -->.00<");
    expect((await read(noisy)).invoice, render.name).toEqual((await read(render())).invoice);
  }
});

test("the currency of the document counts, and not the one of accounting", async () => {
  const ubl = ublInvoice({ currency: "DKK" }).replace("<cac:Acc", "<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>$&");
  expect(await read(ubl)).toMatchObject({ outcome: "foreign_currency", invoice: { currency: "DKK" } });
  const cii = ciiInvoice({ extra: "<ram:TaxCurrencyCode>GBP</ram:TaxCurrencyCode>" });
  expect(await read(cii)).toMatchObject({ outcome: "direct_debit", invoice: { currency: "EUR" } });
});

test("amounts in a second currency do not make the payable one ambiguous", async () => {
  const second = '<ram:DuePayableAmount currencyID="USD">130.00</ram:DuePayableAmount>';
  const xml = ciiInvoice().replace("<ram:DuePayableAmount>", `${second}<ram:DuePayableAmount currencyID="EUR">`);
  expect(await read(xml)).toMatchObject({ outcome: "direct_debit", invoice: { payableCents: 11_900 } });
});

test.each<[text: string, day: string | undefined]>([
  ["2026-12-14", "2026-12-14"],
  ["2026-12-14+01:00", "2026-12-14"],
  ["2026-12-14Z", "2026-12-14"],
  ["14.12.2026", undefined],
  ["2026-02-30", undefined],
])("the day %j of UBL is read as %s", async (dueDate, day) => {
  expect((await read(ublInvoice({ dueDate }))).invoice.dueDate).toBe(day);
});

test.each<[format: string, text: string, day: string | undefined]>([
  ["102", "20261214", "2026-12-14"],
  ["203", "202612141530", "2026-12-14"],
  ["204", "20261214153000", "2026-12-14"],
  ["610", "202612", "2026-12-31"],
  ["616", "202651", "2026-12-20"],
  ["102", "2026-12-14", "2026-12-14"],
  ["102", "141226", undefined],
])("the day of format %s written %j is read as %s", async (format, text, day) => {
  for (const render of [ciiInvoice, zugferd1Invoice]) {
    const xml = render().replace('format="102">20261214', `format="${format}">${text}`);
    expect((await read(xml)).invoice.dueDate, render.name).toBe(day);
  }
});

test("an invoice without due date keeps its terms, and its discounts only in the grammar of XRechnung", async () => {
  const facts: InvoiceFacts = { dueDate: undefined };
  const terms = "Bei Zahlung in 14 Tagen 2 %.\n#SKONTO#TAGE=14#PROZENT=2.00#BASISBETRAG=100.00#\n";
  for (const render of RENDERERS) {
    const { invoice } = await read(render({ ...facts, terms }));
    expect(invoice).toMatchObject({ dueDate: undefined, terms: terms.trim(), remarks: [] });
    expect(invoice.skonto).toEqual([{ days: 14, percent: "2.00", baseCents: 10_000 }]);
    const wrong = await read(render({ ...facts, terms: "#SKONTO#TAGE=14#PROZENT=2#\n" }));
    expect(wrong.invoice).toMatchObject({ skonto: [], remarks: ["skonto_malformed"] });
  }
});

test("accounts, periods and files beside the facts change nothing", async () => {
  const file = `<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${"QUJD".repeat(50_000)}</cbc:EmbeddedDocumentBinaryObject>`;
  const reference = (name: string) =>
    `<cac:${name}><cbc:ID>1</cbc:ID><cac:Attachment>${file}</cac:Attachment></cac:${name}>`;
  const ubl = ["AdditionalDocumentReference", "ContractDocumentReference", "DespatchDocumentReference"].map(reference);
  expect(await read(ublInvoice({ extra: ubl.join("") }))).toMatchObject({ outcome: "direct_debit" });
  const account =
    "<ram:ReceivableSpecifiedTradeAccountingAccount><ram:ID>4711</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>";
  expect(await read(ciiInvoice({ extra: account }))).toMatchObject({ outcome: "direct_debit" });
});

test.each<[what: string, form: Parameters<typeof rawPdf>[1]]>([
  ["in a flat list", {}],
  ["in a tree with levels", { names: "nested" }],
  ["also as associated files of the document", { associated: "document" }],
  ["also as annotations of a page", { annotated: true }],
  ["only as annotations of a page", { annotated: true, names: "none" }],
  ["only as associated files of the document", { associated: "document", names: "none" }],
  ["only as associated files of the document, in an array of their own", { associated: "indirect", names: "none" }],
  ["only as associated files of a page", { associated: "page", names: "none" }],
])("the invoice is found in a PDF with its attachments %s", async (_what, form) => {
  const others = [
    { name: "Lieferschein.txt", content: "1" },
    { name: "zeiten.xml", content: "<Zeiten/>" },
  ];
  const attachments = [...others.slice(0, 1), { name: "factur-x.xml", content: ciiInvoice() }, ...others.slice(1)];
  const pdf = rawPdf(attachments, form);
  const xml = Buffer.from(ciiInvoice());
  for (const bytes of [
    pdf,
    Buffer.concat([Buffer.from("junk\n"), pdf]),
    rawPdf(attachments, { ...form, packed: true }),
  ]) {
    const result = await readFile(bytes);
    expect(result).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-2026-117" } });
    expect("xml" in result && xml.equals(result.xml)).toBe(true);
  }
});

test.each([
  "ferd.xml",
  "FACTUR-X.XML",
  "ZUGFeRD-invoice.xml",
  "zugferd-invoice.xml",
  "UBL-Invoice-2.1.xml",
  "rechnung",
])("an attachment named %s is an invoice by its root", async (name) => {
  for (const render of RENDERERS) {
    const pdf = rawPdf([{ name, content: render() }]);
    expect((await read(pdf)).invoice.number, render.name).toBe("RE-2026-117");
  }
});

test("of two attachments with the same invoice the one with a standard name counts", async () => {
  const [named, other] = [ciiInvoice(), ciiInvoice({ terms: "Kopie" })];
  const pdf = rawPdf([
    { name: "anhang.xml", content: other },
    { name: "ZUGFeRD-invoice.xml", content: named },
  ]);
  const result = await readFile(pdf);
  expect("xml" in result && Buffer.from(result.xml).toString()).toBe(named);
});

test.each([
  ["true", ["marked_as_test"]],
  ["1", ["marked_as_test"]],
  ["false", []],
])("the indicator of a test is a remark if it is %s, and changes no outcome", async (indicator, remarks) => {
  for (const render of [ciiInvoice, zugferd1Invoice]) {
    const element = `<ram:TestIndicator><udt:Indicator>${indicator}</udt:Indicator></ram:TestIndicator>`;
    const xml = render().replace(/<rsm:(?:Exchanged|SpecifiedExchanged)DocumentContext>/, (start) => start + element);
    expect(await read(xml), render.name).toMatchObject({ outcome: "direct_debit", invoice: { remarks } });
  }
});
