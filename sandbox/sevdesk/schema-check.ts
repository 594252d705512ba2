import { readFileSync } from "node:fs";

/** The part of OpenAPI 3.0 that the vendor's schemas use. */
export interface Shape {
  type?: string;
  format?: string;
  enum?: unknown[];
  nullable?: boolean;
  required?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/;

export function readShapes(name: "answers" | "requests"): Record<string, Shape> {
  return JSON.parse(readFileSync(new URL(`./schema/${name}.json`, import.meta.url), "utf8")) as Record<string, Shape>;
}

/**
 * Checks a value against a schema: no required part is missing, none is unknown, and each has its type.
 *
 * @returns one sentence per fault, beginning with its place
 */
export function faultsOf(shape: Shape, value: unknown, at: string): string[] {
  if (value === null) return shape.nullable || shape.enum?.includes(null) ? [] : [`${at} is null`];
  if (shape.enum && !shape.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`];
  if (shape.type === "array" && Array.isArray(value))
    return value.flatMap((one, index) => faultsOf(shape.items ?? {}, one, `${at}[${index}]`));
  if (shape.type === "object" && typeof value === "object" && !Array.isArray(value))
    return faultsOfFields(shape, value as Record<string, unknown>, at);
  return isPlain(shape, value) ? [] : [`${at} is ${JSON.stringify(value)?.slice(0, 60)}`];
}

function faultsOfFields(shape: Shape, value: Record<string, unknown>, at: string): string[] {
  const known = shape.properties;
  const faults = (shape.required ?? []).filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  // A schema without fields requires only an object.
  if (!known) return faults;
  for (const [name, one] of Object.entries(value)) {
    const inner = known[name];
    if (inner) faults.push(...faultsOf(inner, one, `${at}.${name}`));
    else faults.push(`${at}.${name} is not known`);
  }
  return faults;
}

function isPlain({ type, format }: Shape, value: unknown): boolean {
  if (type === undefined) return true;
  if (type === "integer") return Number.isInteger(value);
  if (type === "string" && format === "date-time") return typeof value === "string" && isInstant(value);
  return typeof value === type;
}

export function isInstant(value: string): boolean {
  return INSTANT.test(value);
}
