import { env } from "@/lib/core/env";
import type { Billing } from "./port";
import { stripeBilling } from "./stripe/index";

let billing: Billing | undefined;

/** Returns the adapter for our own account at the vendor that bills the suppliers. */
export function ourBilling(): Billing {
  const { STRIPE_API_URL: apiUrl, STRIPE_SECRET_KEY: secretKey, PROVIDER_TIMEOUT_MS: timeoutMs } = env();
  billing ??= stripeBilling({ apiUrl, secretKey, timeoutMs });
  return billing;
}
