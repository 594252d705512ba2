import { accepts, deviationsAt } from "./deviations";
import { faultsOf, readShapes } from "./schema-check";

const SHAPES = readShapes("answers");

/**
 * Compares an answer of the twin with the vendor's schema and returns the differences, without the listed deviations.
 */
export function faultsOfAnswer(path: string, body: unknown): string[] {
  const { objects, ...more } = body as { objects: unknown; total?: unknown };
  const faults = Object.entries(more)
    .filter(([name, value]) => name !== "total" || typeof value !== "string" || !/^\d+$/.test(value))
    .map(([name]) => `${path}: ${name} beside objects`);
  if (objects === undefined) return [...faults, `${path}: no objects`];
  const rows = Array.isArray(objects) ? objects : [objects];
  return [...faults, ...rows.flatMap((row) => faultsOfRow(row))];
}

/** Checks one row. Answers that are not records (a boolean, a balance, a version, a document) have no schema. */
function faultsOfRow(row: unknown): string[] {
  const name = (row as { objectName?: string } | null)?.objectName;
  if (name === undefined) return [];
  const shape = SHAPES[name];
  if (!shape) return [`no schema for ${name}`];
  const plain: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [field, value] of Object.entries(row as Record<string, unknown>)) {
    // A whole object in place of a reference is checked by its own schema, and also as the reference that it replaces.
    const isWhole = isReferred(value) && accepts(`${name}.${field}`, "object");
    if (isWhole) faults.push(...faultsOfRow(value));
    plain[field] = isWhole ? { id: value.id, objectName: value.objectName } : value;
  }
  return [...faults, ...faultsOf(shape, plain, name).filter((fault) => !isExplained(fault))];
}

function isExplained(fault: string): boolean {
  const at = fault.indexOf(" ");
  const [place, verdict] = [fault.slice(0, at), fault.slice(at + 1)];
  return deviationsAt(place).some(({ accepts: accepted }) => {
    if (accepted === "null") return verdict === "is null";
    if (accepted === "text") return /^is "/.test(verdict);
    if (accepted === "field") return verdict === "is not known";
    return verdict === `is ${JSON.stringify(accepted)}`;
  });
}

function isReferred(value: unknown): value is { id: unknown; objectName: unknown } {
  return typeof value === "object" && value !== null && Object.keys(value).length > 2;
}
