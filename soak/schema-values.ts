import fc from "fast-check";

/** The part of JSON Schema that the description of our API uses. */
export interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Texts that break what was not made with care: each is one that has broken some program. */
export const NASTY = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u0007\u001b[31m",
  "💶".repeat(40),
  "a\u0301".repeat(60),
  "'; DROP TABLE customers; --",
  "%00",
  "../../../../etc/passwd",
  "..%2f..%2f..%2fetc%2fpasswd",
  "<script>alert(1)</script>",
  "=HYPERLINK(1)",
  "{{constructor.constructor('return this')()}}",
  "{{{{{{{{",
  "__proto__",
  "constructor",
  "toString",
  "https://evil.example/\\@x",
  "//evil.example",
  "\r\nSet-Cookie: a=b",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "0x10",
  "null",
  "2026-02-30",
  "+275760-09-13",
  "0000-00-00",
  " ".repeat(300),
  "a".repeat(5_000),
  `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(180)}`,
  "",
];

const nastyText = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: 60 }));

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.nat().map((n) => `fuzz-${n}@fuzz.example`),
  date: fc
    .date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  "date-time": fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};

/** Values that the schema allows, the strange ones among them. */
export function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either) return fc.oneof(...either.map(allowed));
  switch (schema.type) {
    case "object":
      return objectOf(schema);
    case "array":
      return listOf(schema);
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer(rangeOf(schema));
    case "number":
      return fc.oneof(fc.integer(rangeOf(schema)), fc.double({ ...rangeOf(schema), noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.oneof(nastyText, fc.jsonValue({ maxDepth: 3 }));
  }
}

function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, property]) => [name, allowed(property)] as const);
  const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  const requiredKeys = required.filter((name) => name in model);
  return fc.record(model, { requiredKeys });
}

function listOf({ items, prefixItems, minItems = 0, maxItems = 8 }: Schema): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map(allowed));
  return fc.array(allowed(items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 8) });
}

function textOf({ format, pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  const known = format ? FORMATS[format] : undefined;
  if (known) return known;
  const isLongEnough = (text: string) => text.length >= minLength && text.length <= (maxLength ?? 1_000_000);
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength ?? 80, minLength + 80) });
  const all = fc.oneof(plain.filter(isLongEnough), nastyText.filter(isLongEnough));
  if (!pattern) return all;
  const expression = new RegExp(pattern, "u");
  const tame = fc.string({ unit: "grapheme-ascii", minLength: Math.max(1, minLength), maxLength: 20 });
  return fc
    .oneof(tame, fc.stringMatching(/^[a-zA-Z0-9]{1,12}$/), fc.constant(""))
    .filter((text) => expression.test(text) && isLongEnough(text));
}

function rangeOf({ minimum, maximum }: Schema): { min: number; max: number } {
  return {
    min: Math.max(minimum ?? -2_147_483_648, -2_147_483_648),
    max: Math.min(maximum ?? 2_147_483_647, 2 ** 31 - 1),
  };
}

/** A value that the schema forbids, and what was done to it. */
export interface Broken {
  value: unknown;
  how: string;
}

const WRONG: Record<string, unknown[]> = {
  object: [null, [], "{}", 7, true],
  array: [null, {}, "[]", 7],
  string: [null, 7, true, {}, ["a"]],
  integer: [null, "seven", {}, true, [1], 1.5],
  number: [null, "seven", {}, true, [1]],
  boolean: [null, "true", 1, {}],
};

/** Values with exactly one fault, or undefined where the schema forbids nothing. */
export function forbidden(schema: Schema): fc.Arbitrary<Broken> | undefined {
  const faults = faultsOf(schema, "");
  return faults.length > 0 ? fc.oneof(...faults) : undefined;
}

function faultsOf(schema: Schema, at: string): fc.Arbitrary<Broken>[] {
  if (schema.anyOf || schema.oneOf || schema.allOf) return [];
  const constants = (values: unknown[], how: string) =>
    values.map((value) => fc.constant({ value, how: `${at || "body"} ${how} ${JSON.stringify(value)}`.slice(0, 120) }));
  if (schema.enum) return constants(["none-of-them", null, 0, {}], "is not one of the list:");
  const faults: fc.Arbitrary<Broken>[] = constants(WRONG[schema.type ?? ""] ?? [], "has the wrong type:");
  if (schema.maxLength !== undefined) faults.push(...constants(["x".repeat(schema.maxLength + 1)], "is too long:"));
  if (schema.minLength) faults.push(...constants(["x".repeat(schema.minLength - 1)], "is too short:"));
  const [below, above] = [(schema.minimum ?? 0) - 1, (schema.maximum ?? 0) + 1];
  if (schema.minimum !== undefined && Math.abs(below) < 2 ** 52) faults.push(...constants([below], "is too small:"));
  if (schema.maximum !== undefined && Math.abs(above) < 2 ** 52) faults.push(...constants([above], "is too large:"));
  if (schema.maxItems !== undefined && schema.items)
    faults.push(...constants([Array(schema.maxItems + 1).fill("x")], "has too many items:"));
  if (schema.format === "date" || schema.format === "email") faults.push(...constants(["no such thing"], "is no:"));
  return [...faults, ...fieldFaults(schema, at), ...itemFaults(schema, at)];
}

function fieldFaults(schema: Schema, at: string): fc.Arbitrary<Broken>[] {
  if (schema.type !== "object") return [];
  const whole = objectOf(schema) as fc.Arbitrary<Record<string, unknown>>;
  const missing = (schema.required ?? []).map((name) =>
    whole.map((value) => {
      const { [name]: _gone, ...rest } = value;
      return { value: rest, how: `${at}${name} is missing` };
    }),
  );
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    faultsOf(property, `${at}${name}.`).map((fault) =>
      fc.tuple(whole, fault).map(([value, { value: part, how }]) => ({ value: { ...value, [name]: part }, how })),
    ),
  );
  return [...missing, ...inside];
}

function itemFaults(schema: Schema, at: string): fc.Arbitrary<Broken>[] {
  if (schema.type !== "array" || !schema.items) return [];
  return faultsOf(schema.items, `${at}0.`).map((fault) => fault.map(({ value, how }) => ({ value: [value], how })));
}
