import fc from "fast-check";
import { allows } from "./schema-match";
import { allowed, listOf, objectOf, type Schema, together } from "./schema-values";

/** A value that the schema forbids, and how it was made. */
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
  null: ["null", 0, false, {}],
};

/** Texts that almost have the format. */
const NOT_OF_FORMAT: Record<string, string[]> = {
  email: ["no such thing", "a@", "@b.example", "a@b@c.example"],
  date: ["no such thing", "2026-02-30", "2026-13-01", "20260901"],
  "date-time": ["no such thing", "2026-02-30T10:00:00Z", "2026-09-01T25:00:00Z", "2026-09-01"],
  uri: ["no such thing", "//", "http://["],
  uuid: ["no such thing", "00000000-0000-4000-8000-00000000000g", "00000000-0000-4000-8000-0000000000000"],
};

/** Characters that one pattern or another forbids. */
const LETTERS = ["!", " ", "\u0007", "x", "Ä", "/", "0", "@", "~", "\n", "💶"];

/** Returns values with exactly one fault; undefined if the schema forbids nothing. */
export function forbidden(schema: Schema): fc.Arbitrary<Broken> | undefined {
  const faults = faultsOf(schema);
  return faults.length > 0 ? fc.oneof(...faults) : undefined;
}

/** Returns every way to violate the schema once; `at` is the position within the sent value. */
export function faultsOf(schema: Schema, at = ""): fc.Arbitrary<Broken>[] {
  if (schema.allOf) return faultsOf(together(schema), at);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return refusedByAll(schema, [...either.flatMap((one) => faultsOf(one, at)), ...OF_ANY_KIND(at)]);
  if (schema.enum) return constants(["none-of-them", null, 0, {}], at, "is not one of the list:");
  const faults = constants(WRONG[schema.type ?? ""] ?? [], at, "has the wrong type:");
  if (schema.const !== undefined) return [...faults, ...constants(besides(schema.const), at, "is not the one value:")];
  return [
    ...faults,
    ...numberFaults(schema, at),
    ...textFaults(schema, at),
    ...fieldFaults(schema, at),
    ...listFaults(schema, at),
  ];
}

const OF_ANY_KIND = (at: string) => constants([{}, [], true, 7.5, "\u0007"], at, "is nothing of what may stand there:");

function constants(values: unknown[], at: string, how: string): fc.Arbitrary<Broken>[] {
  return values.map((value) => fc.constant({ value, how: `${at || "body"} ${how} ${show(value)}`.slice(0, 120) }));
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function besides(only: unknown): unknown[] {
  if (typeof only === "number") return [only + 1, only - 1, -only];
  if (typeof only === "boolean") return [!only];
  return [`${String(only)}x`, ""];
}

/** Keeps the faults of one alternative that no other alternative allows. */
function refusedByAll(schema: Schema, faults: fc.Arbitrary<Broken>[]): fc.Arbitrary<Broken>[] {
  const isRefused = ({ value }: Broken) => !allows(schema, value);
  return faults
    .filter((fault) => fc.sample(fault, { seed: 1, numRuns: 5 }).some(isRefused))
    .map((fault) => fault.filter(isRefused));
}

function numberFaults({ minimum, maximum }: Schema, at: string): fc.Arbitrary<Broken>[] {
  const isSafe = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 2 ** 52;
  return [
    ...(isSafe(minimum) ? constants([(minimum ?? 0) - 1], at, "is too small:") : []),
    ...(isSafe(maximum) ? constants([(maximum ?? 0) + 1], at, "is too large:") : []),
  ];
}

function textFaults({ minLength = 0, maxLength, pattern, format }: Schema, at: string): fc.Arbitrary<Broken>[] {
  const isLongEnough = (text: string) => text.length >= minLength && text.length <= (maxLength ?? 1_000_000);
  const faults: fc.Arbitrary<Broken>[] = [];
  if (maxLength !== undefined) faults.push(...constants(["x".repeat(maxLength + 1)], at, "is too long:"));
  if (minLength > 0) faults.push(...constants(["x".repeat(minLength - 1)], at, "is too short:"));
  if (pattern) {
    const expression = new RegExp(pattern, "u");
    const texts = LETTERS.map((letter) => letter.repeat(Math.max(1, minLength))).filter(isLongEnough);
    const broken = texts.filter((text) => !expression.test(text));
    faults.push(...constants(broken, at, "does not fit its pattern:"));
  }
  const almost = (NOT_OF_FORMAT[format ?? ""] ?? []).filter(isLongEnough);
  faults.push(...constants(almost, at, `is no ${format}:`));
  return faults;
}

function fieldFaults(schema: Schema, at: string): fc.Arbitrary<Broken>[] {
  if (schema.type !== "object") return [];
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const whole = objectOf(schema);
  const missing = required.map((name) =>
    whole.map((value) => {
      const { [name]: _gone, ...rest } = value;
      return { value: rest, how: `${at}${name} is missing` };
    }),
  );
  const withField = (name: string, fault: fc.Arbitrary<Broken>) =>
    fc.tuple(whole, fault).map(([value, { value: part, how }]) => ({ value: { ...value, [name]: part }, how }));
  const inside = Object.entries(properties).flatMap(([name, property]) =>
    faultsOf(property, `${at}${name}.`).map((fault) => withField(name, fault)),
  );
  const more =
    typeof others === "object" ? faultsOf(others, `${at}*.`).map((fault) => withOther(schema, whole, fault)) : [];
  const unknown =
    others === false
      ? [withField("unknown-field", fc.constant({ value: 1, how: `${at}unknown-field is not known` }))]
      : [];
  return [...missing, ...inside, ...more, ...unknown, ...nameFaults(schema, at, whole)];
}

/** Adds a field with an allowed name and a faulty value. */
function withOther(
  { propertyNames }: Schema,
  whole: fc.Arbitrary<Record<string, unknown>>,
  fault: fc.Arbitrary<Broken>,
): fc.Arbitrary<Broken> {
  const name = allowed({ ...propertyNames, type: "string" }) as fc.Arbitrary<string>;
  return fc
    .tuple(whole, name, fault)
    .filter(([, one]) => one !== "__proto__")
    .map(([value, one, { value: part, how }]) => ({ value: { ...value, [one]: part }, how }));
}

function nameFaults(
  { propertyNames, additionalProperties: others }: Schema,
  at: string,
  whole: fc.Arbitrary<Record<string, unknown>>,
): fc.Arbitrary<Broken>[] {
  if (!propertyNames) return [];
  const part = allowed(typeof others === "object" ? others : {});
  return faultsOf(propertyNames, `${at}name `)
    .filter((fault) => fc.sample(fault, { seed: 1, numRuns: 1 }).every(({ value }) => typeof value === "string"))
    .map((fault) =>
      fc
        .tuple(whole, fault, part)
        .map(([value, name, other]) => ({ value: { ...value, [String(name.value)]: other }, how: name.how })),
    );
}

function listFaults(schema: Schema, at: string): fc.Arbitrary<Broken>[] {
  if (schema.type !== "array") return [];
  const { items, prefixItems = [], minItems = 0, maxItems } = schema;
  const whole = listOf(schema);
  const inside = (items && prefixItems.length === 0 ? [items] : prefixItems).flatMap((item, i) =>
    faultsOf(item, `${at}${i}.`).map((fault) =>
      fc
        .tuple(whole, fault)
        .map(([list, { value, how }]) => ({ value: [...list.slice(0, i), value, ...list.slice(i + 1)], how })),
    ),
  );
  const few = whole.map((list) => ({ value: list.slice(0, minItems - 1), how: `${at || "body"} has too few items` }));
  const longer = prefixItems.length > 0 ? whole.map((list) => [...list, "more"]) : manyOf(schema);
  const many = longer.map((value) => ({ value, how: `${at || "body"} has too many items: ${value.length}` }));
  return [...inside, ...(minItems > 0 ? [few] : []), ...(maxItems === undefined ? [] : [many])];
}

function manyOf(schema: Schema): fc.Arbitrary<unknown[]> {
  const length = (schema.maxItems ?? 0) + 1;
  return listOf({ ...schema, minItems: length, maxItems: length });
}
