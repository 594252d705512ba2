import { sanitiseLine } from "@/lib/core/text/sanitise";
import { type Day, formatDay } from "@/lib/core/time/dates";

/** The value of one field of a table file. */
export type CsvCell = string | { cents: number } | { tenths: number } | { day: Day } | null;

/** The byte order mark, by which Excel recognises UTF-8; without it umlauts become two wrong letters. */
export const CSV_MARK = "\uFEFF";

/** Characters with which spreadsheets start a formula, also in their full-width forms. */
const FORMULA = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Returns one line of a CSV file that a spreadsheet of the reader's country opens without questions. German files have
 * semicolons and a decimal comma, all others have commas and a decimal point. A text that a spreadsheet would read as a
 * formula gets a leading apostrophe.
 */
export function csvLine(cells: CsvCell[], locale: string): string {
  const separator = locale === "de" ? ";" : ",";
  return `${cells.map((cell) => quoted(textOf(cell, locale))).join(separator)}\r\n`;
}

function textOf(cell: CsvCell, locale: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") {
    const plain = sanitiseLine(cell);
    return FORMULA.test(plain) ? `'${plain}` : plain;
  }
  if ("day" in cell) return locale === "de" ? formatDay(cell.day, "de") : cell.day;
  const decimal = "cents" in cell ? (cell.cents / 100).toFixed(2) : (cell.tenths / 1000).toFixed(3);
  return locale === "de" ? decimal.replace(".", ",") : decimal;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
