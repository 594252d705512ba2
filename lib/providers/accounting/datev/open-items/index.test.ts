import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importFile, inspectFile, type OpenFile } from "@/lib/providers/accounting/datev/import/file";
import { UnreadableFile } from "@/lib/providers/accounting/datev/import/file-problems";
import { encodeWindows1252, toWindows1252 } from "@/lib/providers/accounting/datev/import/windows1252";
import { missingColumns } from "@/lib/providers/accounting/datev/open-items/columns/columns";
import type { DocumentEntry } from "../../port";
import { openItems } from ".";

const AT = new Date("2026-09-11T08:00:00Z");
const TITLES = "Konto;Rechnungsnummer;Datum;Fälligkeit;Sollbetrag;Habenbetrag;Saldo;Gegenkonto;Buchungstext";
const GOOD = "10042;RE1047;01.08.2026;15.08.2026;297,50;;297,50;8400;Wartung";

/** The same bytes each time, in chunks that split characters and lines. */
function fileOf(bytes: Uint8Array, piece = 7): OpenFile {
  return async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  };
}
const in1252 = (...lines: string[]) => encodeWindows1252(`${lines.join("\r\n")}\r\n`);
const read = (bytes: Uint8Array) => inspectFile(fileOf(bytes), openItems(null, AT));
const problems = async (bytes: Uint8Array) =>
  (await read(bytes)).errors.map(({ line, code, column, value }) => [line, code, column, value].join("|"));

describe("a list of open items", () => {
  test("becomes documents of the port", async () => {
    const list = await read(readFileSync("test/datev-samples/own_OPOS_Liste.csv"));
    expect(list).toMatchObject({ rowCount: 3, skippedCount: 0, errorCount: 0, warningCount: 0 });
    expect(list.preview[1]).toEqual({
      externalId: "10042/RE1012",
      externalType: "open_item",
      kind: "invoice",
      status: "open",
      number: "RE1012",
      contactExternalId: "10042",
      contactName: "",
      voucherDate: "2026-05-04",
      dueDate: "2026-05-18",
      totalCents: 238_000,
      openCents: 138_000,
      currency: "EUR",
      isArchived: false,
      updatedAt: AT,
    });
  });

  test("is read with the columns, separators, dates and signs of other programs", async () => {
    const short = async (...lines: string[]) =>
      (await read(in1252(...lines))).preview.map((row) => [row.externalId, row.dueDate, row.openCents].join(" "));
    expect(
      await short(
        "Debitor\tName\tBelegfeld 1\tBelegdatum\tFällig\tOP-Betrag\tS/H",
        "10042\tGroß\tRE1\t010826\t150826\t1.234,56\tS",
      ),
    ).toEqual(["10042/RE1 2026-08-15 123456"]);
    expect(
      await short(
        '"account_number","document_field1","date","due_date","Soll","Haben"',
        '10042,R/2,2026-08-01,,"10,00","4,00"',
      ),
    ).toEqual(["10042/R/2 2026-08-01 600"]);
    expect(await short("Konto;Rechnung;Datum;Saldo", "100421;R3;1.8.26;297,50 S", "100421;R4;01082026;5 €")).toEqual([
      "100421/R3 2026-08-01 29750",
      "100421/R4 2026-08-01 500",
    ]);
  });

  test("yields no claim for a credit balance or a creditor", async () => {
    const list = await read(
      in1252(
        "Konto;Rechnung;Datum;Saldo;S/H",
        "10042;R1;01.08.2026;5,00;H",
        "10042;R2;01.08.2026;-5,00;",
        "70000;R3;x;y;",
      ),
    );
    expect(list).toMatchObject({ rowCount: 0, skippedCount: 3, errorCount: 0 });
  });

  test("has each wrong line reported by its number, and the others are still checked", async () => {
    const wrong = [
      "10042;RE1",
      `${GOOD};x`,
      '10042;"=SUM(A1)";01.08.2026;;1,00;;1,00;;',
      "1004;RE1;01.08.2026;;1,00;;1,00;;",
      "Summe;;;;;;1,00;;",
      "10042;;01.08.2026;;1,00;;1,00;;",
      `10042;${"9".repeat(37)};01.08.2026;;1,00;;1,00;;`,
      "10042;RE2;31.02.2026;;1,00;;1,00;;",
      "10042;RE3;01.08.2026;bald;1,00;;1,00;;",
      "10042;RE4;01.08.2026;;1,00;;1.00;;",
      "10042;RE5;01.08.2026;;;;;;",
      "10042;RE6;01.08.2026;;10,00;4,00;5,00;;",
      GOOD,
      GOOD,
    ];
    expect(await problems(in1252(TITLES, ...wrong))).toEqual([
      "2|cells_missing||",
      "3|cells_too_many||",
      "4|formula|Rechnungsnummer|=SUM(A1)",
      "5|debtor_form|Konto|1004",
      "7|number_missing|Rechnungsnummer|",
      `8|number_too_long|Rechnungsnummer|${"9".repeat(37)}`,
      "9|date_form|Datum|31.02.2026",
      "10|date_form|Fälligkeit|bald",
      "11|amount_form|Saldo|1.00",
      "12|amount_missing|Sollbetrag|",
      "13|amounts_differ|Saldo|10042/RE6",
      "14|number_unclear|Saldo|15",
      "15|twice|Saldo|10042/RE1047",
    ]);
    expect(await problems(in1252("Konto;Rechnung;Datum;Saldo;WKZ", "10042;R1;01.08.2026;1,00;USD"))).toEqual([
      "2|currency|WKZ|USD",
    ]);
  });

  test.each([
    ...["=A1", "@SUM(A1)", "+A1", "-A1", "+1042", "\t=A1"].map((formula) => ["number", formula, "formula"] as const),
    ...(["debtor", "date", "dueDate", "side", "currency"] as const).map(
      (column) => [column, "+A1", "formula"] as const,
    ),
    ["name", "@SUM(A1)", "formula"],
    ["name", "+pluspunkt Apotheke", undefined],
    ["number", "-", "number_missing"],
    ["balance", "=A1", "formula"],
    ["balance", "@A1", "formula"],
    ["balance", "-A1", "amount_form"],
    ["balance", "+1,00", undefined],
    ["balance", "-1,00", undefined],
  ] as const)("in the column %s, the value %s gives the problem %s", async (column, value, code) => {
    const row = { debtor: "10042", number: "R1", date: "01.08.2026", dueDate: "", balance: "1,00", side: "", ...NAMED };
    const cells = Object.values({ ...row, [column]: `"${value}"` }).join(";");
    const titles = "Konto;Rechnung;Datum;Fälligkeit;Saldo;S/H;Währung;Name";
    const { errors } = await read(in1252(titles, cells));
    expect(errors.map((error) => [error.line, error.code])).toEqual(code ? [[2, code]] : []);
    // A creditor's row is skipped whatever its cells hold.
    const creditors = cells.replace("10042", "70042");
    if (column !== "debtor") expect((await read(in1252(titles, creditors))).errors).toEqual([]);
  });

  test.each(["−5,00", "–5,00", "‑5,00", "－5,00", "-5,00"])(
    "may write a credit of five euros as %s",
    async (amount) => {
      const list = Buffer.from(`Konto;Rechnung;Datum;Saldo\r\n10042;R1;01.08.2026;${amount}\r\n`);
      expect(await read(list)).toMatchObject({ rowCount: 0, skippedCount: 1, errorCount: 0 });
    },
  );

  test("may not hold formulas with full-width signs", async () => {
    const rows = ["\uFF1DA1", "\uFF20A1", "\uFF0BA1", "\uFF0DA1"].map((number) => `10042;${number};01.08.2026;1,00`);
    const list = Buffer.from(["Konto;Rechnung;Datum;Saldo", ...rows, ""].join("\r\n"));
    expect((await read(list)).errors.map(({ code }) => code)).toEqual(Array(4).fill("formula"));
  });

  test("has a missing column named, and is read once a person has mapped it", async () => {
    const file = in1252("Nr;Beleg;Tag;Wert", "10042;RE1;01.08.2026;1,00");
    expect(await problems(file)).toEqual(["1|column_missing|Konto|"]);
    const mapped = await inspectFile(fileOf(file), openItems({ debtor: 0, number: 1, date: 2, balance: 3 }, AT));
    expect(mapped).toMatchObject({ rowCount: 1, errorCount: 0 });
    const beyond = await inspectFile(fileOf(file), openItems({ debtor: 0, number: 1, date: 2, balance: 4 }, AT));
    expect(beyond.errors[0]?.code).toBe("column_missing");
    expect(missingColumns({ debit: 0 })).toEqual(["debtor", "number", "date", "credit"]);
    const guessed = openItems(null, AT);
    await inspectFile(fileOf(in1252(TITLES, GOOD)), guessed);
    expect(guessed.mapping).toEqual({
      ...{ debtor: 0, number: 1, date: 2, dueDate: 3, debit: 4, credit: 5, balance: 6 },
    });
  });
});

const NAMED = { currency: "EUR", name: "" };

describe("the encoding of a list of open items", () => {
  const line = "10042;RE1;01.08.2026;1,00;Bäckerei Groß – 漢";
  const text = `Konto;Rechnung;Datum;Saldo;Name\r\n${line}\r\n`;
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  test.each([
    ["UTF-8", Buffer.from(text), "Bäckerei Groß – 漢"],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`), "Bäckerei Groß – 漢"],
    ["UTF-16", utf16, "Bäckerei Groß – 漢"],
    ["UTF-16, the other way round", Buffer.from(utf16).swap16(), "Bäckerei Groß – 漢"],
    ["Windows-1252", Buffer.from(encodeWindows1252(toWindows1252(text))), "Bäckerei Groß – ?"],
    ["line feeds alone", Buffer.from(text.replaceAll("\r", "")), "Bäckerei Groß – 漢"],
  ])("%s is read, wherever the file is split into chunks", async (_name, bytes, expected) => {
    for (const piece of [1, 2, 3, 64, 4_096]) {
      const { preview, errors } = await inspectFile(fileOf(bytes, piece), openItems(null, AT));
      expect([errors, preview[0]?.contactName]).toEqual([[], expected]);
    }
  });

  test.each([
    ["a workbook", Buffer.from("PK\x03\x04 and so on"), "0|workbook||"],
    ["nothing", Buffer.alloc(0), "0|empty||"],
    ["titles alone of another file", Buffer.from("a;Rechnung;Datum;Saldo\r\n"), "1|column_missing|Konto|"],
    ["UTF-16 without its mark", Buffer.from(text, "utf16le"), "1|encoding_unknown||"],
    ["a program", Buffer.from("\x7fELF\0\0\0\0"), "1|encoding_unknown||"],
    [
      "DOS umlauts",
      Buffer.concat([Buffer.from("Konto;F\x84lligkeit\r\nM\x81ller\r\n", "latin1")]),
      "2|encoding_unknown||",
    ],
    [
      "DOS umlauts in words",
      Buffer.from("Konto;Rechnung;Datum;Saldo\r\nB\x84cker;;;\r\n", "latin1"),
      "2|encoding_twice||",
    ],
    [
      "UTF-8 in which 1252 begins",
      Buffer.concat([Buffer.from(text), Buffer.from("\xe4\r\n", "latin1")]),
      "3|encoding_mixed||",
    ],
    ["UTF-8 saved twice", Buffer.from(Buffer.from(text).toString("latin1")), "2|encoding_twice||"],
    ["half a line", Buffer.from(`${text}10042;RE2;01.0`), "3|half_line||"],
    ["a quote never closed", Buffer.from(`${text}10042;"RE2;01.08.2026\r\n1;2;3\r\n`), "3|half_line||"],
    ["a quote within", Buffer.from(`${text}10042;R"E"2;01.08.2026;1;\r\n`), '3|quotes_wrong||R"E"2'],
    ["one line without end", Buffer.from(`${text}${"x".repeat(200_000)}`), "3|line_too_long||"],
  ])("%s is refused with its own problem code", async (_name, bytes, expected) => {
    expect(await problems(bytes)).toEqual([expected]);
  });

  test("the line in which another encoding begins is reported, wherever the file is split into chunks", async () => {
    const mixed = Buffer.concat([Buffer.from(`${text}${line}\r\n`), Buffer.from("10042;RE2;\xe4\r\n", "latin1")]);
    for (const piece of [1, 2, 3, 7, 64, 4_096]) {
      const { errors } = await inspectFile(fileOf(mixed, piece), openItems(null, AT));
      expect(errors.at(-1), `pieces of ${piece}`).toMatchObject({ line: 4, code: "encoding_mixed" });
    }
  });

  test("arbitrary bytes are read or refused, and cause no other error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const inspection = await read(Buffer.concat([in1252(TITLES, GOOD), bytes]));
        expect(inspection.errorCount + inspection.rowCount).toBeGreaterThan(0);
      }),
    );
  }, 60_000);
});

describe("the import of a file is all or nothing", () => {
  const collect = (into: DocumentEntry[]) => async (rows: AsyncIterable<DocumentEntry>) => {
    for await (const row of rows) into.push(row);
  };

  test("one wrong line prevents the whole import", async () => {
    const taken: DocumentEntry[] = [];
    const result = await importFile(fileOf(in1252(TITLES, GOOD, "x")), openItems(null, AT), collect(taken));
    expect([result.isImported, result.errorCount, taken]).toEqual([false, 2, []]);
  });

  test("a file that changed after its inspection fails during the import", async () => {
    const content = [TITLES, GOOD];
    let readings = 0;
    // The first three reads survey it, add it up and inspect it; the fourth imports it.
    const open: OpenFile = () => {
      readings += 1;
      return fileOf(in1252(...content.map((line) => (readings > 3 ? line.replaceAll("297", "999") : line))))();
    };
    await expect(importFile(open, openItems(null, AT), collect([]))).rejects.toThrow(UnreadableFile);
  });

  const row = (i: number) => `${10_000 + (i % 5_000)};R${i};01.08.2026;15.08.2026;297,50;;297,50;8400;Wartung`;
  const many = (count: number, ...more: string[]): OpenFile =>
    async function* () {
      yield in1252(TITLES);
      for (let i = 0; i < count; i += 500) yield in1252(...Array.from({ length: 500 }, (_, j) => row(i + j)));
      if (more.length > 0) yield in1252(...more);
    };

  test("100,000 open items are imported as a stream", async () => {
    let count = 0;
    const result = await importFile(many(100_000), openItems(null, AT), async (rows) => {
      for await (const { openCents } of rows) count += openCents === 29_750 ? 1 : 0;
    });
    expect([result.isImported, result.rowCount, count]).toEqual([true, 100_000, 100_000]);
    expect(result.preview).toHaveLength(20);
    // A wrong line at the very end prevents the whole import.
    const taken: DocumentEntry[] = [];
    const broken = await importFile(many(20_000, "10042;half"), openItems(null, AT), collect(taken));
    // The wrong line may reduce the four claims on its debtor, so they are errors too.
    expect(broken).toMatchObject({ isImported: false, errorCount: 5 });
    expect(broken.errors.at(-1)).toMatchObject({ line: 20_002, code: "cells_missing" });
    expect(taken).toEqual([]);
  }, 60_000);

  test("the one item that occurs twice is found among 20,000", async () => {
    const twice = await inspectFile(many(20_000, row(7)), openItems(null, AT));
    expect(twice.errors.map(({ line, code, value }) => [line, code, value])).toEqual([
      [9, "number_unclear", "20002"],
      [20_002, "twice", "10007/R7"],
    ]);
  }, 60_000);
});
