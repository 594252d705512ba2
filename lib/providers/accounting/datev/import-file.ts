import { createHash, type Hash } from "node:crypto";
import { type Problem, Problems, problemOf, UnreadableFile } from "./file-problems";
import { readTable, type TableForm, type TableRow } from "./table";
import { readText } from "./table-text";

/** Opens the same file anew; it is read more than once, and never held as a whole. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** Reads the rows below the head; undefined is a row that is none of ours. */
export interface RowReader<T> {
  read(row: TableRow, problems: Problems): T | undefined;
  /** Rows of one key are the same thing told twice. Left out where the format has put them together itself. */
  keyOf?(item: T): string;
  /** False for an item that is imported and is no row to be shown: it changes what is known from earlier files. */
  isCounted?(item: T): boolean;
}

/** A kind of file, as data: how many lines its head has, and what reads the rest. */
export interface FileFormat<T> extends TableForm {
  headLines: number;
  /**
   * Reads the file before its rows are read one by one, where a row cannot be understood without the others.
   *
   * @returns what keeps the rows from being read at all
   * @throws UnreadableFile
   */
  prepare?(open: OpenFile): Promise<Problem[]>;
  /** @throws UnreadableFile if the head is not that of such a file */
  begin(head: TableRow[]): RowReader<T>;
}

export interface Inspection<T> {
  rowCount: number;
  /** Rows that are understood and not wanted: creditors, credit balances. */
  skippedCount: number;
  errors: Problem[];
  errorCount: number;
  warnings: Problem[];
  warningCount: number;
  /** The first rows, to be looked at before anything is imported. */
  preview: T[];
  /** SHA-256 of the file: what is imported later must be what was inspected. */
  digest: string;
}

export const MOST_ROWS = 500_000;
const PREVIEW_ROWS = 20;

/** Reads a file to its end and tells what is in it. Memory does not grow with the file. */
export async function inspectFile<T>(open: OpenFile, format: FileFormat<T>): Promise<Inspection<T>> {
  const problems = new Problems();
  const digest = createHash("sha256");
  const seen = new SeenKeys();
  const result = { rowCount: 0, skippedCount: 0, preview: [] as T[] };
  try {
    for (const problem of (await format.prepare?.(open)) ?? []) problems.error(problem);
    const rows = problems.errorCount > 0 ? [] : readItems(open, format, problems, digest);
    for await (const { item, reader } of rows) {
      if (item === undefined || reader.isCounted?.(item) === false) result.skippedCount += 1;
      else {
        result.rowCount += 1;
        if (result.preview.length < PREVIEW_ROWS) result.preview.push(item);
        if (reader.keyOf) seen.note(reader.keyOf(item));
      }
    }
    if (seen.suspects.size > 0) await findRepeats(open, format, seen.suspects, problems);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    problems.error(error.problem);
  }
  const { errors, errorCount, warnings, warningCount } = problems;
  return { ...result, errors, errorCount, warnings, warningCount, digest: digest.digest("hex") };
}

/**
 * Imports a file whole or not at all: it is inspected first, and `apply` gets its rows only if nothing is wrong. `apply`
 * must keep nothing if the rows break off with an error (one transaction, or a staging table that is dropped).
 */
export async function importFile<T>(
  open: OpenFile,
  format: FileFormat<T>,
  apply: (rows: AsyncIterable<T>) => Promise<void>,
): Promise<Inspection<T> & { isImported: boolean }> {
  const inspection = await inspectFile(open, format);
  if (inspection.errorCount > 0) return { ...inspection, isImported: false };
  await apply(rowsOf(open, format, inspection.digest));
  return { ...inspection, isImported: true };
}

async function* rowsOf<T>(open: OpenFile, format: FileFormat<T>, expected: string): AsyncGenerator<T> {
  const digest = createHash("sha256");
  const problems = new Problems();
  for await (const { item } of readItems(open, format, problems, digest)) if (item !== undefined) yield item;
  if (digest.digest("hex") !== expected) throw new UnreadableFile(problemOf(0, "changed_meanwhile"));
}

/** Every row with its line and what it is: undefined is none of ours. What is wrong goes to `problems`, line by line. */
export async function* readItems<T>(
  open: OpenFile,
  format: FileFormat<T>,
  problems: Problems,
  digest: Hash = createHash("sha256"),
) {
  const head: TableRow[] = [];
  let reader: RowReader<T> | undefined;
  let count = 0;
  for await (const row of readTable(readText(hashed(open(), digest)), format)) {
    if (!reader) {
      head.push(row);
      if (head.length === format.headLines) reader = format.begin(head);
      continue;
    }
    count += 1;
    if (count > MOST_ROWS) throw new UnreadableFile(problemOf(row.line, "too_many_rows"));
    const before = problems.errorCount;
    const width = head.at(-1)?.cells.length ?? 0;
    if (row.cells.length < width) problems.error(problemOf(row.line, "cells_missing"));
    else if (row.cells.length > width) problems.error(problemOf(row.line, "cells_too_many"));
    else {
      const item = reader.read(row, problems);
      if (problems.errorCount === before) yield { item, reader, line: row.line };
    }
  }
  if (!reader) throw new UnreadableFile(problemOf(0, "empty"));
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield chunk;
  }
}

/** Reads once more, and looks only at keys that may have come twice. */
async function findRepeats<T>(
  open: OpenFile,
  format: FileFormat<T>,
  suspects: Set<string>,
  problems: Problems,
): Promise<void> {
  const met = new Set<string>();
  for await (const { item, reader, line } of readItems(open, format, new Problems())) {
    if (item === undefined || !reader.keyOf) continue;
    const key = reader.keyOf(item);
    if (!suspects.has(key)) continue;
    if (met.has(key)) problems.error(problemOf(line, "twice", "", key));
    else met.add(key);
  }
}

/** One bit per key in a table of fixed size: a bit that is set already makes the key a suspect, rightly or not. */
class SeenKeys {
  readonly suspects = new Set<string>();
  private readonly bits = new Uint8Array(1 << 22);

  note(key: string): void {
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & ((this.bits.length << 3) - 1);
    const [byte, bit] = [slot >>> 3, 1 << (slot & 7)];
    if (((this.bits[byte] ?? 0) & bit) !== 0) this.suspects.add(key);
    else this.bits[byte] = (this.bits[byte] ?? 0) | bit;
  }
}
