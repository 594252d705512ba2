import { env } from "@/lib/core/env";

/**
 * Tokens are renewed under a lease of 30 seconds (`lib/connections/token-mutations.ts`). Whoever waited for an answer longer
 * than that would have a second one renew the same token, which ends the connection.
 */
const LONGEST_MS = 20_000;

/** Longest wait for one answer of a vendor's sign-in, in milliseconds: the limit of every call, and never near the lease. */
export function signInLimitMs(): number {
  return Math.min(env().PROVIDER_TIMEOUT_MS, LONGEST_MS);
}
