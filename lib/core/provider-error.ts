/**
 * - `network`      no answer, a cut-off one, or one to a write that cannot be read: the outcome of a write is unknown
 * - `unavailable`  the vendor failed (5xx): the outcome of a write is unknown
 * - `rate_limited` not executed, try later
 * - `auth`         our access is not accepted (expired or revoked)
 * - `forbidden`    the access lacks a right, or the vendor's contract does not allow it
 * - `not_found`    no such thing, or not ours
 * - `conflict`     it changed meanwhile or exists already
 * - `refused`      the vendor understood and said no: do not repeat as it is
 * - `unreadable`   the answer to a question has a form we do not know: asked again, it has the same
 */
export type ProviderErrorKind =
  | "network"
  | "unavailable"
  | "rate_limited"
  | "auth"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "refused"
  | "unreadable";

/** True for an answer in a form we do not know. */
export function isUnreadable(error: unknown): error is ProviderError & { kind: "unreadable" } {
  return error instanceof ProviderError && error.kind === "unreadable";
}

/** The one error all vendor adapters throw. */
export class ProviderError extends Error {
  /** @param code the vendor's own word for the cause, where it gives one */
  constructor(
    readonly kind: ProviderErrorKind,
    message: string,
    readonly code?: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = "ProviderError";
  }

  /** True if the same call may be repeated (with the same key). */
  get isRetryable(): boolean {
    return this.kind === "network" || this.kind === "unavailable" || this.kind === "rate_limited";
  }

  /** True if a write may have happened although no success was reported. */
  get isOutcomeUnknown(): boolean {
    return this.kind === "network" || this.kind === "unavailable";
  }
}

/** Asked for by itself, and not to be found in this account, or in somebody else's. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ProviderError && (error.kind === "not_found" || error.kind === "forbidden");
}
