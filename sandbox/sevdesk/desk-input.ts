import { ReplyError, type TwinRequest } from "../kit/http";
import { type Fields, isFields } from "./input";
import type { Client, Invoice } from "./model";
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

export function readDeskCents(body: Fields): number {
  const cents = body.amountCents;
  if (typeof cents !== "number" || !Number.isSafeInteger(cents) || cents <= 0)
    return deskRefuse(422, "amountCents must be a positive whole number of cents");
  return cents;
}

export function readDay(body: Fields, field: string): string | undefined {
  const day = readText(body, field);
  if (day === undefined) return undefined;
  const isReal = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  return isReal ? day : deskRefuse(422, `${field} must be a date like 2026-09-15`);
}

export function readText(body: Fields, field: string): string | undefined {
  const text = body[field];
  if (text === undefined || text === null || text === "") return undefined;
  return typeof text === "string" ? text : deskRefuse(422, `${field} must be a text`);
}

/** The account a desk call is about: by its id, else the first one, which is the demo's. */
export function clientFor(world: World, id: unknown): Client {
  const client = id === undefined ? world.clients.all()[0] : world.clients.get(String(id));
  return client ?? deskRefuse(404, `no sevdesk account ${String(id)}`);
}

/** An invoice by its id, or by its number: then the newest with that number. */
export function findDeskInvoice(world: World, idOrNumber = ""): Invoice {
  const invoice = world.invoices.get(idOrNumber) ?? world.invoices.filter((one) => one.number === idOrNumber).at(-1);
  return invoice ?? deskRefuse(404, `no invoice ${idOrNumber}`);
}
