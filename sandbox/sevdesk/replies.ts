import { ReplyError, type TwinReply } from "../kit/http";

/** Everything sevdesk answers is wrapped in `objects`. */
export function answer(objects: unknown, more: Record<string, unknown> = {}, status = 200): TwinReply {
  return { status, body: { ...more, objects } };
}

/** The error body is in no document; this form was seen by several clients. */
export function errorReply(status: number, message: string, code: number | null = null): TwinReply {
  return { status, body: { objects: null, error: { message, code, exceptionUUID: null } } };
}

export function refuse(status: number, message: string): never {
  throw new ReplyError(errorReply(status, message));
}

/** A thing asked for by its id: the documents say 400 "was not found". */
export function missing(what: string): never {
  return refuse(400, `${what} not found`);
}

export function tooManyReply(): TwinReply {
  return { ...errorReply(429, "Too many requests"), headers: { "retry-after": "1" } };
}

/** What the fault `partial-page` makes of a list: its last rows are lost, and nothing says so but the total. */
export function cutPage(body: unknown): unknown | undefined {
  const { objects } = (body ?? {}) as { objects?: unknown };
  if (!Array.isArray(objects)) return undefined;
  return { ...(body as object), objects: objects.slice(0, Math.floor(objects.length / 2)) };
}
