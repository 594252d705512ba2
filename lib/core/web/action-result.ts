import type { ErrorCode, FieldError } from "./errors";

/** The result of a server action: data, or an error code whose text is `errors.<code>` in the reader's language. */
export type ActionResult<T> =
  | { ok: true; data: T }
  | { ok: false; error: { code: ErrorCode; fields: FieldError[]; requestId: string; retryAfterSeconds?: number } };
