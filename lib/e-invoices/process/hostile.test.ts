import { readdirSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { afterAll, expect, test } from "vitest";
import { ciiInvoice, pdfWith, ublInvoice } from "@/test/e-invoices";
import { rawPdf } from "@/test/raw-pdf";
import { readEInvoice } from "./access";
import { usageOf } from "./usage-data";

/** Files that attack a parser, written here so that none is stored. Each is read in the product's own process. */
const MB = 1_000_000;
const xml = ciiInvoice();

/** The most memory that any of the processes has had, as another program sees it. */
let mostBytes = 0;
const watch = setInterval(() => {
  for (const pid of children()) mostBytes = Math.max(mostBytes, usageOf(pid)?.rssBytes ?? 0);
}, 5);
afterAll(() => clearInterval(watch));

function children(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
        return parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("e-invoice");
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function encrypted(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const pdf = new PDFDocument(options);
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on("end", resolve));
  pdf.text("Rechnung").file(Buffer.from(xml), { name: "factur-x.xml" });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

const inside = (content: string) => xml.replace("</rsm:CrossIndustryInvoice>", `${content}$&`);
const bomb = (bytes: number) => deflateSync(Buffer.concat([Buffer.from(xml), Buffer.alloc(bytes, " ")]));

test.each<[what: string, file: () => Buffer | string | Promise<Buffer>, reasons: string[]]>([
  ["entities that multiply", () => `<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`, ["doctype"]],
  ["an entity of another file", () => `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, ["doctype"]],
  ["60,000 levels", () => inside("<a>".repeat(60_000) + "</a>".repeat(60_000)), ["malformed"]],
  ["a million elements", () => inside("<a/>".repeat(1_000_000)), ["too_many_elements"]],
  ["a text of nine megabytes", () => ublInvoice({ terms: "x".repeat(9 * MB) }), ["text_too_long"]],
  ["a text of eleven megabytes", () => ublInvoice({ terms: "x".repeat(11 * MB) }), ["too_large"]],
  [
    "200,000 attributes",
    () => inside(`<a ${Array.from({ length: 200_000 }, (_, i) => `a${i}=""`).join(" ")}/>`),
    ["malformed", "reader_stopped", "wrong_namespace"],
  ],
  [
    "100,000 namespaces",
    () => inside(`<a ${Array.from({ length: 100_000 }, (_, i) => `xmlns:a${i}="${i}"`).join(" ")}/>`),
    ["malformed", "reader_stopped", "wrong_namespace"],
  ],
  ["a PDF with a password", () => encrypted({ userPassword: "geheim" }), ["pdf_encrypted"]],
  ["a PDF that is encrypted without a password", () => encrypted({ ownerPassword: "geheim" }), ["pdf_encrypted"]],
  ["half a PDF", async () => (await pdfWith({ "factur-x.xml": xml })).subarray(0, 2_000), ["pdf_damaged"]],
  [
    "5,000 attachments",
    () => rawPdf(Array.from({ length: 5_000 }, (_, i) => ({ name: `a${i}.xml`, content: xml }))),
    ["pdf_too_many_attachments", "reader_stopped"],
  ],
  [
    "an attachment that inflates to 300 MB",
    () => rawPdf([{ name: "factur-x.xml", stream: { data: bomb(300 * MB), filter: "/FlateDecode" } }]),
    ["reader_stopped", "pdf_attachment_too_large"],
  ],
  [
    "an attachment that is compressed twice",
    () =>
      rawPdf([
        { name: "factur-x.xml", stream: { data: deflateSync(bomb(300 * MB)), filter: "[/FlateDecode /FlateDecode]" } },
      ]),
    ["reader_stopped", "pdf_attachment_too_large"],
  ],
  [
    "arrays in arrays",
    () => rawPdf([{ name: "factur-x.xml", content: xml }], { catalog: `/X ${"[".repeat(200_000)}` }),
    ["pdf_damaged", "reader_stopped"],
  ],
  [
    "two invoices",
    () => pdfWith({ "factur-x.xml": xml, "xrechnung.xml": ublInvoice({ number: "RE-2" }) }),
    ["pdf_two_invoices"],
  ],
])("refuses %s, with a reason", async (_what, file, reasons) => {
  const result = await readEInvoice(Buffer.from(await file()));
  expect(result.outcome).toBe("unreadable");
  expect(reasons).toContain(result.reason);
});

test("no hostile file has made a process larger than 300 MB, and a good file is read after them", async () => {
  expect(await readEInvoice(Buffer.from(xml))).toMatchObject({ outcome: "direct_debit" });
  expect(mostBytes).toBeGreaterThan(0);
  expect(mostBytes / MB).toBeLessThan(300);
});
