import { ReplyError, type TwinReply } from "../kit/http";

interface Problem {
  type: "invalid_request_error" | "idempotency_error" | "card_error" | "api_error";
  message: string;
  code?: string;
  param?: string;
  [more: string]: unknown;
}

export function errorReply(status: number, problem: Problem): TwinReply {
  const { code } = problem;
  const doc = code ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` } : {};
  return { status, body: { error: { ...problem, ...doc } } };
}

export function invalid(message: string, param?: string, code?: string): ReplyError {
  const more = { ...(param ? { param } : {}), ...(code ? { code } : {}) };
  return new ReplyError(errorReply(400, { type: "invalid_request_error", message, ...more }));
}

/** Returns the error for an unknown id: 400 with the parameter that names it, or 404 with `id` if the path does. */
export function missing(what: string, id: string, param = "id"): ReplyError {
  const status = param === "id" ? 404 : 400;
  const message = `No such ${what}: '${id}'`;
  return new ReplyError(
    errorReply(status, { type: "invalid_request_error", message, code: "resource_missing", param }),
  );
}

export function unauthorized(message: string): ReplyError {
  return new ReplyError(errorReply(401, { type: "invalid_request_error", message }));
}

export interface CardFailure {
  code: string;
  declineCode: string | null;
  message: string;
}

export function cardError(failure: CardFailure, more: Record<string, unknown> = {}): ReplyError {
  const decline = failure.declineCode ? { decline_code: failure.declineCode } : {};
  const problem = { type: "card_error", message: failure.message, code: failure.code, ...decline, ...more } as const;
  return new ReplyError(errorReply(402, problem));
}

export function idempotencyMismatch(key: string): ReplyError {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
  return new ReplyError(errorReply(400, { type: "idempotency_error", message }));
}
