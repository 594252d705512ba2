import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DatevSettings } from "@/lib/providers/accounting/datev/settings";
import { readExtf } from "@/test/extf-reader";
import { writeBatch } from "./batch";
import { BATCH_FIELDS } from "./batch-fields";
import type { Posting } from "./postings";

const sample = (name: string) => readFileSync(`test/datev-samples/${name}`);
const OWN = "own_EXTF_Buchungsstapel_payout.csv";

const SETTINGS: DatevSettings = {
  ...{ consultant: 29_098, client: 55_003, chart: "SKR03", accountLength: 4, fiscalYearStartMonth: 1 },
  ...{ isLocked: false, feeTaxKey: "" },
  accounts: { transit: "1360", bank: "1200", fees: "4970", unassigned: "1590", collectiveDebtor: "10000" },
};
const HEAD = {
  ...{ fiscalYearStart: "2026-01-01", from: "2026-09-01", to: "2026-09-30", label: "GoCardless 2026-09" },
  createdAt: new Date("2026-09-11T08:15:30.123+02:00"),
};

function posting(cents: number, account: string, contra: string, day: string, documentNumber: string, text: string) {
  const settlement = day === "2026-09-20" ? "PO00101ABC" : "PO00098XYZ";
  return { cents, account, contra, day, documentNumber, text, settlement, taxKey: "", orderNumber: "" };
}

/** The example bookings of reference 1.3. */
const POSTINGS: Posting[] = [
  posting(29_750, "1360", "10042", "2026-09-09", "RE1047", "Lastschrift RE1047 Bäckerei Sonnenschein"),
  posting(318, "4970", "1360", "2026-09-11", "PO00098XYZ", "GoCardless Gebühr PO00098XYZ"),
  posting(29_432, "1200", "1360", "2026-09-11", "PO00098XYZ", "GoCardless Auszahlung PO00098XYZ"),
  posting(29_750, "10042", "1360", "2026-09-20", "RE1047", "Rücklastschrift RE1047"),
];

describe("a batch of bookings", () => {
  test("equals the hand-made sample except for the program's name", () => {
    const written = Buffer.from(writeBatch(HEAD, POSTINGS, SETTINGS))
      .toString("latin1")
      .split("\r\n");
    const expected = sample(OWN).toString("latin1").replace('"lastschrift"', '"Einzug"').split("\r\n");
    // Empty cells may be quoted or not: our sample and DATEV's own vary from row to row.
    const plain = (lines: string[]) => lines.map((line) => line.replaceAll('""', ""));
    expect(written.slice(0, 2)).toEqual(expected.slice(0, 2));
    expect(plain(written)).toEqual(plain(expected));
  });

  test("is encoded as Windows-1252 and ends with a line break", () => {
    const bytes = writeBatch(HEAD, [posting(1, "1360", "10000", "2026-09-01", "A", "ä€ß–“x")], SETTINGS);
    const text = Buffer.from(bytes).toString("latin1");
    expect(text).toContain('"\xe4\x80\xdf\x96\x93x"');
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.match(/(?<!\r)\n/)).toBeNull();
  });

  test("has 125 columns and keeps the leading zero of a day", () => {
    expect(BATCH_FIELDS).toHaveLength(125);
    const file = readExtf(writeBatch(HEAD, [posting(5, "1360", "10000", "2026-09-01", "A", "")], SETTINGS));
    expect(file.rows[0]?.cells[10]).toBe("0109");
    expect(file.rows[0]?.cells[1]).toBe("0,05");
  });

  test("is locked only if the supplier chose so, in the header and in each row", () => {
    for (const [isLocked, mark] of [
      [false, "0"],
      [true, "1"],
    ] as const) {
      const file = readExtf(writeBatch(HEAD, POSTINGS, { ...SETTINGS, isLocked }));
      expect(file.header[21]).toBe(mark);
      expect(file.rows.map((row) => row.cells[114])).toEqual(["1", "1", "1", "1"].map(() => mark));
    }
  });

  test("refuses a row of another period, an amount of zero, and more than 80,000 rows", () => {
    const [first] = POSTINGS as [Posting];
    expect(() => writeBatch(HEAD, [{ ...first, day: "2026-10-01" }], SETTINGS)).toThrow("outside the period");
    expect(() => writeBatch(HEAD, [{ ...first, cents: 0 }], SETTINGS)).toThrow("without an amount");
    expect(() => writeBatch(HEAD, Array(80_001).fill(first), SETTINGS)).toThrow("more postings");
  });
});

describe("the independent EXTF reader of the tests", () => {
  test.each([
    [OWN, 4, 125],
    ["own_EXTF_DebKred_Stamm.csv", 2, 254],
  ])("reads %s: %i rows of %i columns", (name, rows, columns) => {
    const file = readExtf(sample(name));
    expect([file.rows.length, file.titles.length]).toEqual([rows, columns]);
  });

  test.each([
    ["a decimal point", "297,50;", "297.50;"],
    ["a negative amount", "297,50;", "-297,50;"],
    ["a thousands dot", "297,50;", "1.297,50;"],
    ["an amount of nothing", "297,50;", "0,00;"],
    ["a lost zero in front", ";0909;", ";909;"],
    ["a blank in the number", '"RE1047"', '"RE 1047"'],
    ["an umlaut in the number", '"RE1047"', '"R\xc41047"'],
    ["a text without quotes", '"RE1047"', "RE1047"],
    ["a number in quotes", ";1360;", ';"1360";'],
    ["a text of 61 characters", "Lastschrift RE1047", `Lastschrift RE1047${"x".repeat(40)}`],
    ["a line feed alone", "\r\n", "\n"],
    ["a cell too few", "297,50;", "29750"],
    ["a day outside the period", ";0909;", ";0910;"],
    ["an account too long", ";10042;", ";100420;"],
    ["a fiscal year after the period", ";20260101;", ";20261001;"],
    ["a lock that is neither yes nor no", ';"PO00098XYZ";;"";;', ';"PO00098XYZ";;x;;'],
  ])("refuses a file with %s", (_what, good, bad) => {
    const text = sample(OWN).toString("latin1");
    expect(text).toContain(good);
    expect(() => readExtf(Buffer.from(text.replace(good, bad), "latin1"))).toThrow();
  });
});
