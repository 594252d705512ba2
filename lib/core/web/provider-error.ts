/**
 * The cause of a failed call to a vendor.
 * - `network`      no answer, a cut-off answer, or an unreadable answer to a write: the outcome of a write is unknown
 * - `unavailable`  the vendor failed (5xx): the outcome of a write is unknown
 * - `rate_limited` not executed, try later
 * - `auth`         the vendor does not accept our access (expired or revoked)
 * - `forbidden`    the access lacks a permission, or the supplier's contract with the vendor does not include the call
 * - `not_found`    the object does not exist, or is not ours
 * - `conflict`     the object has changed since it was read, or exists already
 * - `refused`      the vendor understood the call and refused it: do not repeat it unchanged
 * - `unreadable`   the answer to a read has an unknown form, and would have it again
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

/** True for an answer in an unknown form. */
export function isUnreadable(error: unknown): error is ProviderError & { kind: "unreadable" } {
  return error instanceof ProviderError && error.kind === "unreadable";
}

/** The only error class that vendor adapters throw. */
export class ProviderError extends Error {
  /** @param code the vendor's own code for the cause, if there is one */
  constructor(
    readonly kind: ProviderErrorKind,
    message: string,
    readonly code?: string,
    readonly retryAfterMs?: number,
  ) {
    super(message);
    this.name = "ProviderError";
  }

  /** True if the same call may be repeated (with the same idempotency key). */
  get isRetryable(): boolean {
    return this.kind === "network" || this.kind === "unavailable" || this.kind === "rate_limited";
  }

  /** True if a write may have been executed although no success was reported. */
  get isOutcomeUnknown(): boolean {
    return this.kind === "network" || this.kind === "unavailable";
  }
}

/** True if a single requested object does not exist in this account, or belongs to another one. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ProviderError && (error.kind === "not_found" || error.kind === "forbidden");
}
