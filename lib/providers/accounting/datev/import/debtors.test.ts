import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { debtors } from "./debtors";
import { inspectFile } from "./file";

const sample = (name: string) => readFileSync(`test/datev-samples/${name}`);
const OWN = sample("own_EXTF_DebKred_Stamm.csv");

async function read(bytes: Uint8Array, today = "2026-09-11") {
  return await inspectFile(async function* () {
    yield bytes;
  }, debtors(today));
}

/** The first debtor of the sample with some cells changed; columns count from 1. */
function changed(cells: Record<number, string>, encoding: "latin1" | "utf8" = "latin1"): Buffer {
  const lines = OWN.toString("latin1").split("\r\n");
  const row = lines[2]?.split(";") ?? [];
  for (const [column, value] of Object.entries(cells)) row[Number(column) - 1] = value;
  return Buffer.from([lines[0], lines[1], row.join(";"), ""].join("\r\n"), encoding);
}

describe("the debtors of a DATEV file", () => {
  test("become contacts with their bank account and mandate reference", async () => {
    const file = await read(OWN);
    expect(file).toMatchObject({ rowCount: 2, errorCount: 0, warningCount: 0 });
    expect(file.preview[0]).toEqual({
      contact: {
        externalId: "10042",
        companyName: "Bäckerei Sonnenschein KG",
        firstName: null,
        lastName: null,
        emails: ["rechnung@baeckerei.example"],
        street: "Ahornweg 4",
        zip: "01099",
        city: "Dresden",
        countryCode: "DE",
        isArchived: false,
      },
      customerNumber: "10042",
      iban: "DE02120300000000202051",
      bic: "BYLADEM1001",
      accountHolder: "",
      mandateReference: "LS-10042-001",
      block: null,
      blockedUntil: null,
    });
    expect(file.preview[1]).toMatchObject({
      contact: { companyName: null, firstName: "Jürgen", lastName: "Groß", city: "München" },
      block: "no_debit",
    });
  });

  test("lose hostile characters and excess length; formulas and control characters are refused", async () => {
    const hostile = `<script>alert(1)</script>\u202E🦊 ${"W".repeat(10_000)}`;
    const names = { 2: hostile, 16: hostile, 18: hostile, 19: hostile, 99: hostile };
    const { preview, errorCount, warningCount } = await read(
      changed({ ...names, 33: `${"w".repeat(10_000)}, <b>@x.example, b@x.example` }, "utf8"),
    );
    expect({ errorCount, warningCount }).toEqual({ errorCount: 0, warningCount: 1 });
    const contact = preview[0]?.contact;
    expect(contact?.emails).toEqual(["b@x.example"]);
    for (const text of [contact?.companyName, contact?.street, contact?.zip, contact?.city]) {
      expect(text).toMatch(/^<script>alert\(1\)<\/script>🦊 W+…$/);
      expect(text?.length).toBeLessThanOrEqual(200);
    }
    for (const formula of ["=1+1", "@SUM(A1)"])
      expect((await read(changed({ 2: formula }))).errors).toMatchObject([{ code: "formula", value: formula }]);
    expect((await read(changed({ 2: "Bell\u0007" }))).errors).toMatchObject([{ code: "encoding_unknown", value: "" }]);
  });

  test("do not include creditors", async () => {
    expect(await read(changed({ 1: "70000" }))).toMatchObject({ rowCount: 0, skippedCount: 1, errorCount: 0 });
  });

  test("get the main bank account unless it has expired; a warning about a wrong IBAN does not show it", async () => {
    const second = { 56: '"DE02500105170137075030"', 58: '"INGDDEFF"', 223: '"LS-2"' };
    const pick = async (cells: Record<number, string>) => {
      const { preview, warnings } = await read(changed({ ...second, ...cells }));
      return [preview[0]?.iban, preview[0]?.mandateReference, warnings.map(({ code, value }) => code + value).join()];
    };
    expect(await pick({})).toEqual(["DE02120300000000202051", "LS-10042-001", ""]);
    expect(await pick({ 49: '"0"', 60: '"1"' })).toEqual(["DE02500105170137075030", "LS-2", ""]);
    expect(await pick({ 51: "31082026" })).toEqual(["DE02500105170137075030", "LS-2", ""]);
    expect(await pick({ 51: "11092026" })).toEqual(["DE02120300000000202051", "LS-10042-001", ""]);
    expect(await pick({ 45: '"DE03120300000000202051"' })).toEqual(["DE02500105170137075030", "LS-2", "iban_wrong"]);
    expect(await pick({ 51: "99999999", 56: '""' })).toEqual([null, null, "bank_dates99999999"]);
    expect(await pick({ 45: '""', 56: '""', 213: '"DE02 1203 0000 0000 2020 51"', 231: '"LS-X"' })).toEqual([
      ...["DE02120300000000202051", "LS-X", ""],
    ]);
  });

  test.each([
    ["a collective debtor", { 105: "1" }, "collective", null],
    ["an insolvent one", { 221: "1" }, "insolvent", null],
    ["a block that lasts", { 234: "12092026" }, "blocked_until", "2026-09-12"],
    ["a block that is over", { 234: "10092026" }, null, null],
    ["no debit wanted", { 133: '"9"' }, "no_debit", null],
  ])("get the right block in the case: %s", async (_what, cells, block, blockedUntil) => {
    expect((await read(changed(cells))).preview[0]).toMatchObject({ block, blockedUntil });
  });

  test.each([
    ["a debtor of six digits", { 1: "100421" }, "debtor_form"],
    ["a debtor without a name", { 2: '""' }, "name_missing"],
    ["a column less", { 1: "10042;" }, "cells_too_many"],
  ])("are refused line by line: %s", async (_what, cells, code) => {
    const file = await read(changed(cells));
    expect([file.errors.map((error) => [error.line, error.code]), file.rowCount]).toEqual([[[3, code]], 0]);
  });

  // Columns 41 to 95 belong to banks 1 to 5; the later ones in this list hold other data.
  test.each<[number, string]>([
    ...[2, 4, 5, 6, 7, 15, 16, 17, 18, 19, 20, 33, 45, 47, 48, 49, 50, 51, 99, 105, 133, 221, 222, 234].map(
      (column): [number, string] => [column, "=1+1"],
    ),
    ...["@SUM(A1)", "+A1", "-5", "\t=A1", "@SUM (A1)", "+1 2", "-(1)"].map((formula): [number, string] => [2, formula]),
    ...["@home", "+49", "-X"].flatMap((sign) => [18, 33, 99].map((column): [number, string] => [column, sign])),
  ])("are refused if column %i holds the formula %s", async (column, formula) => {
    const { errors, rowCount } = await read(changed({ [column]: `"${formula}"` }));
    const value = column >= 41 && column <= 95 ? "" : formula.trim();
    expect(errors).toEqual([{ line: 3, code: "formula", column: expect.any(String), value }]);
    expect(rowCount).toBe(0);
  });

  test("may have names that begin with a sign, and fields of dashes only", async () => {
    const cells = {
      2: '"@home Service GmbH"',
      16: '"-"',
      17: '"--"',
      18: '"-"',
      19: '"+pluspunkt"',
      48: '"-M- Design"',
    };
    const file = await read(changed(cells));
    expect(file).toMatchObject({ rowCount: 1, errorCount: 0 });
    expect(file.preview[0]).toMatchObject({
      ...{ contact: { companyName: "@home Service GmbH", city: "+pluspunkt" }, accountHolder: "-M- Design" },
    });
    // A bank without an IBAN is ignored, even if another of its cells holds a formula.
    expect(await read(changed({ 58: '"=A1"' }))).toMatchObject({ rowCount: 1, errorCount: 0 });
  });

  test("lose invalid e-mail addresses, with a warning", async () => {
    const file = await read(changed({ 33: '"A@b.example; c@d.example, info(at)x"' }));
    expect(file.preview[0]?.contact.emails).toEqual(["a@b.example", "c@d.example"]);
    expect(file.warnings[0]).toMatchObject({ line: 3, code: "email_wrong", column: "E-Mail" });
  });

  test.each([
    ["bookings", sample("own_EXTF_Buchungsstapel_payout.csv"), 1, "not_debtors"],
    ["a list", sample("own_OPOS_Liste.csv"), 1, "not_debtors"],
    ["an older version", Buffer.from(OWN.toString("latin1").replace(";5;", ";4;"), "latin1"), 1, "format_version"],
    [
      "a title less",
      Buffer.from(OWN.toString("latin1").replace("Titel/Akad. Grad;", ""), "latin1"),
      2,
      "titles_differ",
    ],
    [
      "a list below a line of its separator",
      Buffer.concat([Buffer.from("sep=;\r\n"), sample("own_OPOS_Liste.csv")]),
      2,
      "not_debtors",
    ],
    ["half a file", OWN.subarray(0, OWN.length - 30), 4, "half_line"],
  ])("are refused as a whole file: %s", async (_what, bytes, line, code) => {
    expect((await read(bytes)).errors).toMatchObject([{ line, code }]);
  });
});
