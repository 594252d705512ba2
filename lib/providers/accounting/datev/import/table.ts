import { problemOf, UnreadableFile } from "./file-problems";

export interface TableRow {
  /** The line on which the row begins, counted from 1. */
  line: number;
  cells: string[];
}

/**
 * A line of 254 columns is far shorter. Without this limit, an unclosed quote would read the rest of the file as one
 * cell.
 */
const LONGEST_LINE = 100_000;
/** Signs of a wrong encoding: UTF-8 saved as Windows-1252, a replacement character, or DOS umlauts read as quotes. */
const SPOILT = /Ã[¤¶¼Ÿ„–œ]|\uFFFD|\p{L}[„”]\p{Ll}/u;

const BEYOND_ASCII = /[\u0080-\uffff]/;
/** A line that names the separator for Excel. */
const NAMED_SEPARATOR = /^"?sep=(.)"?$/i;
/** Maximum number of lines above the column titles, such as the list's name, its owner and its date. */
const MAX_LINES_ABOVE = 10;

/** The facts about a table that are known before it is read. */
export interface TableForm {
  /** If undefined, the column titles determine it. */
  separator?: string;
  /** The table has at least this many columns. Lines above the titles have fewer and are skipped. */
  leastColumns?: number;
}

/**
 * Yields the rows of a text table, one at a time. Skips empty lines and a first line `sep=;`. Every line must end with
 * a line break, the last one too: otherwise a truncated file would look complete.
 *
 * @throws UnreadableFile
 */
export async function* readTable(
  text: AsyncIterable<string>,
  { separator, leastColumns }: TableForm = {},
): AsyncGenerator<TableRow> {
  let given = separator;
  let isFirst = true;
  let isBelow = leastColumns === undefined;
  let held: TextRecord | undefined;
  let above = 0;
  for await (const next of readRecords(text)) {
    if (next.record === "") continue;
    const named = isFirst ? NAMED_SEPARATOR.exec(next.record)?.[1] : undefined;
    isFirst = false;
    if (named !== undefined) {
      given ??= named;
      continue;
    }
    if (held && !isBelow) {
      isBelow = above === MAX_LINES_ABOVE || areTitles(held, next, { separator: given, leastColumns });
      above += 1;
      if (isBelow) {
        given ??= separatorOf(held.record);
        yield rowOf(held, given);
      }
    }
    if (!isBelow) {
      held = next;
      continue;
    }
    given ??= separatorOf(next.record);
    yield rowOf(next, given);
  }
  // No line looks like titles: yield the last line examined in their place.
  if (held && !isBelow) yield rowOf(held, given ?? separatorOf(held.record));
}

function rowOf({ line, record }: TextRecord, separator: string): TableRow {
  if (SPOILT.test(record)) throw new UnreadableFile(problemOf(line, "encoding_twice"));
  return { line, cells: cellsOf(BEYOND_ASCII.test(record) ? record.normalize("NFC") : record, separator, line) };
}

/**
 * True if a line may hold the titles: it has enough columns, and is not a sentence with commas above the real titles.
 */
function areTitles(line: TextRecord, next: TextRecord, { separator, leastColumns = 0 }: TableForm): boolean {
  const separatorIn = ({ record }: TextRecord) => separator ?? separatorOf(record);
  const isWide = (one: TextRecord) =>
    one.record.split(separatorIn(one)).filter((cell) => /[^\s"]/.test(cell)).length >= leastColumns;
  const isSentence = separatorIn(line) === "," && separatorIn(next) !== "," && isWide(next);
  return isWide(line) && !isSentence;
}

interface TextRecord {
  line: number;
  record: string;
}

/** Yields records. A record is one line, or several if a quoted cell contains line breaks. */
async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<TextRecord> {
  let rest = "";
  let line = 1;
  let record = "";
  let start = 1;
  for await (const piece of text) {
    rest += piece;
    let from = 0;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n", from)) {
      record += rest.slice(from, end);
      from = end + 1;
      line += 1;
      if (record.length > LONGEST_LINE) throw new UnreadableFile(problemOf(start, "line_too_long"));
      if (isOpen(record)) {
        record += "\n";
        continue;
      }
      yield { line: start, record: record.replace(/\r$/, "") };
      record = "";
      start = line;
    }
    rest = rest.slice(from);
    if (rest.length > LONGEST_LINE) throw new UnreadableFile(problemOf(start, "line_too_long"));
  }
  if (record + rest !== "") throw new UnreadableFile(problemOf(start, "half_line"));
}

function isOpen(record: string): boolean {
  let quotes = 0;
  for (let at = record.indexOf('"'); at >= 0; at = record.indexOf('"', at + 1)) quotes += 1;
  return quotes % 2 === 1;
}

/** Returns the most frequent separator in the line of titles. */
function separatorOf(record: string): string {
  const count = (separator: string): number => record.split(separator).length;
  return [";", "\t", ","].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function cellsOf(record: string, separator: string, line: number): string[] {
  if (!record.includes('"')) return record.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  while (at <= record.length) {
    if (record.charAt(at) !== '"') {
      const end = endOf(record.indexOf(separator, at), record);
      const cell = record.slice(at, end);
      if (cell.includes('"')) throw new UnreadableFile(problemOf(line, "quotes_wrong", "", cell));
      cells.push(cell.trim());
      at = end + 1;
      continue;
    }
    let close = record.indexOf('"', at + 1);
    while (record.charAt(close + 1) === '"') close = record.indexOf('"', close + 2);
    const next = close + 1;
    if (close < 0 || (next < record.length && record.charAt(next) !== separator))
      throw new UnreadableFile(problemOf(line, "quotes_wrong", "", record.slice(at)));
    cells.push(
      record
        .slice(at + 1, close)
        .replaceAll('""', '"')
        .trim(),
    );
    at = next + 1;
  }
  return cells;
}

function endOf(index: number, record: string): number {
  return index < 0 ? record.length : index;
}
