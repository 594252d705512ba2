import type { ProviderEvent } from "@/lib/providers/payments/port";
import type { CollectionStep } from "./event-mutations";

interface WireDetails {
  origin?: string;
  cause?: string;
  description?: string;
  reason_code?: string;
  will_attempt_retry?: boolean;
}

/** An event of the provider, as it came or as its list has it, reduced to what the history keeps. */
export function stepOf({
  id,
  action,
  occurredAt,
  payload,
}: Pick<ProviderEvent, "id" | "action" | "occurredAt"> & { payload: unknown }): CollectionStep {
  const details = ((payload as { details?: WireDetails }).details ?? {}) as WireDetails;
  return {
    id,
    action,
    occurredAt,
    origin: details.origin ?? null,
    cause: details.cause ?? null,
    code: details.reason_code ?? null,
    text: details.description ?? null,
    willAttemptRetry: details.will_attempt_retry ?? false,
  };
}
