import type { Day } from "./calendar";
import { type Fields, isDay, isFields } from "./fields";
import { ReplyError, type TwinRequest } from "./http";

/** Refusals of the desk: 404 for things that are not there, 422 for what cannot be done. */
export function deskRefuse(status: 404 | 422, error: string): never {
  throw new ReplyError({ status, body: { error } });
}

/** The JSON body of a desk call; no body is an empty one. */
export function readDeskBody(request: TwinRequest): Fields {
  const text = request.raw.toString("utf8");
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (isFields(body)) return body;
  } catch {
    // answered below, like every other body that is no object
  }
  return deskRefuse(422, "the body must be a JSON object");
}

/** A positive whole number of cents; `allowOdd` also lets zero and negative ones through. */
export function readCents(body: Fields, field = "amountCents", allowOdd = false): number {
  const cents = body[field];
  if (typeof cents !== "number" || !Number.isSafeInteger(cents) || (cents <= 0 && !allowOdd))
    return deskRefuse(422, `${field} must be a positive whole number of cents`);
  return cents;
}

export function readOptionalDay(body: Fields, field: string): Day | undefined {
  const day = body[field];
  if (day === undefined || day === null || day === "") return undefined;
  return isDay(day) ? day : deskRefuse(422, `${field} must be a date like 2026-09-15`);
}

export function readOptionalText(body: Fields, field: string): string | undefined {
  const text = body[field];
  if (text === undefined || text === null || text === "") return undefined;
  return typeof text === "string" ? text : deskRefuse(422, `${field} must be a text`);
}
