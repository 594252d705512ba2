import { createHash, type Hash } from "node:crypto";
import { type Problem, Problems, problemOf, UnreadableFile } from "./file-problems";
import { readTable, type TableForm, type TableRow } from "./table";
import { readText } from "./table-text";

/** Opens the same file from its start. A file is read more than once and never held in memory as a whole. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

/** Reads the rows below the head. `read` returns undefined for a row that we do not import. */
export interface RowReader<T> {
  read(row: TableRow, problems: Problems): T | undefined;
  /**
   * Returns the key of an item. Two items with the same key are an error (`twice`). Undefined for formats that merge
   * rows themselves.
   */
  keyOf?(item: T): string;
  /**
   * Returns false for an item that is imported but neither counted nor shown: it only changes what earlier files
   * contained.
   */
  isCounted?(item: T): boolean;
}

/** A kind of file, as data: how many lines its head has, and what reads the rest. */
export interface FileFormat<T> extends TableForm {
  headLines: number;
  /**
   * Reads the whole file before its rows are read one by one, for formats whose rows depend on each other.
   *
   * @returns problems that prevent reading the rows
   * @throws UnreadableFile
   */
  prepare?(open: OpenFile): Promise<Problem[]>;
  /** @throws UnreadableFile if the head does not belong to this kind of file */
  begin(head: TableRow[]): RowReader<T>;
}

export interface Inspection<T> {
  rowCount: number;
  /** Rows that were understood but are not imported: creditors, credit balances. */
  skippedCount: number;
  errors: Problem[];
  errorCount: number;
  warnings: Problem[];
  warningCount: number;
  /** The first rows, for a person to check before the import. */
  preview: T[];
  /** SHA-256 of the file, to ensure that the imported file is the inspected one. */
  digest: string;
}

export const MOST_ROWS = 500_000;
const PREVIEW_ROWS = 20;

/** Reads a file to its end and returns its counts, problems and first rows. Memory use does not grow with the file. */
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
 * Imports a file completely or not at all. Inspects it first, and calls `apply` with its rows only if there are no
 * errors. `apply` must store nothing if the rows end with an error (one transaction, or a staging table that is
 * dropped).
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

/**
 * Yields every row with its line, its reader and its item; the item is undefined for a row that we do not import.
 * Reports errors to `problems`, line by line.
 */
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

/** Reads the file again and reports every suspected key that occurs twice. */
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

/**
 * Notes keys in a bit table of fixed size, one bit per hash. A bit that is already set makes the key a suspect,
 * possibly wrongly because of a hash collision.
 */
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
