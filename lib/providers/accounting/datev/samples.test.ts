import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readExtf } from "@/test/extf-reader";
import { BATCH_FIELDS } from "./batch-fields";
import { debtors } from "./debtors";
import { inspectFile } from "./import-file";

/** Files with the forms of those that DATEV and others hand out as samples (test/datev-samples/README.md). */
const sample = (name: string) => readFileSync(`test/datev-samples/form_EXTF_${name}.csv`);

describe("files as others write them", () => {
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
  ])("%s parses by the field table, and no longer with a cell less", (name, expected) => {
    const content = sample(name);
    const { header, titles, rows } = readExtf(content, false);
    expect([header[3], header[5]]).toEqual([expected.category, expected.version]);
    expect([titles.length, rows.length]).toEqual([expected.columns, expected.rows]);
    expect(rows.flatMap(({ cells }) => cells)).toContain(expected.umlaut);
    const shorter = Buffer.from(content.toString("latin1").replace(/;([^;"]*|"[^"]*")\r\n$/, "\r\n"), "latin1");
    expect(() => readExtf(shorter, false)).toThrow(`${expected.columns - 1} cells`);
  });

  test("our batches have the titles of the file they must look like", () => {
    expect(BATCH_FIELDS.map(({ title }) => title)).toEqual(readExtf(sample("Buchungsstapel_13"), false).titles);
  });

  test("amounts without decimals stand in files of others, and are no reason for us to write them", () => {
    expect(readExtf(sample("Buchungsstapel_13"), false).rows[2]?.cells[1]).toBe("73068");
    expect(() => readExtf(sample("Buchungsstapel_13"))).toThrow("line 5, column 1");
    expect(() => readExtf(sample("Buchungsstapel_9"))).not.toThrow();
  });
});

describe("debtors as others write them", () => {
  const read = (content: Uint8Array) =>
    inspectFile(async function* () {
      yield content;
    }, debtors("2026-09-11"));

  test.each([
    [
      "DebKred_filled",
      ["10007 DE02120300000000202051", "20007 DE02120300000000202051", "30007 DE02120300000000202051"],
    ],
    ["DebKred_sparse", ["10007 DE02120300000000202051"]],
  ])("%s is imported, in whatever encoding and line ends it arrives", async (name, expected) => {
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
