import { type Day, dayInBerlin } from "../kit/calendar";
import { type Fields, isFields } from "../kit/fields";
import type { TwinRequest } from "../kit/http";
import { refuse } from "./replies";
import type { World } from "./world";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(Z|[+-]\d{2}:\d{2})$/;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** True for exactly `yyyy-MM-dd'T'HH:mm:ss.SSSXXX`; Lexware answers 406 to anything else. */
export function isDateTime(value: unknown): value is string {
  return typeof value === "string" && DATE_TIME.test(value) && !Number.isNaN(Date.parse(value));
}

export function dayOf(dateTime: string): Day {
  return dayInBerlin(new Date(dateTime));
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the JSON body of an API call; 415 without the content type, 400 if it cannot be read. */
export function readJson(world: World, request: TwinRequest): unknown {
  if (!request.headers["content-type"]?.startsWith("application/json"))
    refuse(world, request, 415, "Content-Type 'application/json' is required.");
  try {
    return JSON.parse(request.raw.toString("utf8")) as unknown;
  } catch {
    return refuse(world, request, 400, "Malformed JSON request body.");
  }
}

export function readObject(world: World, request: TwinRequest): Fields {
  const body = readJson(world, request);
  if (!isFields(body)) refuse(world, request, 400, "A JSON object is expected.");
  return body;
}
