import type { Collection, CollectionEvent } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { MANDATE_REASONS } from "@/lib/mandates/rules";
import { isCalledOff } from "./return-rules";
import { isNotWithBank, isReturned, OWN_ORIGIN } from "./status-rules";

/** The events of a debit in their order, with the state after each. */
type History = { event: CollectionEvent; word: CollectionStatus }[];

/** Why the debit came to nothing the last time it did, and who had it tried again since; it stays known when the debit is revived. */
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
    takenUpAt: failure ? takenUpIn(history.slice(end + 1)) : null,
  };
}

/**
 * Whether the money had come at any time: then the books may say paid by our own booking, also if it was tried again in
 * between.
 */
function wasReceivedIn(history: History): boolean {
  return history.some(({ word }) => RECEIVED.includes(word));
}

const RECEIVED: CollectionStatus[] = ["confirmed", "paid_out", "late_failure", "charged_back"];

/**
 * When somebody had it tried again at the provider. What the provider takes up itself is nobody's wish, and our own note only
 * says that it takes money again.
 */
function takenUpIn(history: History): Date | null {
  const last = history.findLast(
    ({ event: { action, origin } }) => action === "resubmission_requested" && origin !== OWN_ORIGIN,
  );
  return last?.event.cause === "payment_retried" ? last.event.occurredAt : null;
}

export function isNewFailure(row: Collection, { occurredAt, code, cause }: CollectionEvent): boolean {
  return row.failedAt?.getTime() !== occurredAt.getTime() || row.failureCode !== code || row.failureCause !== cause;
}

/** Whether the row says the same of the debit's end already. */
export function isSame(row: Collection, facts: ReturnType<typeof factsOf>): boolean {
  const told = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return Object.entries(facts).every(([name, value]) => told(row[name as keyof typeof facts]) === told(value));
}

export const NO_WISH = { cancelRequestedAt: null, cancelReason: null };

/**
 * The bank has it, or has had it since the wish to end it: that wish came too late, and would end what somebody takes up again
 * weeks later. One because of its mandate stands.
 *
 * @param status the debit's own: the last word of a history may tell of its mandate
 */
export function isWishOver(row: Collection, status: CollectionStatus, history: History): boolean {
  const { cancelRequestedAt: wishedAt, cancelReason, providerId } = row;
  if (!wishedAt || !providerId || MANDATE_REASONS.some((reason) => reason === cancelReason)) return false;
  // Carried out after all, by a call that did not know of it.
  if (history.some(({ event }) => isOwnEnd(event) && event.occurredAt > wishedAt)) return false;
  return isWithBank(status) || history.some(({ event, word }) => isWithBank(word) && event.occurredAt > wishedAt);
}

/** Our note that a call of ours has called it off. */
function isOwnEnd({ action, origin }: CollectionEvent): boolean {
  return action === "cancelled" && origin === OWN_ORIGIN;
}

function isWithBank(status: CollectionStatus): boolean {
  return !isNotWithBank(status) && !isCalledOff(status) && status !== "mandate_transferred";
}
