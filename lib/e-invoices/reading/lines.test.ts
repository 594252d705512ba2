import { expect, test } from "vitest";
import { ublInvoice } from "@/test/e-invoices";
import { readFile } from "./rules";

const LINE = /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s;

/** Returns what is read of an invoice with other lines. */
async function withLines(lines: string) {
  const result = await readFile(Buffer.from(ublInvoice().replace(LINE, () => lines)));
  if (!("invoice" in result)) throw new Error(`${result.outcome}: ${result.reason}`);
  return { outcome: result.outcome, lines: result.invoice.lines, count: result.invoice.lineCount };
}

const lineWith = (content: string) => `<cac:InvoiceLine><cbc:ID>1</cbc:ID>${content}</cac:InvoiceLine>`;
const named = (name: string) => lineWith(`<cac:Item><cbc:Name>${name}</cbc:Name></cac:Item>`);

test("of many lines the first hundred are read, and all are counted", async () => {
  const { lines, count } = await withLines(Array.from({ length: 103 }, (_, at) => named(`Teil ${at + 1}`)).join(""));
  expect(lines).toHaveLength(100);
  expect(lines.at(-1)).toMatchObject({ text: "Teil 100" });
  expect(count).toBe(103);
});

test("a line without a name is shown with its description or note", async () => {
  const note = lineWith("<cbc:Note>Laut Angebot</cbc:Note>");
  const item = lineWith("<cac:Item><cbc:Description>Dichtung, 22 mm</cbc:Description></cac:Item>");
  const { lines } = await withLines(
    note + item + lineWith('<cbc:LineExtensionAmount currencyID="EUR">5.00</cbc:LineExtensionAmount>'),
  );
  expect(lines.map(({ text }) => text)).toEqual(["Laut Angebot", "Dichtung, 22 mm", ""]);
});

test("what is wrong or long in a line changes nothing about the invoice", async () => {
  const { outcome, lines } = await withLines(
    lineWith('<cbc:LineExtensionAmount currencyID="EUR">viel</cbc:LineExtensionAmount>') +
      named("ä".repeat(150_000)) +
      named("Ein\u202Ekauf").replaceAll("cbc:Name", "cac:Name"),
  );
  expect(outcome).toBe("direct_debit");
  expect(lines[0]).toEqual({ text: "" });
  expect(lines[1]?.text).toBe(`${"ä".repeat(199)}…`);
  expect(lines[2]?.text).toBe("Einkauf");
});
