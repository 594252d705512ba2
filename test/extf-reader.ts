import { AssertionError } from "node:assert";

/**
 * Reads files of the DATEV format by its field table alone and refuses whatever the table does not allow. It shares no
 * line with the writer, so reader and writer are two independent implementations of one document.
 */
interface Rule {
  isText?: boolean;
  pattern?: RegExp;
  mostCharacters?: number;
  isRequired?: boolean;
}

export interface ExtfRow {
  /** Cells by column; columns are counted from 1 in the table. */
  cells: string[];
}

export interface ExtfFile {
  header: string[];
  titles: string[];
  rows: ExtfRow[];
}

const DAY_MONTH_YEAR = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])\d{4}$/;
const YEAR_MONTH_DAY = /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
/**
 * The table requires two decimals. DATEV's own sample file has amounts without decimals, so only `isStrict` requires
 * them.
 */
const AMOUNT = /^(?!0{1,10}(,00?)?$)\d{1,10}(,\d{1,2})?$/;
const STRICT_AMOUNT = /^(?!0{1,10},00)\d{1,10},\d{2}$/;

/** Header fields, counted from 1 (reference 1.1). */
const HEADER: Record<number, Rule> = {
  1: { isText: true, pattern: /^(EXTF|DTVF)$/, isRequired: true },
  2: { pattern: /^700$/, isRequired: true },
  3: { pattern: /^(16|20|21|46|48|65)$/, isRequired: true },
  4: { isText: true, isRequired: true },
  5: { pattern: /^\d{1,3}$/, isRequired: true },
  6: { pattern: /^\d{17}$/, isRequired: true },
  7: { pattern: /^$/ },
  8: { isText: true, pattern: /^[A-Z]{2}$/ },
  9: { isText: true, mostCharacters: 25 },
  10: { isText: true, mostCharacters: 25 },
  11: { pattern: /^\d{4,7}$/, isRequired: true },
  12: { pattern: /^\d{1,5}$/, isRequired: true },
  13: { pattern: YEAR_MONTH_DAY, isRequired: true },
  14: { pattern: /^[4-8]$/, isRequired: true },
  15: { pattern: YEAR_MONTH_DAY },
  16: { pattern: YEAR_MONTH_DAY },
  17: { isText: true, pattern: /^[\p{L}\p{N}_.\-/ ]{0,30}$/u },
  18: { isText: true, pattern: /^[A-Z]{2}$/ },
  19: { pattern: /^[12]$/ },
  20: { pattern: /^(0|30|40|50|64)$/ },
  21: { pattern: /^[01]$/ },
  22: { isText: true, pattern: /^[A-Z]{3}$/ },
  27: { isText: true, pattern: /^\d{2}$/ },
  31: { isText: true, mostCharacters: 16 },
};

const TEXT_COLUMNS: [first: number, last: number, most: number][] = [
  [16, 16, 9],
  [20, 20, 210],
  [21, 36, 210],
  [37, 38, 36],
  [40, 40, 15],
  [42, 42, 1],
  [48, 87, 210],
  [91, 91, 10],
  [95, 95, 30],
  [98, 98, 2],
  [103, 103, 36],
  [105, 105, 35],
  [107, 107, 76],
  [109, 109, 11],
  [110, 110, 20],
  [112, 112, 30],
  [120, 120, 2],
  [121, 121, 50],
  [123, 123, 15],
];

/** Booking columns with a form of their own (reference 1.2); the others are numbers. */
const BOOKING: Record<number, Rule> = {
  1: { pattern: AMOUNT, isRequired: true },
  2: { isText: true, pattern: /^[SH]$/, isRequired: true },
  3: { isText: true, pattern: /^[A-Z]{3}$/ },
  6: { isText: true, pattern: /^[A-Z]{3}$/ },
  7: { pattern: /^\d{1,9}$/, isRequired: true },
  8: { pattern: /^\d{1,9}$/, isRequired: true },
  9: { isText: true, pattern: /^\d{1,4}$/ },
  10: { pattern: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/, isRequired: true },
  11: { isText: true, pattern: /^[A-Za-z0-9_$&%*+\-/]{1,36}$/ },
  12: { isText: true, mostCharacters: 12 },
  13: { pattern: AMOUNT },
  14: { isText: true, mostCharacters: 60 },
  93: { pattern: DAY_MONTH_YEAR },
  96: { isText: true, pattern: /^(AA|AG|AV|SR|SU|SG|SO)$/ },
  102: { isText: true, pattern: /^[A-Z]{2}$/ },
  104: { pattern: DAY_MONTH_YEAR },
  111: { pattern: DAY_MONTH_YEAR },
  114: { pattern: /^[01]$/ },
  115: { pattern: DAY_MONTH_YEAR },
  116: { pattern: DAY_MONTH_YEAR },
  117: { pattern: DAY_MONTH_YEAR },
  118: { isText: true, pattern: /^[01]$/ },
};
for (const [first, last, mostCharacters] of TEXT_COLUMNS)
  for (let column = first; column <= last; column += 1) BOOKING[column] = { isText: true, mostCharacters };

const WIDTHS: Record<string, number[]> = { "21/9": [120], "21/13": [125], "16/5": [254], "20/2": [3], "46/2": [31] };

/**
 * Reads a file.
 *
 * @param isStrict false accepts amounts without two decimals, as other programs write them
 * @throws Error naming line and column of the first value that the table does not allow
 */
export function readExtf(bytes: Uint8Array, isStrict = true): ExtfFile {
  for (const [i, byte] of bytes.entries())
    if ([0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte) || (byte < 0x20 && byte !== 13 && byte !== 10) || byte === 0x7f)
      throw new AssertionError({ message: `byte ${byte} at ${i} is not Windows-1252 text` });
  const text = new TextDecoder("windows-1252").decode(bytes);
  if (!text.endsWith("\r\n")) throw new AssertionError({ message: "the last line has no end" });
  const lines = text.slice(0, -2).split("\r\n");
  if (lines.some((line) => /[\r\n]/.test(line))) throw new AssertionError({ message: "a line end that is not CRLF" });
  const [first = "", second = "", ...data] = lines;
  if (first.length > 1_000) throw new AssertionError({ message: "the header is longer than 1,000 characters" });
  const header = readHeader(first);
  const titles = second.split(";");
  const widths = WIDTHS[`${header[2]}/${header[4]}`];
  if (!widths?.includes(titles.length))
    throw new AssertionError({ message: `${titles.length} titles in ${header[2]}/${header[4]}` });
  const rows = data.map((line, i) => {
    const cells = cellsOf(line, i + 3);
    if (cells.length !== titles.length) throw new AssertionError({ message: `line ${i + 3}: ${cells.length} cells` });
    if (header[2] === "21") checkBooking(cells, i + 3, header);
    if (header[2] === "21" && isStrict) check(cells[0], { pattern: STRICT_AMOUNT }, `line ${i + 3}, column 1`);
    return { cells: ["", ...cells.map(({ value }) => value)] };
  });
  if (rows.length > 99_999) throw new AssertionError({ message: "more than 99,999 rows" });
  return { header: ["", ...header], titles, rows };
}

function readHeader(line: string): string[] {
  const cells = cellsOf(line, 1);
  if (cells.length !== 31) throw new AssertionError({ message: `${cells.length} header fields` });
  for (const [number, rule] of Object.entries(HEADER)) check(cells[Number(number) - 1], rule, `header (${number})`);
  const header = cells.map(({ value }) => value);
  const [start = "", from = "", to = ""] = [header[12], header[14], header[15]];
  if (header[2] === "21") {
    const end = `${Number(start.slice(0, 4)) + 1}${start.slice(4)}`;
    if (!(start <= from && from <= to && to < end))
      throw new AssertionError({ message: "the period does not lie in the fiscal year" });
  }
  return header;
}

function checkBooking(cells: Cell[], line: number, header: string[]): void {
  for (const [i, cell] of cells.entries()) {
    const rule = BOOKING[i + 1] ?? { pattern: /^-?\d{1,13}(,\d{1,6})?$/ };
    check(cell, rule, `line ${line}, column ${i + 1}`);
  }
  const [start = "", from = "", to = ""] = [header[12], header[14], header[15]];
  const short = cells[9]?.value ?? "";
  const monthDay = `${short.slice(2)}${short.slice(0, 2)}`;
  const year = Number(start.slice(0, 4)) + (monthDay < start.slice(4) ? 1 : 0);
  const day = `${year}${monthDay}`;
  if (day < from || day > to) throw new AssertionError({ message: `line ${line}: ${day} is outside the period` });
  const length = Number(header[13]);
  for (const column of [7, 8])
    if ((cells[column - 1]?.value.length ?? 0) > length + 1)
      throw new AssertionError({ message: `line ${line}: account too long` });
}

function check(cell: Cell | undefined, rule: Rule, place: string): void {
  if (!cell) throw new AssertionError({ message: `${place}: missing` });
  if (cell.value === "") {
    if (rule.isRequired) throw new AssertionError({ message: `${place}: must be filled` });
    return;
  }
  if (Boolean(rule.isText) !== cell.isQuoted)
    throw new AssertionError({ message: `${place}: quotes are wrong for ${cell.value}` });
  if (rule.pattern && !rule.pattern.test(cell.value))
    throw new AssertionError({ message: `${place}: ${cell.value} is not allowed` });
  if (rule.mostCharacters !== undefined && cell.value.length > rule.mostCharacters)
    throw new AssertionError({ message: `${place}: longer than ${rule.mostCharacters}` });
}

interface Cell {
  value: string;
  isQuoted: boolean;
}

function cellsOf(line: string, number: number): Cell[] {
  const cells: Cell[] = [];
  let rest = line;
  for (;;) {
    const match = /^(?:"((?:[^"]|"")*)"|([^";]*))(;|$)/.exec(rest);
    if (!match) throw new AssertionError({ message: `line ${number}: quotes are wrong near ${rest.slice(0, 30)}` });
    cells.push({ value: match[1]?.replaceAll('""', '"') ?? match[2] ?? "", isQuoted: match[1] !== undefined });
    rest = rest.slice(match[0].length);
    if (match[3] === "") return cells;
  }
}

/** Returns the integer cents of an amount with a decimal comma. */
export function centsOf(amount = ""): number {
  return Number(amount.replace(",", ""));
}
