import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ciiInvoice, pdfWith, ublInvoice, zugferd1Invoice } from "@/test/e-invoices";
import { readFile } from "./rules";
import type { EInvoice } from "./types";

async function read(text: string | Buffer) {
  return readFile(Buffer.from(text));
}

async function invoiceOf(text: string | Buffer): Promise<EInvoice> {
  const result = await read(text);
  if (!("invoice" in result)) throw new Error(`${result.outcome}: ${result.reason} ${result.detail}`);
  return result.invoice;
}

const FACTS = {
  typeCode: "380",
  number: "RE-2026-117",
  issueDate: "2026-11-30",
  currency: "EUR",
  totalCents: 11900,
  payableCents: 11900,
  dueDate: "2026-12-14",
  paymentMeans: ["59"],
  mandateReference: "M-0042",
  creditorId: "DE98ZZZ09999999999",
  debtorIban: "DE02120300000000202051",
  creditIbans: [],
  sellerName: "Werkstatt Nord GmbH",
  sellerVatId: "DE123456789",
  sellerTaxNumber: "22/815/08154",
  buyerName: "Muster & Söhne KG",
  buyerId: "K-1001",
  buyerEmail: "rechnung@muster.example",
  buyerVatId: "DE987654321",
  precedingNumbers: [],
  skonto: [],
  lines: [{ text: "Wartung der Heizung", quantity: "2.5", unit: "HUR", netCents: 10_000 }],
  lineCount: 1,
  remarks: [],
};

test.each([
  ["UBL Invoice", ublInvoice(), "urn:cen.eu:en16931:2017"],
  ["CII", ciiInvoice(), "urn:cen.eu:en16931:2017"],
  ["ZUGFeRD 1", zugferd1Invoice(), "urn:ferd:CrossIndustryDocument:invoice:1p0:comfort"],
])("reads every fact of an invoice in %s", async (syntax, xml, profile) => {
  const result = await read(xml);
  expect(result).toMatchObject({ outcome: "direct_debit", invoice: { syntax, profile, ...FACTS } });
  expect(result).toMatchObject({ xmlSha1: createHash("sha1").update(xml).digest("hex") });
});

test("a credit note has its type code and due date in other places", async () => {
  const xml = ublInvoice({ typeCode: "381", preceding: ["RE-1", "RE-2"] }, "CreditNote");
  expect(await read(xml)).toMatchObject({
    outcome: "credit",
    invoice: {
      syntax: "UBL CreditNote",
      typeCode: "381",
      dueDate: "2026-12-14",
      payableCents: 11900,
      precedingNumbers: ["RE-1", "RE-2"],
    },
  });
});

test("the mail address of the buyer is that of the contact, otherwise that of the endpoint", async () => {
  for (const render of [ublInvoice, ciiInvoice]) {
    const both = render({ buyerEmail: "a@muster.example", buyerEndpoint: "b@muster.example" });
    expect((await invoiceOf(both)).buyerEmail).toBe("a@muster.example");
    const one = render({ buyerEmail: undefined, buyerEndpoint: "b@muster.example" });
    expect((await invoiceOf(one)).buyerEmail).toBe("b@muster.example");
    expect((await invoiceOf(one.replace('schemeID="EM"', 'schemeID="0088"'))).buyerEmail).toBeUndefined();
  }
});

test("a creditor identifier is also found at the second place where programs write it", async () => {
  const payee =
    '<cac:PayeeParty><cac:PartyIdentification><cbc:ID schemeID="SEPA">DE98ZZZ09999999999</cbc:ID></cac:PartyIdentification></cac:PayeeParty>';
  const ubl = ublInvoice({ creditorId: undefined, extra: payee });
  expect((await invoiceOf(ubl)).creditorId).toBe("DE98ZZZ09999999999");
  const cii = ciiInvoice({ creditorId: undefined }).replace(
    "<ram:SellerTradeParty>",
    '<ram:SellerTradeParty><ram:GlobalID schemeID="0088">4012345000009</ram:GlobalID><ram:GlobalID schemeID="SEPA">DE98ZZZ09999999999</ram:GlobalID>',
  );
  expect((await invoiceOf(cii)).creditorId).toBe("DE98ZZZ09999999999");
});

test("the payable amount is never computed: a difference is a remark", async () => {
  const xml = ublInvoice({ total: "1729.00", prepaid: "1000.00", rounding: "0.30", payable: "729.00" });
  expect(await invoiceOf(xml)).toMatchObject({
    totalCents: 172900,
    prepaidCents: 100000,
    roundingCents: 30,
    payableCents: 72900,
    remarks: ["sum_differs"],
  });
});

test("payments for third parties are part of the sum in XRechnung's extension", async () => {
  const extra = '<cac:PrepaidPayment><cbc:PaidAmount currencyID="EUR">29.96</cbc:PaidAmount></cac:PrepaidPayment>';
  const invoice = await invoiceOf(ublInvoice({ total: "336.9", payable: "366.86", extra }));
  expect(invoice).toMatchObject({ payableCents: 36686, remarks: [] });
});

test("a negative paid amount adds to what is payable", async () => {
  const invoice = await invoiceOf(ciiInvoice({ total: "220.00", prepaid: "-220.00", payable: "440.00" }));
  expect(invoice).toMatchObject({ prepaidCents: -22000, payableCents: 44000, remarks: [] });
});

test("of several payment terms the last is the due date and an earlier one with a percentage is a discount", async () => {
  const early = `<ram:SpecifiedTradePaymentTerms>
    <ram:DueDateDateTime><udt:DateTimeString format="102">20261210</udt:DateTimeString></ram:DueDateDateTime>
    <ram:ApplicableTradePaymentDiscountTerms>
      <ram:BasisAmount>100.00</ram:BasisAmount><ram:CalculationPercent>2.00</ram:CalculationPercent>
    </ram:ApplicableTradePaymentDiscountTerms></ram:SpecifiedTradePaymentTerms>`;
  const xml = ciiInvoice({ dueDate: "2026-12-30" });
  const invoice = await invoiceOf(xml.replace("<ram:SpecifiedTradePaymentTerms>", `${early}$&`));
  expect(invoice).toMatchObject({
    dueDate: "2026-12-30",
    skonto: [{ days: 10, percent: "2.00", baseCents: 10000 }],
  });
});

test("a discount period counts from its own first day", async () => {
  const discount = `<ram:ApplicableTradePaymentDiscountTerms>
    <ram:BasisDateTime><udt:DateTimeString format="102">20261202</udt:DateTimeString></ram:BasisDateTime>
    <ram:BasisPeriodMeasure unitCode="DAY">14</ram:BasisPeriodMeasure>
    <ram:CalculationPercent>3</ram:CalculationPercent></ram:ApplicableTradePaymentDiscountTerms>`;
  const xml = ciiInvoice().replace("</ram:SpecifiedTradePaymentTerms>", `${discount}$&`);
  expect((await invoiceOf(xml)).skonto).toEqual([{ days: 16, percent: "3" }]);
});

test("the discount lines of XRechnung are read from the terms, with their line breaks", async () => {
  const terms = "Zahlbar in 30 Tagen.\n#SKONTO#TAGE=7#PROZENT=2.00#\n#SKONTO#TAGE=30#PROZENT=0.00#\n";
  for (const render of [ublInvoice, ciiInvoice]) {
    const invoice = await invoiceOf(render({ terms }));
    expect(invoice.skonto).toEqual([
      { days: 7, percent: "2.00" },
      { days: 30, percent: "0.00" },
    ]);
    expect((await invoiceOf(render({ terms: terms.trimEnd() }))).remarks).toEqual(["skonto_malformed"]);
  }
});

test.each([
  ["UTF-8", (xml: string) => Buffer.from(`\uFEFF${xml}`)],
  ["UTF-16", (xml: string) => Buffer.from(`\uFEFF${xml}`, "utf16le")],
  ["UTF-16", (xml: string) => Buffer.from(`\uFEFF${xml}`, "utf16le").swap16()],
  ["ISO-8859-1", (xml: string) => Buffer.from(xml, "latin1")],
  ["windows-1252", (xml: string) => Buffer.from(xml, "latin1")],
])("reads %s", async (encoding, encode) => {
  const xml = ublInvoice().replace('"UTF-8"', `"${encoding}"`);
  expect((await invoiceOf(encode(xml))).buyerName).toBe("Muster & Söhne KG");
});

test("prefixes mean nothing", async () => {
  const xml = ciiInvoice().replaceAll("ram:", "x:").replace("xmlns:ram", "xmlns:x").replaceAll("rsm:", "");
  const other = xml.replace("xmlns:rsm", "xmlns").replace("xmlns:ram=", "xmlns:x=");
  expect(await read(other)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-2026-117" } });
});

test("XML that speaks of a PDF is XML", async () => {
  const xml = ublInvoice().replace("<ubl:", "<!-- from Rechnung.pdf, %PDF-1.7 -->\n<ubl:");
  expect(await read(xml)).toMatchObject({ outcome: "direct_debit", invoice: { syntax: "UBL Invoice" } });
});

test("comments and CDATA sections do not change a text", async () => {
  const xml = ublInvoice().replace(">M-0042<", "><![CDATA[M-]]><!-- 9 -->0042<");
  expect((await invoiceOf(xml)).mandateReference).toBe("M-0042");
});

test.each(["factur-x.xml", "ZUGFeRD-Invoice.XML", "xrechnung.xml", "Anlage.bin"])(
  "reads the invoice that a PDF has as %s",
  async (name) => {
    const xml = ciiInvoice();
    const result = await read(await pdfWith({ "bild.png": Buffer.from([137, 80, 78, 71]), [name]: xml }));
    expect(result).toMatchObject({ outcome: "direct_debit", xmlSha1: createHash("sha1").update(xml).digest("hex") });
    expect("xml" in result && Buffer.from(result.xml).toString()).toBe(xml);
  },
);

test("of one invoice in two formats the newer one counts", async () => {
  const pdf = await pdfWith({ "ZUGFeRD-invoice.xml": zugferd1Invoice(), "factur-x.xml": ciiInvoice() });
  expect((await invoiceOf(pdf)).syntax).toBe("CII");
});
