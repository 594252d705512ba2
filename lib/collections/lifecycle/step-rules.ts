import type { CollectionStep } from "@/lib/collections/events/mutations";
import type { ProviderEvent } from "@/lib/providers/payments/port";

interface WireDetails {
  origin?: string;
  cause?: string;
  description?: string;
  reason_code?: string;
  will_attempt_retry?: boolean;
}

/** Reduces a provider event, from a webhook or from the events list, to the fields that the history stores. */
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
