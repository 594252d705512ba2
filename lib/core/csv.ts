import { type Day, formatDay } from "./dates";
import { tameLine } from "./tame-text";

/** What stands in one field of a table file. */
export type CsvCell = string | { cents: number } | { tenths: number } | { day: Day } | null;

/** Excel tells the encoding of a file by it; without it umlauts are two wrong letters. */
export const CSV_MARK = "\uFEFF";

/** Signs with which spreadsheets begin a formula, in their wide forms, too. */
const FORMULA = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * One line of a file that spreadsheets of the reader's country open without questions: fields by semicolon and a
 * decimal comma in German, by comma and a decimal point else. A text that a spreadsheet would take for a formula is
 * marked as text, whoever typed it.
 */
export function csvLine(cells: CsvCell[], locale: string): string {
  const separator = locale === "de" ? ";" : ",";
  return `${cells.map((cell) => quoted(textOf(cell, locale))).join(separator)}\r\n`;
}

function textOf(cell: CsvCell, locale: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") {
    const plain = tameLine(cell);
    return FORMULA.test(plain) ? `'${plain}` : plain;
  }
  if ("day" in cell) return locale === "de" ? formatDay(cell.day, "de") : cell.day;
  const decimal = "cents" in cell ? (cell.cents / 100).toFixed(2) : (cell.tenths / 1000).toFixed(3);
  return locale === "de" ? decimal.replace(".", ",") : decimal;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
