import type { Day } from "./calendar";
import { type Fields, isDay, isFields } from "./fields";
import { ReplyError, type TwinRequest } from "./http";

/** Refuses a control panel call: 404 for an unknown object, 422 for an impossible request. */
export function deskRefuse(status: 404 | 422, error: string): never {
  throw new ReplyError({ status, body: { error } });
}

/** Returns the JSON body of a control panel call; an absent body counts as empty. */
export function readDeskBody(request: TwinRequest): Fields {
  const text = request.raw.toString("utf8");
  if (text.trim() === "") return {};
  try {
    const body: unknown = JSON.parse(text);
    if (isFields(body)) return body;
  } catch {
    // refused below, like every other body that is not an object
  }
  return deskRefuse(422, "the body must be a JSON object");
}

/** Returns a positive integer of cents; `allowOdd` also accepts zero and negative amounts. */
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
