import { ReplyError, type TwinReply } from "../kit/http";

/** Wraps an answer in `objects`, as sevdesk does. */
export function answer(objects: unknown, more: Record<string, unknown> = {}, status = 200): TwinReply {
  return { status, body: { ...more, objects } };
}

/** Returns an error. No document describes its body; several clients observed this form. */
export function errorReply(status: number, message: string, code: number | null = null): TwinReply {
  return { status, body: { objects: null, error: { message, code, exceptionUUID: null } } };
}

export function refuse(status: number, message: string): never {
  throw new ReplyError(errorReply(status, message));
}

/** Refuses an unknown id: the documents specify 400 "was not found". */
export function missing(what: string): never {
  return refuse(400, `${what} not found`);
}

export function tooManyReply(): TwinReply {
  return { ...errorReply(429, "Too many requests"), headers: { "retry-after": "1" } };
}

/** Truncates a list for the fault `partial-page`: its last rows are missing, which only the total shows. */
export function cutPage(body: unknown): unknown | undefined {
  const { objects } = (body ?? {}) as { objects?: unknown };
  if (!Array.isArray(objects)) return undefined;
  return { ...(body as object), objects: objects.slice(0, Math.floor(objects.length / 2)) };
}
