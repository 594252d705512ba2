import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { routes } from "@/app/api/v1/routes";
import { callsOf, openApiDocument } from "@/lib/http/openapi";
import { faultsOf } from "./schema-faults";
import { allows } from "./schema-match";
import { allowed, type Schema } from "./schema-values";

/** Zod's reading of JSON Schema, to compare ours with. It does not support Unicode classes, so they are spelled out. */
function validator(schema: Schema): z.ZodType {
  const plain = JSON.stringify(schema).replaceAll("\\\\p{Cc}", "\\\\u0000-\\\\u001f\\\\u007f-\\\\u009f");
  return z.fromJSONSchema(JSON.parse(plain) as Parameters<typeof z.fromJSONSchema>[0]);
}

/** Every keyword, with the faults that it must have at least. */
const SCHEMAS: [name: string, schema: Schema, faults: string[]][] = [
  ["a bounded text", { type: "string", minLength: 2, maxLength: 4 }, ["wrong type", "too long", "too short"]],
  ["a pattern", { type: "string", pattern: "^[a-z]+$", minLength: 3, maxLength: 5 }, ["pattern", "too short"]],
  ["a pattern that forbids control characters", { type: "string", pattern: "^[^\\p{Cc}]*$" }, ["pattern"]],
  ["an e-mail address", { type: "string", format: "email" }, ["is no email"]],
  ["a day", { type: "string", format: "date" }, ["is no date"]],
  ["a moment", { type: "string", format: "date-time" }, ["is no date-time"]],
  ["an id", { type: "string", format: "uuid" }, ["is no uuid"]],
  ["an address", { type: "string", format: "uri" }, ["is no uri"]],
  ["a whole number", { type: "integer", minimum: 1, maximum: 9 }, ["too small", "too large", "wrong type"]],
  ["one value", { type: "number", const: 1 }, ["the one value", "wrong type"]],
  ["one of a list", { type: "string", enum: ["a", "b"] }, ["one of the list"]],
  ["text or nothing", { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] }, ["too long", "wrong type"]],
  [
    "one of two numbers",
    {
      anyOf: [
        { type: "number", const: 1 },
        { type: "number", const: 2 },
      ],
    },
    ["the one value"],
  ],
  [
    "an address or nothing",
    { oneOf: [{ type: "string", format: "email", pattern: "@.+\\." }, { type: "null" }] },
    ["pattern", "is no email", "nothing of what may stand there"],
  ],
  [
    "both",
    {
      allOf: [
        { type: "object", properties: { a: { type: "boolean" } }, required: ["a"] },
        { type: "object", properties: { b: { type: "integer" } }, required: ["b"] },
      ],
    },
    ["a is missing", "b is missing", "a. has the wrong type", "b. has the wrong type"],
  ],
  [
    "a list",
    { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 3 },
    ["too few", "too many", "0. has the wrong type"],
  ],
  [
    "a pair",
    { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], minItems: 2, maxItems: 2 },
    ["too few", "too many", "0. has the wrong type", "1. has the wrong type"],
  ],
  [
    "figures by name",
    {
      type: "object",
      propertyNames: { type: "string", pattern: "^[a-z]+$" },
      additionalProperties: { type: "integer", minimum: 0 },
    },
    ["*. has the wrong type", "*. is too small", "name  does not fit its pattern"],
  ],
  [
    "nothing else",
    { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
    ["is not known"],
  ],
];

describe("faults of a schema", () => {
  test.each(SCHEMAS)(
    "%s: produces every kind of fault, and both validators refuse each faulty value",
    (_name, schema, expected) => {
      const faults = faultsOf(schema);
      const seen = new Set<string>();
      for (const fault of faults)
        for (const { value, how } of fc.sample(fault, { seed: 6, numRuns: 20 })) {
          seen.add(how);
          expect(validator(schema).safeParse(value).success, `${how}: ${JSON.stringify(value)}`).toBe(false);
          expect(allows(schema, value), `${how}: ${JSON.stringify(value)}`).toBe(false);
        }
      for (const way of expected)
        expect(
          [...seen].filter((how) => how.includes(way)),
          way,
        ).not.toEqual([]);
    },
  );

  test.each(SCHEMAS)("%s: both validators accept every value it allows", (_name, schema) => {
    for (const value of fc.sample(allowed(schema), { seed: 6, numRuns: 100 })) {
      expect(validator(schema).safeParse(value).success, JSON.stringify(value)).toBe(true);
      expect(allows(schema, value), JSON.stringify(value)).toBe(true);
    }
  });

  test("a schema that forbids nothing has no faults", () => {
    expect(faultsOf({})).toEqual([]);
  });
});

const KNOWN = new Set([
  ...["type", "format", "enum", "const", "pattern", "minLength", "maxLength", "minimum", "maximum"],
  ...[
    "properties",
    "required",
    "propertyNames",
    "additionalProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
  ],
  // Keywords without faults of their own: combinations, the default of an absent value, and the encoding of a file.
  ...["anyOf", "oneOf", "allOf", "default", "contentEncoding"],
]);

function keywordsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, prefixItems = [], anyOf = [], oneOf = [], allOf = [], ...rest } = schema as Schema;
  const inside = [
    rest.items,
    rest.additionalProperties,
    rest.propertyNames,
    ...prefixItems,
    ...anyOf,
    ...oneOf,
    ...allOf,
  ];
  return [...Object.keys(schema), ...[...Object.values(properties), ...inside].flatMap(keywordsOf)];
}

describe("the description of our API", () => {
  interface Described {
    parameters: { schema: Schema }[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  }
  const { paths } = openApiDocument(routes, "http://localhost") as { paths: Record<string, Record<string, Described>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );

  test("uses no JSON Schema keyword that the fuzz has no faults for", () => {
    const schemas = operations.flatMap(({ described: { parameters, requestBody } }) => [
      ...parameters.map(({ schema }) => schema),
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => schema),
    ]);
    expect(schemas.length).toBeGreaterThan(100);
    expect(schemas.flatMap(keywordsOf).filter((word) => !KNOWN.has(word))).toEqual([]);
  });

  const bodies = operations.flatMap(({ path, method, described }) => {
    const schema = described.requestBody?.content["application/json"]?.schema;
    const call = callsOf(routes).find((one) => `/${one.path}` === path && one.method === method.toUpperCase());
    return schema ? [{ name: `${method} ${path}`, schema, body: call?.spec.body }] : [];
  });

  test.each(bodies)("$name refuses everything that its description forbids", ({ schema, body }) => {
    const faults = faultsOf(schema);
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults)
      for (const { value, how } of fc.sample(fault, { seed: 6, numRuns: 5 })) {
        const sent: unknown = JSON.parse(JSON.stringify(value));
        expect(body?.safeParse(sent).success, `${how}: ${JSON.stringify(sent)}`).toBe(false);
        expect(validator(schema).safeParse(sent).success, `${how}: ${JSON.stringify(sent)}`).toBe(false);
      }
  });
});
