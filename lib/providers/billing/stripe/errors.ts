import Stripe from "stripe";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";

/**
 * Returns the ProviderError for what the client throws (`stripe` 23.1.0: class for the status, `code` for the cause).
 */
export function stripeError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof Stripe.errors.StripeError))
    return new ProviderError("network", `no answer from Stripe: ${error instanceof Error ? error.message : "unknown"}`);
  const { statusCode, code, param, rawType } = error;
  const cause = code ?? param ?? rawType;
  // The message may quote what a customer typed. The log needs only the cause and the vendor's request id.
  const message = `Stripe ${statusCode ?? "no status"}: ${cause ?? error.type} (${error.requestId ?? "no request id"})`;
  return new ProviderError(kindOf(error), message, cause);
}

function kindOf(error: InstanceType<typeof Stripe.errors.StripeError>): ProviderErrorKind {
  const { statusCode: status = 0 } = error;
  if (error instanceof Stripe.errors.StripeConnectionError) return "network";
  // Every error class of the client has its status, except a rate limit that was sent with 400.
  if (error instanceof Stripe.errors.StripeRateLimitError || status === 429) return "rate_limited";
  if (status === 401) return "auth";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 409) return "conflict";
  if (status >= 400 && status < 500) return "refused";
  return status >= 500 ? "unavailable" : "network";
}
