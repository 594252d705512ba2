import { type Fields, isFields } from "../kit/fields";
import type { TwinRequest } from "../kit/http";
import { refuse } from "./replies";
import { faultsOf, readShapes } from "./schema-check";

const SHAPES = readShapes("requests");

/** Returns the body of a write, checked by the vendor's schema; answers 422 with the first fault. */
export function readBody(request: TwinRequest, shapeName: string): Fields {
  let body: unknown;
  try {
    body = JSON.parse(request.raw.toString("utf8"));
  } catch {
    return refuse(400, "The body is no JSON");
  }
  const shape = SHAPES[shapeName];
  if (!shape) throw new Error(`no schema for ${shapeName}`);
  const fault = faultsOf(shape, body, shapeName)[0];
  return fault || !isFields(body) ? refuse(422, fault ?? "The body must be an object") : body;
}

/** Returns the id of a reference in a body, which must name the right model. */
export function readRef(body: Fields, name: string, objectName: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const { id, objectName: given } = value as { id: number; objectName: string };
  return given === objectName ? String(id) : refuse(422, `${name}.objectName must be ${objectName}`);
}

/** Returns an amount in euros as integer cents; refuses more than two decimals. */
export function readCents(body: Fields, name: string): number {
  const amount = body[name] as number;
  const cents = Math.round(amount * 100);
  return Math.abs(cents / 100 - amount) < 1e-9 ? cents : refuse(422, `${name} must have at most two decimals`);
}
