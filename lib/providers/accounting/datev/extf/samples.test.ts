import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { debtors } from "@/lib/providers/accounting/datev/import/debtors";
import { inspectFile } from "@/lib/providers/accounting/datev/import/file";
import { readTable } from "@/lib/providers/accounting/datev/import/table";
import { readText } from "@/lib/providers/accounting/datev/import/table-text";
import { encodeWindows1252 } from "@/lib/providers/accounting/datev/import/windows1252";
import { openItems } from "@/lib/providers/accounting/datev/open-items";
import { readExtf } from "@/test/extf-reader";
import { BATCH_FIELDS } from "./batch-fields";

/** Files in the formats of the samples that DATEV and others publish (test/datev-samples/README.md). */
const sample = (name: string) => readFileSync(`test/datev-samples/form_EXTF_${name}.csv`);

describe("EXTF files in the formats of other programs", () => {
  test.each([
    ["Buchungsstapel_13", { category: "21", version: "13", columns: 125, rows: 23, umlaut: "Lastschrift Töpferei" }],
    ["Buchungsstapel_9", { category: "21", version: "9", columns: 120, rows: 2, umlaut: "Rücklastschrift" }],
    ["DebKred_filled", { category: "16", version: "5", columns: 254, rows: 3, umlaut: "Weißenfels" }],
    ["DebKred_sparse", { category: "16", version: "5", columns: 254, rows: 2, umlaut: "Töpferei Ährenfeld" }],
    [
      "Zahlungsbedingungen",
      { category: "46", version: "2", columns: 31, rows: 3, umlaut: "fällig am Monatsende; kein Skonto" },
    ],
    ["Kontenbeschriftungen", { category: "20", version: "2", columns: 3, rows: 1, umlaut: "Geldtransit" }],
  ])("%s is accepted by the independent reader, and refused with one cell missing", (name, expected) => {
    const content = sample(name);
    const { header, titles, rows } = readExtf(content, false);
    expect([header[3], header[5]]).toEqual([expected.category, expected.version]);
    expect([titles.length, rows.length]).toEqual([expected.columns, expected.rows]);
    expect(rows.flatMap(({ cells }) => cells)).toContain(expected.umlaut);
    const shorter = Buffer.from(content.toString("latin1").replace(/;([^;"]*|"[^"]*")\r\n$/, "\r\n"), "latin1");
    expect(() => readExtf(shorter, false)).toThrow(`${expected.columns - 1} cells`);
  });

  test("our batches have the column titles of the sample batch", () => {
    expect(BATCH_FIELDS.map(({ title }) => title)).toEqual(readExtf(sample("Buchungsstapel_13"), false).titles);
  });

  test("the strict reader refuses amounts without decimals, which a sample batch contains", () => {
    expect(readExtf(sample("Buchungsstapel_13"), false).rows[2]?.cells[1]).toBe("73068");
    expect(() => readExtf(sample("Buchungsstapel_13"))).toThrow("line 5, column 1");
    expect(() => readExtf(sample("Buchungsstapel_9"))).not.toThrow();
  });
});

describe("debtor files in the formats of other programs", () => {
  const read = (content: Uint8Array) => inspectFile(() => once(content), debtors("2026-09-11"));

  test.each([
    [
      "DebKred_filled",
      ["10007 DE02120300000000202051", "20007 DE02120300000000202051", "30007 DE02120300000000202051"],
    ],
    ["DebKred_sparse", ["10007 DE02120300000000202051"]],
  ])("%s is imported alike in every encoding and with every line ending", async (name, expected) => {
    const content = sample(name);
    const found = await read(content);
    expect(found).toMatchObject({ errorCount: 0, rowCount: expected.length });
    expect(found.preview.map(({ contact, iban }) => `${contact.externalId} ${iban}`)).toEqual(expected);
    const text = content.toString("latin1");
    for (const variant of [
      Buffer.from(text),
      Buffer.from(text.replaceAll("\r\n", "\n"), "latin1"),
      Buffer.from(`\uFEFF${text}`, "utf16le"),
    ])
      expect((await read(variant)).preview).toEqual(found.preview);
  });
});

/** A folder with samples whose licence keeps them out of the repository (docs/decisions/014). */
const FOREIGN = process.env.DATEV_SAMPLES_DIR;

if (FOREIGN)
  describe(`all samples in ${FOREIGN}`, () => {
    const names = readdirSync(FOREIGN).filter((name) => name.toLowerCase().endsWith(".csv"));

    test("include at least one file", () => {
      expect(names).not.toEqual([]);
    });

    test.each(names)("%s is read alike in every encoding and with every line ending", async (name) => {
      const content = readFileSync(join(FOREIGN, name));
      const table = await tableOf(content);
      // The independent reader expects DATEV's own encoding and line endings, so the file is only re-encoded first.
      const written = `${(await textOf(content)).replace(/\r?\n/g, "\n").trimEnd().replaceAll("\n", "\r\n")}\r\n`;
      const bytes = encodeWindows1252(written);
      expect(new TextDecoder("windows-1252").decode(bytes)).toBe(written);
      for (const variant of [
        bytes,
        Buffer.from(written),
        Buffer.from(written.replaceAll("\r\n", "\n")),
        Buffer.from(`\uFEFF${written}`, "utf16le"),
      ])
        expect(await tableOf(variant)).toEqual(table);
      const [mark, , category, , version] = table[0] ?? [];
      if (mark !== "EXTF") return await expectOpenItems(content, table);
      const { header, titles, rows } = readExtf(bytes, false);
      expect([header.slice(1), titles, ...rows.map(({ cells }) => cells.slice(1))]).toEqual(table);
      expect(rows).not.toEqual([]);
      if (category === "21" && version === "13") expect(BATCH_FIELDS.map(({ title }) => title)).toEqual(titles);
      if (category === "16") await expectDebtors(content, rows.length);
    });
  });

async function expectOpenItems(content: Uint8Array, [, ...items]: string[][]): Promise<void> {
  const found = await inspectFile(() => once(content), openItems(null, new Date("2026-09-11T08:00:00Z")));
  expect(found).toMatchObject({ errorCount: 0, errors: [] });
  expect(found.rowCount + found.skippedCount).toBe(items.length);
  expect(found.rowCount).toBeGreaterThan(0);
}

async function expectDebtors(content: Uint8Array, count: number): Promise<void> {
  const found = await inspectFile(() => once(content), debtors("2026-09-11"));
  expect(found).toMatchObject({ errorCount: 0, errors: [] });
  expect(found.rowCount + found.skippedCount).toBe(count);
  expect(found.rowCount).toBeGreaterThan(0);
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function textOf(content: Uint8Array): Promise<string> {
  let text = "";
  for await (const piece of readText(once(content))) text += piece;
  return text;
}

async function tableOf(content: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readTable(readText(once(content)), { separator: ";" })) rows.push(cells);
  return rows;
}
