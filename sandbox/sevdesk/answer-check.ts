import { readFileSync } from "node:fs";
import { faultsOf, readShapes } from "./schema-check";

/** A place where live answers differ from the vendor's file; `line` is where the file says otherwise. */
interface Deviation {
  at: string;
  line: number;
  /** Accepted besides: null, a text, a field the file does not know, a whole object, or this value. */
  accepts: "null" | "text" | "field" | "object" | number | string;
  why: string;
}

const SHAPES = readShapes("answers");
const DEVIATIONS = JSON.parse(
  readFileSync(new URL("./schema/deviations.json", import.meta.url), "utf8"),
) as Deviation[];

/** Holds an answer of the twin against the vendor's schema, less the listed deviations. */
export function faultsOfAnswer(path: string, body: unknown): string[] {
  const { objects, ...more } = body as { objects: unknown; total?: unknown };
  const faults = Object.entries(more)
    .filter(([name, value]) => name !== "total" || typeof value !== "string" || !/^\d+$/.test(value))
    .map(([name]) => `${path}: ${name} beside objects`);
  if (objects === undefined) return [...faults, `${path}: no objects`];
  const rows = Array.isArray(objects) ? objects : [objects];
  return [...faults, ...rows.flatMap((row) => faultsOfRow(row))];
}

/** Answers that are no record: a truth, a balance, a version, a document. */
function faultsOfRow(row: unknown): string[] {
  const name = (row as { objectName?: string } | null)?.objectName;
  if (name === undefined) return [];
  const shape = SHAPES[name];
  if (!shape) return [`no schema for ${name}`];
  const faults = faultsOf(shape, row, name).flatMap((fault) => faultsLeft(fault, row as Record<string, unknown>));
  // A whole object in place of a reference has as many faults there as it has fields.
  return [...new Set(faults)];
}

/** Drops a fault that a deviation explains; a whole object in place of a reference is held against its own schema. */
function faultsLeft(fault: string, row: Record<string, unknown>): string[] {
  const [place = "", verdict = ""] = splitFault(fault);
  const field = place.split(".").slice(0, 2).join(".");
  const value = row[place.split(".")[1] ?? ""];
  const explains = (one: Deviation): boolean => {
    if (one.accepts === "object") return one.at === field && isWhole(value);
    if (one.at !== place) return false;
    if (one.accepts === "null") return verdict === "is null";
    if (one.accepts === "text") return /^is "/.test(verdict);
    if (one.accepts === "field") return verdict === "is not known";
    return verdict === `is ${JSON.stringify(one.accepts)}`;
  };
  const deviation = DEVIATIONS.find(explains);
  if (!deviation) return [fault];
  return deviation.accepts === "object" ? faultsOfRow(value) : [];
}

function isWhole(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 2;
}

function splitFault(fault: string): string[] {
  const at = fault.indexOf(" ");
  return [fault.slice(0, at), fault.slice(at + 1)];
}
