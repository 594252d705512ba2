import { env } from "@/lib/core/env";
import { gocardlessDirectDebit } from "./gocardless/index";
import type { DirectDebit } from "./port";

/** Returns the adapter for one connected organisation. */
export function directDebitOf(accessToken: string): DirectDebit {
  const { GOCARDLESS_API_URL: apiUrl, PROVIDER_TIMEOUT_MS: timeoutMs } = env();
  return gocardlessDirectDebit({ accessToken, apiUrl, timeoutMs });
}
