import { isCancelledStatus } from "@/lib/collections/attempts/return-rules";
import type { Collection, CollectionEvent } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { MANDATE_REASONS } from "@/lib/mandates/rules";
import { isNotWithBank, isReturned, OWN_ORIGIN } from "@/lib/statuses/collection-rules";

/** The events of a collection in order, with the state after each. */
type History = { event: CollectionEvent; statusAfter: CollectionStatus }[];

/**
 * Returns why the collection failed last, and when somebody resubmitted it since. These facts stay when it is reopened.
 */
export function factsOf(status: CollectionStatus, failure: CollectionEvent | undefined, history: History) {
  const end = history.findIndex(({ event }) => event === failure);
  return {
    failedAt: failure?.occurredAt ?? null,
    failureCause: failure?.cause ?? null,
    failureCode: failure?.code ?? null,
    failureText: failure?.text ?? null,
    isChargedBack: failure?.action === "charged_back",
    wasReceived: wasReceivedIn(history.slice(0, end + 1)),
    willAttemptRetry: isReturned(status) && (failure?.willAttemptRetry ?? false),
    resubmittedAt: failure ? resubmittedIn(history.slice(end + 1)) : null,
  };
}

/**
 * True if the money had been received at any time, even if the payment was resubmitted since. The accounting system may
 * then say "paid" by our own booking.
 */
function wasReceivedIn(history: History): boolean {
  return history.some(({ statusAfter }) => RECEIVED.includes(statusAfter));
}

const RECEIVED: CollectionStatus[] = ["confirmed", "paid_out", "late_failure", "charged_back"];

/**
 * Returns when somebody had the payment retried at the provider. A retry by the provider itself does not count, nor
 * does our own event, which only records that the payment takes money again.
 */
function resubmittedIn(history: History): Date | null {
  const last = history.findLast(
    ({ event: { action, origin } }) => action === "resubmission_requested" && origin !== OWN_ORIGIN,
  );
  return last?.event.cause === "payment_retried" ? last.event.occurredAt : null;
}

export function isNewFailure(row: Collection, { occurredAt, code, cause }: CollectionEvent): boolean {
  return row.failedAt?.getTime() !== occurredAt.getTime() || row.failureCode !== code || row.failureCause !== cause;
}

/** True if the row already has these facts. */
export function isSame(row: Collection, facts: ReturnType<typeof factsOf>): boolean {
  const told = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return Object.entries(facts).every(([name, value]) => told(row[name as keyof typeof facts]) === told(value));
}

/**
 * True if the bank has the payment, or has had it since the cancel request: the request came too late. It must not
 * cancel a resubmission weeks later. A request because of the mandate stays in force.
 *
 * @param status the collection's derived state; the last label of a history may be about its mandate
 */
export function isCancelRequestOver(row: Collection, status: CollectionStatus, history: History): boolean {
  const { cancelRequestedAt: wishedAt, cancelReason, providerId } = row;
  if (!wishedAt || !providerId || MANDATE_REASONS.some((reason) => reason === cancelReason)) return false;
  // Cancelled after all, by a call of ours that did not know of those events.
  if (history.some(({ event }) => isOwnEnd(event) && event.occurredAt > wishedAt)) return false;
  return (
    isWithBank(status) ||
    history.some(({ event, statusAfter }) => isWithBank(statusAfter) && event.occurredAt > wishedAt)
  );
}

/** True for our own event that a call of ours cancelled the payment. */
function isOwnEnd({ action, origin }: CollectionEvent): boolean {
  return action === "cancelled" && origin === OWN_ORIGIN;
}

function isWithBank(status: CollectionStatus): boolean {
  return !isNotWithBank(status) && !isCancelledStatus(status) && status !== "mandate_transferred";
}
