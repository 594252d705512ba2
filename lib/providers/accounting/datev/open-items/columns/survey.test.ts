import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inspectFile, type OpenFile } from "@/lib/providers/accounting/datev/import/file";
import { encodeWindows1252 } from "@/lib/providers/accounting/datev/import/windows1252";
import { openItems } from "@/lib/providers/accounting/datev/open-items";

const AT = new Date("2026-09-11T08:00:00Z");
const TITLES = "Konto;Rechnungsnummer;Datum;Fälligkeit;Sollbetrag;Habenbetrag;Saldo;Gegenkonto;Buchungstext";
const GOOD = "10042;RE1047;01.08.2026;15.08.2026;297,50;;297,50;8400;Wartung";

const fileOf = (bytes: Uint8Array): OpenFile =>
  async function* () {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  };
const in1252 = (...lines: string[]) => encodeWindows1252(`${lines.join("\r\n")}\r\n`);
const read = (bytes: Uint8Array) => inspectFile(fileOf(bytes), openItems(null, AT));
const problems = async (bytes: Uint8Array) =>
  (await read(bytes)).errors.map(({ line, code, column, value }) => [line, code, column, value].join("|"));

describe("the lines above the column titles", () => {
  const list = [TITLES, GOOD];
  test.each([
    ["nothing", list],
    ["the separator, for Excel", ["sep=;", ...list]],
    ["the separator in quotes, and a blank line", ['"SEP=;"', "", ...list]],
    ["a title", ["Offene Posten zum 11.09.2026", ...list]],
    ["a title with as many commas as columns", ["Offene Posten, Debitoren, Muster GmbH, Stand 11.09.2026", ...list]],
    ["a title in the first cell", ["Offene Posten;;;;;;;;", "Stand;11.09.2026;;;;;;;", ";;;;;;;;", ...list]],
    ["both", ["sep=;", "OPOS-Liste Debitoren", "Mandant;12345", ...list]],
    ["a tab as the separator", ["sep=\t", "Liste", ...list.map((line) => line.replaceAll(";", "\t"))]],
  ])("do not matter: %s", async (_what, lines) => {
    const found = await read(in1252(...lines));
    expect(found).toMatchObject({ rowCount: 1, errorCount: 0, skippedCount: 0 });
    expect(found.preview).toMatchObject([{ externalId: "10042/RE1047", openCents: 29_750 }]);
  });

  test("may name the separator, even if another one is more frequent", async () => {
    const lines = ["sep=;", "Konto;Rechnung, Beleg, Nummer, Text, Art;Datum;Saldo", "10042;RE1;01.08.2026;1,00"];
    const mapping = { debtor: 0, number: 1, date: 2, balance: 3 };
    const found = await inspectFile(fileOf(in1252(...lines)), openItems(mapping, AT));
    expect(found).toMatchObject({ rowCount: 1, errorCount: 0 });
  });

  test("count in the line numbers of problems", async () => {
    const lines = ["sep=;", "Offene Posten", "", TITLES, "10042;RE1047;01.08.2026;;x;;1,00;8400;Wartung"];
    expect((await read(in1252(...lines))).errors.map(({ line }) => line)).toEqual([5]);
    const asked = ["Liste", "Nr;Beleg;Tag;Wert", "10042;RE1;01.08.2026;1,00"];
    expect(await problems(in1252(...asked))).toEqual(["2|column_missing|Konto|"]);
  });
});

describe("a file that no column mapping can make readable", () => {
  test.each([
    ["too few columns", in1252("Konto;Datum;Saldo", "10042;01.08.2026;1,00"), "0|not_a_list||"],
    ["another separator", in1252("Konto|Rechnung|Datum|Saldo", "10042|RE1|01.08.2026|1,00"), "0|not_a_list||"],
    ["a title alone", in1252("sep=;", "Offene Posten"), "0|not_a_list||"],
    ["a separator alone", in1252("sep=;"), "0|empty||"],
    [
      "DATEV's own format",
      readFileSync("test/datev-samples/own_EXTF_Buchungsstapel_payout.csv"),
      "1|other_datev_file||",
    ],
  ])("is refused without offering its columns: %s", async (_what, bytes, problem) => {
    const format = openItems(null, AT);
    const { errors } = await inspectFile(fileOf(bytes), format);
    expect(errors.map(({ line, code, column, value }) => [line, code, column, value].join("|"))).toEqual([problem]);
    expect(format.titles).toEqual([]);
  });
});

test("umlauts of two code points, as macOS writes them, equal those of one", async () => {
  const titles = "Konto;Rechnungsnummer;Datum;Fälligkeit;Saldo;Name".normalize("NFD");
  const row = "10042;RE1;01.08.2026;15.08.2026;1,00;Bäckerei".normalize("NFD");
  const { preview } = await read(Buffer.from(`${titles}\r\n${row}\r\n`));
  expect(preview).toMatchObject([{ dueDate: "2026-08-15", contactName: "Bäckerei" }]);
});
