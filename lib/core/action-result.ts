import type { ErrorCode, FieldError } from "./errors";

/** What a screen gets back from a server action: data, or a code whose text is `errors.<code>` in its language. */
export type ActionResult<T> =
  | { ok: true; data: T }
  | { ok: false; error: { code: ErrorCode; fields: FieldError[]; requestId: string; retryAfterSeconds?: number } };
