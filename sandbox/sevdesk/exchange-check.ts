import { readFileSync } from "node:fs";
import type { TwinReply, TwinRequest } from "../kit/http";
import { faultsOfAnswer } from "./answer-check";
import { accepts } from "./deviations";
import { faultsOf, isInstant, readShapes, type Shape } from "./schema-check";

/** A call of the vendor's file: its line, its parameters, the body it takes, and the records it returns. */
interface KnownCall {
  line: number;
  parameters: Record<string, Shape>;
  body?: string;
  answers?: string;
}

const CALLS = JSON.parse(readFileSync(new URL("./schema/calls.json", import.meta.url), "utf8")) as Record<
  string,
  KnownCall
>;
const BODIES = readShapes("requests");

/**
 * Compares a request with the vendor's file, without the listed deviations.
 *
 * @param name method and pattern, e.g. `GET /Invoice/:id`
 * @returns one sentence per fault, beginning with its place
 */
export function faultsOfRequest(name: string, request: Pick<TwinRequest, "params" | "query" | "raw">): string[] {
  const call = CALLS[name];
  const faults = Object.entries(request.params)
    .filter(([, value]) => !/^\d+$/.test(value))
    .map(([param, value]) => `${name} :${param} is ${JSON.stringify(value)}`);
  if (!call && !accepts(name, "call")) faults.push(`${name} is not known`);
  for (const [param, value] of request.query) faults.push(...faultsOfParameter(name, call, param, value));
  return [...faults, ...faultsOfBody(name, call, request.raw)];
}

/** Compares an answer with the vendor's file. Errors are not checked, because no file describes them. */
export function faultsOfReply(name: string, { status, body }: TwinReply): string[] {
  if (status >= 400) return [];
  const record = CALLS[name]?.answers;
  const { objects } = body as { objects?: unknown };
  const strangers = [objects]
    .flat()
    .map((row) => (row as { objectName?: string } | null)?.objectName)
    .filter((found) => record !== undefined && found !== record);
  return [...faultsOfAnswer(name, body), ...strangers.map((found) => `${name} answers ${found}`)];
}

function faultsOfParameter(name: string, call: KnownCall | undefined, param: string, value: string): string[] {
  const place = `${name}?${param}`;
  const shape = call?.parameters[param];
  if (!shape) return accepts(place, "parameter") || accepts(`?${param}`, "parameter") ? [] : [`${place} is not known`];
  return isOfType(shape, value) || accepts(place, value) ? [] : [`${place} is ${JSON.stringify(value)}`];
}

/** True if a query value has the type: in a URL every value is a text. */
function isOfType({ type, format, enum: known }: Shape, value: string): boolean {
  if (known) return known.some((one) => String(one) === value);
  if (type === "integer") return /^-?\d+$/.test(value);
  if (type === "number") return /^-?\d+(\.\d+)?$/.test(value);
  if (type === "boolean") return value === "true" || value === "false";
  return format === "date-time" ? isInstant(value) : true;
}

function faultsOfBody(name: string, call: KnownCall | undefined, raw: Buffer): string[] {
  const shape = BODIES[call?.body ?? ""];
  if (!shape) return raw.length > 0 ? [`${name} has a body`] : [];
  try {
    return faultsOf(shape, JSON.parse(raw.toString("utf8")), name);
  } catch {
    return [`${name} has a body that is no JSON`];
  }
}
