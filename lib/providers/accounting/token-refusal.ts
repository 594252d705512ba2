import { log } from "@/lib/core/log";
import { ProviderError } from "@/lib/core/provider-error";

/**
 * What a 4xx of a token endpoint says (RFC 6749 5.2), by its body as far as that is JSON. Only `invalid_grant` is about the supplier's sign-in, and ends it.
 * Everything else (`invalid_client`, `unauthorized_client`, a page of a firewall) is about us: it would be said of all
 * suppliers at once, and their tokens are as good as before when it is put right.
 */
export function tokenRefusal(vendor: string, status: number, body: unknown): ProviderError {
  const code = (body as { error?: string } | null | undefined)?.error;
  if (code === "invalid_grant") return new ProviderError("auth", `${vendor} token request refused: ${status}`, code);
  log.error({ vendor, status, code }, "token endpoint does not accept our client");
  return new ProviderError("unavailable", `${vendor} does not accept our client: ${status}`, code);
}
