import { invalidType, invalidUsage, validationFailed } from "./errors";
import { isIban, normaliseIban } from "./iban";

export type Fields = Record<string, unknown>;
export type Metadata = Record<string, string>;

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Refuses attributes that the API does not know, so that typing mistakes in the product are noticed here. */
export function allowOnly(fields: Fields, known: readonly string[], at: string): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    throw invalidUsage(400, "invalid_document_structure", `Unknown attribute ${at}/${name}`);
  }
}

export function optionalText(fields: Fields, name: string, at: string, max = 5_000): string | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw invalidType(`${at}/${name}`, `${name} must be a string`);
  if (value.length > max) throw validationFailed(`${at}/${name}`, `is too long (maximum is ${max} characters)`);
  return value;
}

export function requiredText(fields: Fields, name: string, at: string, max = 5_000): string {
  const value = optionalText(fields, name, at, max);
  if (value === null) throw invalidType(`${at}/${name}`, `${name} is required`);
  if (value.trim() === "") throw validationFailed(`${at}/${name}`, "can't be blank");
  return value;
}

export function optionalFlag(fields: Fields, name: string, at: string): boolean | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "boolean") throw invalidType(`${at}/${name}`, `${name} must be a boolean`);
  return value;
}

export function requiredCents(fields: Fields, name: string, at: string, max: number): number {
  const value = fields[name];
  if (typeof value !== "number" || !Number.isInteger(value)) {
    throw invalidType(`${at}/${name}`, `${name} must be a whole number`);
  }
  if (value < 1) throw validationFailed(`${at}/${name}`, "must be greater than or equal to 1");
  if (value > max) throw validationFailed(`${at}/${name}`, `must be less than or equal to ${max}`);
  return value;
}

export function linkId(fields: Fields, name: string, at: string): string {
  const links = fields.links;
  if (!isObject(links)) throw invalidType(`${at}/links`, "links is required");
  return requiredText(links, name, `${at}/links`);
}

export function optionalLinkId(fields: Fields, name: string, at: string): string | null {
  return isObject(fields.links) ? optionalText(fields.links, name, `${at}/links`) : null;
}

export function optionalDay(fields: Fields, name: string, at: string): string | null {
  const value = optionalText(fields, name, at);
  if (value === null) return null;
  const valid = /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(`${value}T00:00:00Z`));
  if (!valid || new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10) !== value) {
    throw validationFailed(`${at}/${name}`, "must be a valid date (YYYY-MM-DD)");
  }
  return value;
}

/** Returns the metadata: at most 3 keys of up to 50 characters, with texts of up to 500 characters. */
export function metadataOf(fields: Fields, at: string): Metadata {
  const value = fields.metadata;
  const pointer = `${at}/metadata`;
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw invalidType(pointer, "metadata must be an object");
  const entries = Object.entries(value);
  if (entries.length > 3) throw validationFailed(pointer, "cannot have more than 3 keys");
  for (const [key, text] of entries) {
    if (key.length > 50) throw validationFailed(`${pointer}/${key}`, "keys cannot be longer than 50 characters");
    if (typeof text !== "string") throw validationFailed(`${pointer}/${key}`, "values must be strings");
    if (text.length > 500) throw validationFailed(`${pointer}/${key}`, "values cannot be longer than 500 characters");
  }
  return { ...(value as Metadata) };
}

/** Returns the text for the payer's bank statement: at most 140 characters of the SEPA character set. */
export function sepaReference(fields: Fields, at: string): string | null {
  const value = optionalText(fields, "reference", at);
  if (value === null) return null;
  if (value.length > 140) throw validationFailed(`${at}/reference`, "is too long (maximum is 140 characters)");
  if (!/^[A-Za-z0-9 /\-?:().,'+]*$/.test(value)) {
    throw validationFailed(`${at}/reference`, "contains characters that are not in the SEPA character set");
  }
  return value;
}

export function requiredIban(fields: Fields, at: string): string {
  const iban = normaliseIban(requiredText(fields, "iban", at));
  if (!isIban(iban)) throw validationFailed(`${at}/iban`, "is invalid");
  return iban;
}
