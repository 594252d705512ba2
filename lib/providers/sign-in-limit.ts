import { env } from "@/lib/core/env";

/**
 * Cap on a sign-in call, in milliseconds. A worker renews tokens under a lease of 30 seconds
 * (`lib/connections/tokens/mutations.ts`). If a call outlived the lease, a second worker would renew the same token,
 * which ends the connection.
 */
const LONGEST_MS = 20_000;

/**
 * Returns the timeout of one call to a vendor's sign-in, in milliseconds: `PROVIDER_TIMEOUT_MS`, capped well below the
 * lease.
 */
export function signInLimitMs(): number {
  return Math.min(env().PROVIDER_TIMEOUT_MS, LONGEST_MS);
}
