import { isDay } from "../../sandbox/kit/fields";
import type { Schema } from "./schema-values";

/** Checks by format; as in JSON Schema, formats not listed allow every text. */
const IS_FORMAT: Record<string, (text: string) => boolean> = {
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  date: isDay,
  "date-time": (text) => /^[\d-]{10}T([01]\d|2[0-3])(:[0-5]\d){1,2}(\.\d+)?Z$/.test(text) && isDay(text.slice(0, 10)),
  uri: (text) => URL.canParse(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

/** True if a schema allows a value. Needed because a value that violates one alternative may fit another. */
export function allows(schema: Schema, value: unknown): boolean {
  if (schema.const !== undefined && value !== schema.const) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  const either = schema.anyOf ?? schema.oneOf;
  if (either && !either.some((one) => allows(one, value))) return false;
  if (schema.allOf && !schema.allOf.every((one) => allows(one, value))) return false;
  if (schema.type && !isOfType(schema.type, value)) return false;
  if (typeof value === "string") return allowsText(schema, value);
  if (typeof value === "number") return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) return allowsList(schema, value);
  return typeof value !== "object" || value === null || allowsObject(schema, value as Record<string, unknown>);
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function allowsText({ minLength = 0, maxLength = Infinity, pattern, format }: Schema, text: string): boolean {
  // JSON Schema counts characters, not UTF-16 code units.
  const { length } = [...text];
  if (length < minLength || length > maxLength) return false;
  if (pattern && !new RegExp(pattern, "u").test(text)) return false;
  return !format || (IS_FORMAT[format]?.(text) ?? true);
}

function allowsList({ minItems = 0, maxItems = Infinity, prefixItems = [], items }: Schema, list: unknown[]): boolean {
  if (list.length < minItems || list.length > maxItems) return false;
  return list.every((item, i) => {
    const schema = prefixItems[i] ?? items;
    return !schema || allows(schema, item);
  });
}

function allowsObject(schema: Schema, value: Record<string, unknown>): boolean {
  const { properties = {}, required = [], propertyNames, additionalProperties: others = true } = schema;
  if (required.some((name) => !(name in value))) return false;
  return Object.entries(value).every(([name, part]) => {
    if (propertyNames && !allows(propertyNames, name)) return false;
    const property = Object.hasOwn(properties, name) ? properties[name] : others;
    return typeof property === "boolean" ? property : !property || allows(property, part);
  });
}
