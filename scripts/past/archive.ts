import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** The state of product and twins on one day. */
export interface Snapshot {
  /** The day that has just begun in it, in Germany. */
  day: string;
  /** The stored columns of each table. */
  columns: Record<string, string[]>;
  /** Rows by table. */
  tables: Record<string, Record<string, unknown>[]>;
  /** The twins' documents by kind, each with its place in the order. */
  twins: Record<string, { id: string; seq: number; doc: unknown }[]>;
}

/** A snapshot as text: one line for each row and document, so that two days share almost all lines. */
export interface SnapshotText {
  day: string;
  lines: string[];
}

/** A day as the difference to the first one. */
interface Difference {
  day: string;
  /** Places of the first day's lines that are no longer there. */
  removed: number[];
  added: string[];
}

const FILE = new URL("./past.br", import.meta.url);
const WINDOW_BITS = 24;

/** Stores snapshots, the first one whole, and returns the file's size in bytes. */
export function writeArchive(snapshots: SnapshotText[]): number {
  const first = snapshots[0]?.lines ?? [];
  const places = new Map(first.map((line, place) => [line, place]));
  const days = snapshots.map(({ day, lines }): Difference => {
    const kept = new Set(lines);
    const removed = first.flatMap((line, place) => (kept.has(line) ? [] : [place]));
    return { day, removed, added: lines.filter((line) => !places.has(line)) };
  });
  const packed = brotliCompressSync(JSON.stringify({ first, days }), {
    params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS, [constants.BROTLI_PARAM_QUALITY]: 9 },
  });
  writeFileSync(FILE, packed);
  return packed.length;
}

/** Returns the stored snapshot whose day is chosen. */
export function readArchive(isChosen: (day: string) => boolean): SnapshotText {
  const text = brotliDecompressSync(readFileSync(FILE)).toString("utf8");
  const { first, days } = JSON.parse(text) as { first: string[]; days: Difference[] };
  const chosen = days.find(({ day }) => isChosen(day));
  if (!chosen) throw new Error("the recorded past has no snapshot for this day");
  const removed = new Set(chosen.removed);
  return { day: chosen.day, lines: [...first.filter((_line, place) => !removed.has(place)), ...chosen.added] };
}

/** Writes a snapshot as lines. */
export function linesOf({ columns, tables, twins }: Omit<Snapshot, "day">): string[] {
  return [
    ...Object.entries(columns).map((entry) => JSON.stringify(["columns", ...entry])),
    ...Object.entries(tables).flatMap(([name, rows]) => rows.map((row) => JSON.stringify(["row", name, row]))),
    ...Object.entries(twins).flatMap(([kind, docs]) => docs.map((doc) => JSON.stringify(["doc", kind, doc]))),
  ];
}

type Line = ["columns", string, string[]] | ["row", string, Record<string, unknown>] | ["doc", string, Doc];
type Doc = Snapshot["twins"][string][number];

/** Reads a snapshot from its lines, in any order. */
export function snapshotOf({ day, lines }: SnapshotText): Snapshot {
  const snapshot: Snapshot = { day, columns: {}, tables: {}, twins: {} };
  for (const [kind, name, value] of JSON.parse(`[${lines.join(",")}]`) as Line[]) {
    if (kind === "columns") snapshot.columns[name] = value;
    else if (kind === "row") snapshot.tables[name] = pushed(snapshot.tables[name], value);
    else snapshot.twins[name] = pushed(snapshot.twins[name], value);
  }
  return snapshot;
}

function pushed<T>(list: T[] | undefined, item: T): T[] {
  const longer = list ?? [];
  longer.push(item);
  return longer;
}
