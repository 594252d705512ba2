import { expect, test } from "vitest";
import { readFile } from "@/lib/e-invoices/reading/rules";
import { ciiInvoice } from "@/test/e-invoices";
import { type RawForm, rawPdf } from "@/test/raw-pdf";

const named = (number: string, name = "factur-x.xml") => ({ name, content: ciiInvoice({ number }) });
const TWO = { outcome: "unreadable", reason: "pdf_two_invoices", detail: "RE-1, RE-2" };

const FORMS: [string, RawForm][] = [
  ["one list", {}],
  ["different leaves of a tree", { names: "nested" }],
  ["different leaves that describe them in place", { names: "nested", inPlace: true }],
];

test.each(FORMS)("two invoices of one name in %s are refused", async (_where, form) => {
  for (const packed of [false, true])
    expect(await readFile(rawPdf([named("RE-1"), named("RE-2")], { ...form, packed })), `${packed}`).toMatchObject(TWO);
});

test.each([
  ["escapes", "\\146actur-x.xml"],
  ["a line break that counts for nothing", "factur\\\n-x.xml"],
  ["UTF-8", "\\357\\273\\277factur-x.xml"],
  ["UTF-16", `\\376\\377${[..."factur-x.xml"].map((letter) => `\\000${letter}`).join("")}`],
])("a name written with %s is the same name", async (_how, name) => {
  for (const names of ["flat", "nested"] as const)
    expect(await readFile(rawPdf([named("RE-1"), named("RE-2", name)], { names }))).toMatchObject(TWO);
});

test.each(FORMS)(
  "one invoice twice, and other files of one name, in %s are no reason to refuse",
  async (_where, form) => {
    const others = ["1", "2"].map((content) => ({ name: "Lieferschein.txt", content }));
    for (const invoices of [[named("RE-1"), named("RE-1")], [named("RE-1")]]) {
      const pdf = rawPdf([...others, ...invoices], form);
      expect(await readFile(pdf)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-1" } });
    }
  },
);

test("a file that an update of the PDF has replaced, and an attached PDF, are no second invoice", async () => {
  const older = rawPdf([named("RE-1")], { names: "nested" });
  const list = /\d+ 0 obj\n(<< \/Limits [^\n]* \/Names [^\n]*)/.exec(older.toString("latin1"));
  const [object = "", node = ""] = list ?? [];
  const number = Number.parseInt(object, 10);
  const newer = rawPdf([named("RE-1"), { name: "alt.pdf", stream: { data: older, filter: "[]" } }], {
    names: "nested",
  });
  expect(await readFile(newer)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-1" } });
  const previous = /startxref\n(\d+)/.exec(older.toString("latin1"))?.[1];
  const at = older.length;
  const spec = "500 0 obj\n<< /Type /Filespec /F (factur-x.xml) /EF << /F 4 0 R >> >>\nendobj\n";
  const changed = `${spec}${number} 0 obj\n${node.replace(/\d+ 0 R/, "500 0 R")}\nendobj\n`;
  const row = (place: number) => `${String(place).padStart(10, "0")} 00000 n \n`;
  const table = `xref\n${number} 1\n${row(at + spec.length)}500 1\n${row(at)}`;
  const trailer = `trailer\n<< /Size 501 /Root 1 0 R /Prev ${previous} >>\nstartxref\n${at + changed.length}\n%%EOF\n`;
  const updated = Buffer.concat([older, Buffer.from(changed + table + trailer)]);
  expect(await readFile(updated)).toMatchObject({ outcome: "direct_debit", invoice: { number: "RE-1" } });
});

test("attachments of one name in a PDF that cannot be extended are refused", async () => {
  const pdf = rawPdf([named("RE-1"), named("RE-2")], { names: "nested" }).toString("latin1");
  expect(await readFile(Buffer.from(pdf.replace(/startxref\n\d+/, "startxref"), "latin1"))).toMatchObject({
    ...{ outcome: "unreadable", reason: "pdf_name_twice", detail: "factur-x.xml" },
  });
});
