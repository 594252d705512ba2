import { expect, test } from "vitest";
import { readFile } from "@/lib/e-invoices/reading/rules";
import { ciiInvoice } from "@/test/e-invoices";
import { type RawForm, rawPdf, updatedPdf } from "@/test/raw-pdf";

const FORMS: [string, RawForm][] = [
  ["the document", { associated: "document" }],
  ["the document, in an array of its own", { associated: "indirect" }],
  ["a page", { associated: "page" }],
  ["the document, and the list of attachments", { associated: "document", names: "flat" }],
];
const BARE = { 1: "<< /Type /Catalog /Pages 2 0 R >>", 3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>" };

function withInvoice(form: RawForm): Buffer {
  return rawPdf([{ name: "factur-x.xml", content: ciiInvoice({ number: "RE-1" }) }], { names: "none", ...form });
}

test.each(FORMS)("an invoice that an update has taken from %s is none of the PDF", async (_where, form) => {
  expect(await readFile(withInvoice(form))).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-1" } });
  expect(await readFile(updatedPdf(withInvoice(form), BARE))).toMatchObject({
    ...{ outcome: "not_an_invoice", reason: "pdf_without_invoice" },
  });
});

test.each(FORMS)("of an invoice that an update has exchanged in %s the newer one is read", async (_where, form) => {
  const newer = ciiInvoice({ number: "RE-2" });
  const list = form.associated === "page" ? { 3: BARE[3].replace(">>", "/AF [91 0 R] >>") } : {};
  const updated = updatedPdf(withInvoice(form), {
    ...{ ...BARE, 1: BARE[1].replace(">>", form.associated === "page" ? ">>" : "/AF [91 0 R] >>"), ...list },
    90: `<< /Type /EmbeddedFile /Length ${newer.length} >>\nstream\n${Buffer.from(newer).toString("latin1")}\nendstream`,
    91: "<< /Type /Filespec /F (factur-x.xml) /EF << /F 90 0 R >> >>",
  });
  expect(await readFile(updated)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-2" } });
});

test.each<[where: string, form: RawForm]>([
  ["associated files", { associated: "document" }],
  ["a page", { annotated: true }],
])("beside another XML in the list of attachments, an invoice only in %s is read", async (_where, form) => {
  const times = rawPdf([{ name: "zeiten.xml", content: "<Zeiten/>" }]).toString("latin1");
  const names = "/Names << /EmbeddedFiles << /Names [(zeiten.xml) 91 0 R] >> >>";
  const [, stream = ""] = /4 0 obj\n(.*?)\nendobj/s.exec(times) ?? [];
  const catalog = /1 0 obj\n(.*) >>\n/.exec(withInvoice(form).toString("latin1"))?.[1];
  const updated = updatedPdf(withInvoice(form), {
    ...{ 1: `${catalog} ${names} >>`, 90: stream },
    91: "<< /Type /Filespec /F (zeiten.xml) /EF << /F 90 0 R >> >>",
  });
  expect(await readFile(updated)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-1" } });
  expect(await readFile(rawPdf([{ name: "zeiten.xml", content: "<Zeiten/>" }]))).toMatchObject({
    ...{ outcome: "not_an_invoice", reason: "pdf_without_invoice" },
  });
});

test("one description in place of an array, and descriptions in an array, are read", async () => {
  const description = /<< \/Type \/Filespec .*>> >>/.exec(withInvoice({}).toString("latin1"))?.[0];
  for (const files of ["5 0 R", `[${description}]`, `${description}`]) {
    const catalog = BARE[1].replace(/>>$/, `/AF ${files} >>`);
    const updated = updatedPdf(withInvoice({}), { 1: catalog });
    expect(await readFile(updated), files).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-1" } });
  }
});
