import { expect, test } from "vitest";
import { ciiInvoice, pdfWith, ublInvoice, zugferd1Invoice } from "@/test/e-invoices";
import { READING_LIMITS } from "./limits-rules";
import { readFile } from "./rules";

const xml = ublInvoice();

test.each([
  ["an empty file", "", "unreadable", "empty"],
  ["a text", "Rechnung 117", "not_an_invoice", "not_xml_or_pdf"],
  ["HTML", "<html><body/></html>", "not_an_invoice", "other_root"],
  ["an invoice in no namespace", "<Invoice><ID>1</ID></Invoice>", "not_an_invoice", "other_root"],
  [
    "an order",
    '<a:SCRDMCCBDACIOMessageStructure xmlns:a="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"/>',
    "not_an_invoice",
    "order",
  ],
  [
    "the envelope of a Peppol message",
    `<StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader">${xml.replace(/^<\?xml[^>]*>/, "")}</StandardBusinessDocument>`,
    "not_an_invoice",
    "envelope",
  ],
  ["a document type", xml.replace("<ubl:", "<!-- x --><!DOCTYPE a>\n<ubl:"), "unreadable", "doctype"],
  ["NUL bytes", xml.replace("RE-2026", "RE\0-2026"), "unreadable", "nul_bytes"],
  ["an unknown encoding", xml.replace("UTF-8", "EBCDIC-XYZ"), "unreadable", "encoding_unknown"],
  ["a cut-off document", xml.slice(0, -20), "unreadable", "malformed"],
  ["a second root", `${xml}<a/>`, "unreadable", "malformed"],
  [
    "an undeclared prefix",
    xml.replace("<cbc:ID>", "<x:ID>").replace("</cbc:ID>", "</x:ID>"),
    "unreadable",
    "malformed",
  ],
  ["an undeclared entity", xml.replace("RE-2026", "&x;"), "unreadable", "malformed"],
  [
    "300 levels",
    xml.replace("<cac:InvoiceLine>", `$&${"<cac:A>".repeat(300)}${"</cac:A>".repeat(300)}`),
    "unreadable",
    "malformed",
  ],
])("refuses %s", async (_, text, outcome, reason) => {
  expect(await readFile(Buffer.from(text))).toMatchObject({ outcome, reason });
});

test("refuses bytes that are wrong in their encoding", async () => {
  const result = await readFile(Buffer.from(xml, "latin1"));
  expect(result).toMatchObject({ outcome: "unreadable", reason: "encoding_unknown", detail: "UTF-8" });
});

test.each([
  ["no namespace", ciiInvoice().replace("<ram:DuePayableAmount", '<DuePayableAmount xmlns=""')],
  ["the namespace of the root", ciiInvoice().replaceAll("ram:DuePayableAmount", "rsm:DuePayableAmount")],
  ["the namespace of data types", ciiInvoice().replaceAll("ram:DuePayableAmount", "udt:DuePayableAmount")],
  [
    "an unknown namespace",
    ciiInvoice().replaceAll(":DateTimeString", ":DateTimeString").replace("UnqualifiedDataType:100", "X:1"),
  ],
  ["a part in the wrong namespace", ublInvoice().replaceAll("cac:PaymentMandate", "cbc:PaymentMandate")],
  ["a value in the wrong namespace", ublInvoice().replaceAll("cbc:PaymentMeansCode", "cac:PaymentMeansCode")],
])("refuses an invoice that is not wholly in its namespaces: %s", async (_, text) => {
  const wrong = text.replace(/<DuePayableAmount xmlns="">([\d.]+)<\/ram:/, '<DuePayableAmount xmlns="">$1</');
  expect(await readFile(Buffer.from(wrong))).toMatchObject({ outcome: "unreadable", reason: "wrong_namespace" });
});

test("refuses two invoice numbers in one document", async () => {
  const twice = xml.replace("<cbc:IssueDate>", "<cbc:ID>RE-2</cbc:ID>$&");
  expect(await readFile(Buffer.from(twice))).toMatchObject({ reason: "several_numbers", detail: "RE-2026-117, RE-2" });
});

test.each<[what: string, text: string, element: string]>([
  ["a number", ublInvoice({ number: "R".repeat(501) }), "ID"],
  ["a customer number", ciiInvoice({ buyerId: "K".repeat(501) }), "ID"],
  ["a mandate reference", zugferd1Invoice({ mandate: "M".repeat(501) }), "ID"],
  ["a name", ublInvoice({ buyerName: "ß".repeat(501) }), "RegistrationName"],
  ["an attribute", zugferd1Invoice({ creditorId: "D".repeat(100_001) }), "ID"],
])("refuses %s that is longer than any", async (_, text, detail) => {
  expect(await readFile(Buffer.from(text))).toMatchObject({ outcome: "unreadable", reason: "text_too_long", detail });
});

test("a reason quotes no more of a file than a person reads", async () => {
  const numbers = Array.from({ length: 1_000 }, (_, at) => `<cbc:ID>RE-${at}</cbc:ID>`).join("");
  const texts = [xml.replace("<cbc:IssueDate>", `${numbers}$&`), ublInvoice({ payable: "x".repeat(50_000) })];
  for (const text of texts) {
    const { reason, detail } = await readFile(Buffer.from(text));
    expect(["several_numbers", "amount_malformed"]).toContain(reason);
    expect(detail).toMatch(/^.{198,199}…$/);
  }
});

test("a number of 500 characters and terms of 90,000 are read", async () => {
  const long = ublInvoice({ number: "R".repeat(500), terms: "x".repeat(90_000) });
  expect(await readFile(Buffer.from(long))).toMatchObject({ outcome: "direct_debit" });
});

test("the size, the elements and the texts of a document have limits", async () => {
  const small = { ...READING_LIMITS, xmlBytes: 1000 };
  expect(await readFile(Buffer.from(xml), small)).toMatchObject({ reason: "too_large" });
  expect(await readFile(Buffer.from(xml), { ...READING_LIMITS, textLength: 20 })).toMatchObject({
    reason: "text_too_long",
    detail: "CustomizationID",
  });
  const few = { ...READING_LIMITS, elements: 20 };
  expect(await readFile(Buffer.from(xml), few)).toMatchObject({ reason: "too_many_elements" });
});

test.each([
  ["without attachments", pdfWith({}), "not_an_invoice", "pdf_without_invoice"],
  ["with another attachment", pdfWith({ "a.txt": "Hallo" }), "not_an_invoice", "pdf_without_invoice"],
  ["with a damaged invoice", pdfWith({ "factur-x.xml": xml.slice(0, 500) }), "unreadable", "malformed"],
  ["with a DOCTYPE in its invoice", pdfWith({ "factur-x.xml": `<!DOCTYPE a>${xml}` }), "unreadable", "doctype"],
  [
    "that is cut off",
    pdfWith({ "factur-x.xml": xml }).then((pdf) => pdf.subarray(0, -300)),
    "unreadable",
    "pdf_damaged",
  ],
  ["that is not one", Promise.resolve(Buffer.from("%PDF-1.7\n%%EOF")), "unreadable", "pdf_damaged"],
])("refuses a PDF %s", async (_, pdf, outcome, reason) => {
  expect(await readFile(await pdf)).toMatchObject({ outcome, reason });
});

test.each([
  ["cut off", xml.slice(0, -20), "unreadable", "malformed"],
  ["with a DOCTYPE", xml.replace("<ubl:", "<!DOCTYPE a>\n<ubl:"), "unreadable", "doctype"],
  [
    "in the wrong namespace",
    xml.replaceAll("cac:PaymentMandate", "cbc:PaymentMandate"),
    "unreadable",
    "wrong_namespace",
  ],
  ["in UTF-16 with a DOCTYPE", Buffer.from(`\uFEFF<!DOCTYPE a>${xml.slice(39)}`, "utf16le"), "unreadable", "doctype"],
  ["of another kind, cut off", "<Zeiten><Tag>1", "not_an_invoice", "pdf_without_invoice"],
  ["of another kind, with a DOCTYPE", "<!DOCTYPE svg><svg/>", "not_an_invoice", "pdf_without_invoice"],
])(
  "an attachment %s, under a name that says nothing, is refused with its reason",
  async (_, content, outcome, reason) => {
    expect(await readFile(await pdfWith({ "rechnung.xml": content }))).toMatchObject({ outcome, reason });
    const beside = await pdfWith({ "rechnung.xml": content, "factur-x.xml": ciiInvoice() });
    expect(await readFile(beside)).toMatchObject({ outcome: "direct_debit", invoice: { syntax: "CII" } });
  },
);

test("NUL bytes behind a PDF are no damage, but many other ones are", async () => {
  const pdf = await pdfWith({ "factur-x.xml": xml });
  const filled = Buffer.concat([pdf, Buffer.alloc(30_000)]);
  expect(await readFile(filled)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-2026-117" } });
  const longer = Buffer.concat([pdf, Buffer.alloc(30_000, "x")]);
  expect(await readFile(longer)).toMatchObject({ outcome: "unreadable", reason: "pdf_damaged" });
});

test.each([
  ["numbers", { number: "RE-1" }, "RE-2026-117, RE-1"],
  ["amounts", { payable: "120.00" }, "RE-2026-117, RE-2026-117"],
])("refuses a PDF with two invoices of different %s", async (_, other, detail) => {
  const pdf = await pdfWith({ "factur-x.xml": ciiInvoice(), "ZUGFeRD-invoice.xml": zugferd1Invoice(other) });
  expect(await readFile(pdf)).toMatchObject({ outcome: "unreadable", reason: "pdf_two_invoices", detail });
});

test("refuses a PDF with too many or too large attachments", async () => {
  const pdf = await pdfWith({ "factur-x.xml": xml, "a.txt": "a", "b.txt": "b" });
  expect(await readFile(pdf, { ...READING_LIMITS, attachments: 2 })).toMatchObject({
    reason: "pdf_too_many_attachments",
    detail: "3",
  });
  expect(await readFile(pdf, { ...READING_LIMITS, xmlBytes: 1000 })).toMatchObject({
    reason: "pdf_attachment_too_large",
    detail: "factur-x.xml",
  });
});

test("a quotation does not end in half a character, which the database refuses", async () => {
  const amount = `x${"😀".repeat(200)}`;
  const { detail } = (await readFile(Buffer.from(ublInvoice({ payable: amount })))) as { detail: string };
  expect(detail).toMatch(/^x😀+…$/u);
  expect(detail).not.toMatch(/\p{Cs}/u);
});
