import { ApiError, IdempotentCreationConflictError, MalformedResponseError } from "gocardless-nodejs";
import { ProviderError, type ProviderErrorKind } from "@/lib/core/web/provider-error";

/**
 * Returns the ProviderError for what the client throws. The code is the reason, or else the field of a validation
 * failure.
 */
export function gocardlessError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof MalformedResponseError)
    return new ProviderError("network", "GoCardless answered in an unknown format");
  if (error instanceof IdempotentCreationConflictError) {
    return new ProviderError("conflict", "GoCardless: idempotency key conflict", error.conflictingResourceId);
  }
  if (error instanceof ApiError) {
    const first = error.errors?.[0];
    const code = first?.reason ?? first?.field;
    return new ProviderError(
      kindOf(Number(error.code)),
      `GoCardless ${error.code}: ${error.message} (${code ?? "no reason"})`,
      code,
    );
  }
  return new ProviderError(
    "network",
    `no answer from GoCardless: ${error instanceof Error ? error.message : "unknown"}`,
  );
}

function kindOf(status: number): ProviderErrorKind {
  if (status === 401) return "auth";
  if (status === 403) return "forbidden";
  if (status === 404 || status === 410) return "not_found";
  if (status === 409) return "conflict";
  if (status === 429) return "rate_limited";
  if (status >= 400 && status < 500) return "refused";
  // 5xx, and bodies that the client cannot parse, which it reports as 500.
  return "unavailable";
}
