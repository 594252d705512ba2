import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvLine } from "./line";

/** Splits one line into its fields, as a spreadsheet does. */
function fieldsOf(line: string, separator: string): string[] {
  const fields = line.replace(/\r\n$/, "").match(/"(?:[^"]|"")*"/g) ?? [];
  expect(`${fields.join(separator)}\r\n`).toBe(line);
  return fields.map((field) => field.slice(1, -1).replaceAll('""', '"'));
}

describe("a line of a table file", () => {
  test("uses the separator, decimal sign and date format of the reader's country", () => {
    const cells = ["RE1047", { cents: 123_456 }, { day: "2026-09-15" }, null];
    expect(csvLine(cells, "de")).toBe('"RE1047";"1234,56";"15.09.2026";""\r\n');
    expect(csvLine(cells, "en")).toBe('"RE1047","1234.56","2026-09-15",""\r\n');
  });

  test("writes a negative amount as a number", () => {
    expect(csvLine([{ cents: -150 }], "de")).toBe('"-1,50"\r\n');
  });

  test.each(["=1+1", "+49", "-2+3", "@SUM(A1)", "\t=1", " =HYPERLINK()", "＝1+1", "\u202E=1"])(
    "marks %j as text",
    (text) => {
      expect(fieldsOf(csvLine([text], "de"), ";")[0]).toMatch(/^'/);
    },
  );

  test("stays one line with the same number of fields, and no field starts a formula, for any text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 200 }), { minLength: 1, maxLength: 6 }), (texts) => {
        const fields = fieldsOf(csvLine(texts, "de"), ";");
        expect(fields).toHaveLength(texts.length);
        for (const field of fields) {
          expect(field).not.toMatch(/[\r\n]/);
          expect(field).not.toMatch(/^\s*[=+\-@]/);
        }
      }),
    );
  });
});
