import { ReplyError, type TwinRequest } from "../kit/http";
import { type Fields, isDay, isFields } from "./input";
import type { Voucher } from "./model";
import type { World } from "./world";

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
export function readCents(body: Fields, field = "amountCents"): number {
  const cents = body[field];
  if (typeof cents !== "number" || !Number.isSafeInteger(cents) || (cents <= 0 && body.allowOdd !== true))
    return deskRefuse(422, `${field} must be a positive whole number of cents`);
  return cents;
}

export function readOptionalDay(body: Fields, field: string): string | undefined {
  const day = body[field];
  if (day === undefined || day === null || day === "") return undefined;
  if (!isDay(day)) return deskRefuse(422, `${field} must be a date like 2026-09-15`);
  return day;
}

export function readOptionalText(body: Fields, field: string): string | undefined {
  const text = body[field];
  if (text === undefined || text === null || text === "") return undefined;
  if (typeof text !== "string") return deskRefuse(422, `${field} must be a text`);
  return text;
}

/** A voucher by its id, or by its number: then the newest with that number. */
export function findVoucher(world: World, idOrNumber = ""): Voucher {
  const voucher = world.vouchers.get(idOrNumber) ?? world.vouchers.filter((one) => one.number === idOrNumber).at(-1);
  return voucher ?? deskRefuse(404, `no invoice ${idOrNumber}`);
}
