import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { pdfText } from "@/test/pdf-text";
import { PdfWriter, printable } from "./document";

const letter = (changes: Partial<ConstructorParameters<typeof PdfWriter>[0]> = {}) =>
  new PdfWriter({
    locale: "de",
    title: "Auszahlung GC-1",
    sender: ["Bäckerei Łukasz & Söhne", "Weg 1"],
    foot: "Fuß",
    pageLabel: (page) => `Seite ${page}`,
    ...changes,
  });

async function written(writer: PdfWriter): Promise<{ text: string; raw: string }> {
  writer.end();
  const bytes = await buffer(writer.stream);
  return { text: pdfText(bytes), raw: bytes.toString("latin1") };
}

test("a PDF document is accessible: it has text, language, title and structure", async () => {
  const writer = letter();
  writer.facts([["Gläubiger", "Café Ähre – 1.234,56 €, −0,125 €"]]);
  const { text, raw } = await written(writer);
  expect(text).toContain("Bäckerei Łukasz & Söhne");
  expect(text).toContain("Café Ähre – 1.234,56 €, −0,125 €");
  expect(text).toContain("Seite 1");
  expect(raw).toMatch(/\/Lang \(de\)/);
  expect(raw).toMatch(/\/StructTreeRoot/);
  expect(raw).toMatch(/\/DisplayDocTitle true/);
});

describe("texts that people typed", () => {
  const known = (point: number) => point < 0x250;
  test.each([
    ["Bäckerei", "Bäckerei"],
    ["👩‍👩‍👧 Familie", "□ Familie"],
    ["שלום", "□□□□"],
    ["Cafe\u0301", "Café"],
  ])("%s is printed as %s", (typed, printed) => {
    expect(printable(typed, known)).toBe(printed);
  });

  test("endless, empty and direction-changing names do not break the layout of the page", async () => {
    const writer = letter({ sender: ["x".repeat(10_000), "\u202Eabc"], title: `${"Lang ".repeat(2_000)}` });
    const columns = [
      { label: "Zahler", share: 0.7 },
      { label: "Betrag", share: 0.3, align: "right" as const },
    ];
    writer.tableHead(columns);
    writer.tableRow(columns, ["W".repeat(10_000), "1,00 €"]);
    writer.facts([
      ["leer", ""],
      ["\u0000Zeichen", "=HYPERLINK()\n<b>fett</b>"],
    ]);
    const { text } = await written(writer);
    expect(text).toMatch(/W+…/);
    expect(text).toContain("1,00 €");
    expect(text).toContain("=HYPERLINK() <b>fett</b>");
    expect(text).not.toContain("\u202E");
    expect(text).not.toContain("Seite 3");
  });
});

test("a long table continues over pages, each with the table's head and a page number", async () => {
  const writer = letter();
  const columns = [
    { label: "Posten", share: 0.6 },
    { label: "Betrag", share: 0.4, align: "right" as const },
  ];
  writer.tableHead(columns);
  for (let i = 1; i <= 100; i += 1) writer.tableRow(columns, [`RE${i}`, `${i},00 €`]);
  const { text } = await written(writer);
  for (const page of [1, 2, 3]) expect(text).toContain(`Seite ${page}`);
  expect(text.match(/Posten/g)).toHaveLength(3);
  expect(text.match(/^RE\d+$/gm)).toHaveLength(100);
});
