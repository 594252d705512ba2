import fc from "fast-check";

/** The part of JSON Schema that the description of our API uses; a test proves that it uses no more. */
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
  propertyNames?: Schema;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** Texts that break careless code: each has broken some program. */
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

const moment = fc.date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.nat().map((n) => `fuzz-${n}@fuzz.example`),
  date: moment.map((day) => day.toISOString().slice(0, 10)),
  "date-time": moment.map((at) => at.toISOString()),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
};

/** Returns values that the schema allows, including unusual ones. */
export function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(allowed));
  if (schema.allOf) return allowed(together(schema));
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

/** Merges all parts of an `allOf` into one schema. */
export function together({ allOf = [], ...rest }: Schema): Schema {
  const parts = [rest, ...allOf];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}

/** Returns objects with the named fields, or with any names if the schema describes only their values. */
export function objectOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  if (typeof additionalProperties === "object" && Object.keys(properties).length === 0)
    return fc.dictionary(namesOf(propertyNames), allowed(additionalProperties), { maxKeys: 4 });
  const fields = Object.entries(properties).map(([name, property]) => [name, allowed(property)] as const);
  const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  const requiredKeys = required.filter((name) => name in model);
  return fc.record(model, { requiredKeys });
}

function namesOf(schema: Schema = {}): fc.Arbitrary<string> {
  return allowed({ ...schema, type: "string" }) as fc.Arbitrary<string>;
}

/** Returns lists of every allowed length. */
export function listOf({ items, prefixItems, minItems = 0, maxItems = 8 }: Schema): fc.Arbitrary<unknown[]> {
  if (prefixItems) return fc.tuple(...prefixItems.map(allowed));
  return fc.array(allowed(items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 8) });
}

function textOf({ format, pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  const known = format ? FORMATS[format] : undefined;
  if (known) return known;
  // Valid whether a program counts characters or UTF-16 code units.
  const isLongEnough = (text: string) => [...text].length >= minLength && text.length <= (maxLength ?? 1_000_000);
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
