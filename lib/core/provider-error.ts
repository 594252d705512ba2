/**
 * - `network`      no answer, or one that cannot be read: the outcome of a write is unknown
 * - `unavailable`  the vendor failed (5xx): the outcome of a write is unknown
 * - `rate_limited` not executed, try later
 * - `auth`         our access is not accepted (expired or revoked)
 * - `forbidden`    the access lacks a right, or the vendor's contract does not allow it
 * - `not_found`    no such thing, or not ours
 * - `conflict`     it changed meanwhile or exists already
 * - `refused`      the vendor understood and said no: do not repeat as it is
 */
export type ProviderErrorKind =
  | "network"
  | "unavailable"
  | "rate_limited"
  | "auth"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "refused";

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
