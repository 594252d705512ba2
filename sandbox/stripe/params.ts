import { readFileSync } from "node:fs";
import { invalid } from "./errors";
import type { Raw } from "./form";

/** A checked parameter. `null` is a field that the caller cleared with an empty text. */
export type Value = string | number | boolean | null | Value[] | Params;
export interface Params {
  [name: string]: Value;
}

/** The compact form of the vendor's parameter types, see schema/README.md. */
type Type =
  | string
  | { enum: string[] }
  | { ref: string }
  | { array: Type }
  | { map: Type }
  | { or: Type[] }
  | { emptyable: Type };
type Fields = Record<string, Type>;

const TYPES = JSON.parse(readFileSync(new URL("./schema/params.json", import.meta.url), "utf8")) as Record<
  string,
  Fields | { enum: string[] }
>;
const PAGING: Fields = { "limit?": "number", "starting_after?": "string", "ending_before?": "string" };
/** Parameters of type `number` that may have a fraction. */
const FRACTIONS = new Set(["percent_off", "application_fee_percent", "amount_percent"]);
const MOST_METADATA = 50;

/** Checks a parsed form against the parameters of one call, and converts texts to their types. */
export function checkParams(typeName: string, raw: Record<string, Raw>): Params {
  const fields = TYPES[typeName] as Fields | undefined;
  if (!fields) throw new Error(`no parameters known as ${typeName}`);
  return checkFields(
    typeName.endsWith("ListParams") || typeName.includes("List") ? { ...fields, ...PAGING } : fields,
    raw,
    "",
  );
}

function checkFields(fields: Fields, raw: Record<string, Raw>, at: string): Params {
  const checked: Params = {};
  const known = new Map(Object.entries(fields).map(([name, type]) => [name.replace("?", ""), type]));
  for (const [name, value] of Object.entries(raw)) {
    const param = at ? `${at}[${name}]` : name;
    const type = known.get(name);
    if (type === undefined) throw invalid(`Received unknown parameter: ${param}`, param, "parameter_unknown");
    checked[name] = check(type, value, param);
  }
  for (const name of Object.keys(fields)) {
    if (name.endsWith("?") || name in raw) continue;
    const param = at ? `${at}[${name}]` : name;
    throw invalid(`Missing required param: ${param}.`, param, "parameter_missing");
  }
  return checked;
}

function check(type: Type, raw: Raw, param: string): Value {
  if (typeof type === "string") return checkPlain(type, raw, param);
  if ("emptyable" in type) return raw === "" ? null : check(type.emptyable, raw, param);
  if ("ref" in type) {
    const target = TYPES[type.ref];
    if (!target) throw new Error(`no type ${type.ref}`);
    if (Array.isArray(target.enum)) return checkEnum(target.enum as string[], raw, param);
    return checkFields(target as Fields, mapOf(raw, param, "object"), param);
  }
  if ("enum" in type) return checkEnum(type.enum, raw, param);
  if ("array" in type) return checkArray(type.array, raw, param);
  if ("map" in type) {
    const map = mapOf(raw, param, "object");
    return Object.fromEntries(Object.entries(map).map(([key, one]) => [key, check(type.map, one, `${param}[${key}]`)]));
  }
  return checkOneOf(type.or, raw, param);
}

function checkPlain(type: string, raw: Raw, param: string): Value {
  if (type === "any") return raw;
  if (type === "metadata") return checkMetadata(raw, param);
  if (type === "range") return checkRange(raw, param);
  if (typeof raw !== "string") throw invalid(`Invalid ${type}: ${JSON.stringify(raw)}`, param);
  if (raw === "") throw emptyRefused(param);
  if (type === "string") return raw;
  if (type === "boolean") {
    if (raw === "true" || raw === "false") return raw === "true";
    throw invalid(`Invalid boolean: ${raw}`, param);
  }
  const isFraction = type === "decimal" || FRACTIONS.has(param.split("[").at(-1)?.replace("]", "") ?? "");
  if (!(isFraction ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/).test(raw))
    throw invalid(`Invalid ${isFraction ? "decimal" : "integer"}: ${raw}`, param, "parameter_invalid_integer");
  return type === "decimal" ? raw : Number(raw);
}

function emptyRefused(param: string): Error {
  const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
  return invalid(message, param, "parameter_invalid_empty");
}

function checkEnum(allowed: string[], raw: Raw, param: string): Value {
  if (typeof raw === "string" && allowed.includes(raw)) return raw;
  if (raw === "") throw emptyRefused(param);
  throw invalid(`Invalid ${param}: must be one of ${allowed.slice(0, 30).join(", ")}`, param);
}

function mapOf(raw: Raw, param: string, what: string): Record<string, Raw> {
  if (typeof raw === "string") throw invalid(`Invalid ${what}: ${raw}`, param, `parameter_invalid_${what}`);
  return raw;
}

function checkArray(type: Type, raw: Raw, param: string): Value[] {
  if (typeof raw === "string") throw invalid("Invalid array", param, "parameter_invalid_array");
  const names = Object.keys(raw);
  if (names.some((name) => !/^\d+$/.test(name))) throw invalid("Invalid array", param, "parameter_invalid_array");
  names.sort((a, b) => Number(a) - Number(b));
  return names.map((name) => check(type, raw[name] ?? "", `${param}[${name}]`));
}

function checkOneOf(types: Type[], raw: Raw, param: string): Value {
  let first: unknown;
  for (const type of types) {
    try {
      return check(type, raw, param);
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

function checkRange(raw: Raw, param: string): Value {
  const bounds = Object.entries(mapOf(raw, param, "object"));
  return Object.fromEntries(
    bounds.map(([name, value]) => {
      const at = `${param}[${name}]`;
      if (!["gt", "gte", "lt", "lte"].includes(name))
        throw invalid(`Received unknown parameter: ${at}`, at, "parameter_unknown");
      return [name, checkPlain("number", value, at)];
    }),
  );
}

/** Checks metadata by the documented limits. An empty value removes its key. */
function checkMetadata(raw: Raw, param: string): Value {
  const entries = Object.entries(mapOf(raw, param, "object"));
  if (entries.length > MOST_METADATA) throw invalid("You can only specify up to 50 metadata keys.", param);
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const at = `${param}[${key}]`;
      if (typeof value !== "string") throw invalid("Metadata values must be strings.", at);
      if (key.length > 40) throw invalid("Metadata keys can be at most 40 characters long.", at);
      if (value.length > 500) throw invalid("Metadata values can be at most 500 characters long.", at);
      return [key, value];
    }),
  );
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
}

export function count(params: Params, name: string): number | undefined {
  const value = params[name];
  return typeof value === "number" ? value : undefined;
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = params[name];
  return typeof value === "boolean" ? value : undefined;
}

export function group(params: Params, name: string): Params | undefined {
  const value = params[name];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

export function groups(params: Params, name: string): Params[] | undefined {
  const value = params[name];
  return Array.isArray(value) ? (value as Params[]) : undefined;
}

export function texts(params: Params, name: string): string[] | undefined {
  const value = params[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined) throw invalid(`Missing required param: ${name}.`, name, "parameter_missing");
  return value;
}

/** Returns the caller's value, `null` if the caller cleared it, or otherwise the former value. */
export function kept<T extends Value>(params: Params, name: string, before: T | null): T | null {
  return name in params ? (params[name] as T | null) : before;
}

/** Merges metadata key by key; an empty text removes one key, an empty parameter removes all. */
export function mergedMetadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  if (!("metadata" in params)) return before;
  const given = group(params, "metadata");
  if (!given) return {};
  const merged = { ...before, ...(given as Record<string, string>) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ""));
}
