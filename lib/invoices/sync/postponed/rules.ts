import { ProviderError } from "@/lib/core/web/provider-error";

/** After this time a failure counts as lasting, and the supplier gets a notice. */
const LASTING_MS = 24 * 3_600_000;

/** True if a failure may be temporary and concern this document or contact alone, so that others can be read. */
export function isTransient(error: unknown): error is ProviderError {
  return error instanceof ProviderError && (error.kind === "network" || error.kind === "unavailable");
}

/**
 * True if a failure is lasting and concerns this document or contact alone. That is so if the vendor refuses it, if its
 * answer has an unknown form, or if it has failed for a day.
 */
export function isLasting(error: unknown, markedAt: Date | null, now: Date): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  if (["unreadable", "forbidden", "refused"].includes(error.kind)) return true;
  return isTransient(error) && markedAt !== null && now.getTime() - markedAt.getTime() > LASTING_MS;
}
