import { log } from "@/lib/core/telemetry/log";
import { ProviderError } from "@/lib/core/web/provider-error";

/**
 * Returns the error for a 4xx of a token endpoint (RFC 6749 5.2), according to its body if that is JSON. Only
 * `invalid_grant` concerns the supplier's sign-in and ends it. All other answers (`invalid_client`,
 * `unauthorized_client`, a firewall's page) concern our client, and thus all suppliers at once. Their tokens stay valid
 * until we have fixed the cause.
 */
export function tokenRefusal(vendor: string, status: number, body: unknown): ProviderError {
  const code = (body as { error?: string } | null | undefined)?.error;
  if (code === "invalid_grant") return new ProviderError("auth", `${vendor} token request refused: ${status}`, code);
  log.error({ vendor, status, code }, "token endpoint does not accept our client");
  return new ProviderError("unavailable", `${vendor} does not accept our client: ${status}`, code);
}
