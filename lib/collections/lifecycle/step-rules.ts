import type { CollectionStep } from "@/lib/collections/events/mutations";
import { newId } from "@/lib/core/formats/ids";
import { now } from "@/lib/core/time/clock";
import type { ProviderEvent } from "@/lib/providers/payments/port";
import { OWN_ORIGIN } from "@/lib/statuses/collection-rules";

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

/** Returns the event for an action of our own. The provider's event for the same action arrives later. */
export function ownStep(action: string, cause: string | null): CollectionStep {
  return {
    id: newId("event"),
    action,
    origin: OWN_ORIGIN,
    cause,
    code: null,
    text: null,
    occurredAt: now(),
    willAttemptRetry: false,
  };
}
