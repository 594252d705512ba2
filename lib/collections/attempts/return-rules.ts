import type { MandateFact, ReturnFact } from "@/lib/collections/types";
import type { Collection, Mandate } from "@/lib/core/prisma/client";
import type { CollectionStatus, MandateStatus, RetriedBy } from "@/lib/core/prisma/enums";
import { fromDate } from "@/lib/core/time/dates";
import type { NoticeKind } from "@/lib/notices/types";
import { holdsInvoice, isReturned } from "@/lib/statuses/collection-rules";
import { isUsable, USABLE } from "@/lib/statuses/mandate-rules";
import {
  type EligibilityFacts,
  eligibilityOf,
  mayRetryAutomatically,
  PLAN_TRIES,
  type RetryEligibility,
} from "./retry-rules";

/**
 * Returns the attempts that reached the payer's bank or are on their way there. An attempt cancelled before that does
 * not count.
 */
export function presented<T extends Pick<Collection, "status" | "failedAt">>(attempts: T[]): T[] {
  return attempts.filter(({ status, failedAt }) => !isCancelledStatus(status) || failedAt !== null);
}

export function isCancelledStatus(status: CollectionStatus): boolean {
  return status === "cancelled" || status === "mandate_expired";
}

/**
 * True for a returned collection, even if it was resubmitted at the provider and then cancelled before submission. That
 * cancellation does not authorise another collection.
 */
function wasReturned({ status, failedAt }: Ended): boolean {
  return isCancelledStatus(status) ? failedAt !== null : isReturned(status);
}

type Ended = Pick<Collection, "status" | "failedAt">;

/** Returns all collections of an invoice: its own, and those of the same document in other accounting systems. */
export function attemptsOf<A, B>(row: { collections: A[]; former: { collections: B[] }[] }): (A | B)[] {
  return [...row.collections, ...row.former.flatMap(({ collections }) => collections)];
}

/**
 * Returns the collection that was returned last. It need not be the newest: an older one may have been resubmitted at
 * the provider.
 */
export function lastReturnOf<T extends Ended>(attempts: T[]): T | undefined {
  const returned = attempts.filter(wasReturned);
  return returned.toSorted((a, b) => (b.failedAt?.getTime() ?? 0) - (a.failedAt?.getTime() ?? 0))[0];
}

/** Returns when a collection was last returned; a resubmission since then does not change that. */
export function returnedAtOf(attempts: Pick<Collection, "failedAt">[]): Date | null {
  const times = attempts.flatMap(({ failedAt }) => failedAt ?? []);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/**
 * Returns the last return; undefined while a collection is under way. A later collection cancelled before submission
 * does not hide the return.
 */
export function openReturnOf<T extends Ended>(attempts: T[]): T | undefined {
  return presented(attempts).some(({ status }) => holdsInvoice(status)) ? undefined : lastReturnOf(attempts);
}

/** States of a mandate on which the provider can still execute a retry of its own. */
export const CAN_RETRY: MandateStatus[] = [...USABLE, "other_account"];

type Announcing = Pick<Collection, "willAttemptRetry"> & {
  mandate: Pick<Mandate, "status"> & { replacedBy: Pick<Mandate, "status"> | null };
};

/**
 * True if the provider has announced that it retries this payment itself, and still can. If the mandate was replaced,
 * the provider moves the retry to its successor.
 */
export function isAnnounced({ willAttemptRetry, mandate }: Announcing): boolean {
  const { status } = mandate.replacedBy ?? mandate;
  return willAttemptRetry && CAN_RETRY.includes(status);
}

/** True if a collection can still bring money, or has brought it. */
export function isHeld(attempt: Announcing & Pick<Collection, "holdsInvoice">): boolean {
  return attempt.holdsInvoice || isAnnounced(attempt);
}

type Returned = Pick<
  Collection,
  "failureCode" | "failureCause" | "requestedDate" | "chargeDate" | "isChargedBack" | "wasReceived"
>;

/**
 * Returns the facts of a return that a decision needs.
 *
 * @param attempts all collections of the invoice: the provider may retry any one
 */
export function returnFactOf(row: Returned, attempts: Announcing[]): ReturnFact {
  const asked = fromDate(row.requestedDate);
  // After a resubmission that was cancelled, the granted day is one on which nothing was debited, perhaps an earlier
  // one.
  const granted = row.chargeDate ? fromDate(row.chargeDate) : asked;
  return {
    code: row.failureCode,
    cause: row.failureCause,
    chargeDate: granted > asked ? granted : asked,
    isChargeback: row.isChargedBack,
    wasReceived: row.wasReceived,
    willAttemptRetry: attempts.some(isAnnounced),
  };
}

/** Returns the notice to a supplier about a returned collection. */
export function returnNotice(row: Collection, number: string) {
  const { invoiceId, id: collectionId, amountCents, wasReceived } = row;
  const kind: NoticeKind = wasReceived ? "collection_returned" : "collection_failed";
  const chargeDate = fromDate(row.chargeDate ?? row.requestedDate);
  return { key: returnKey(invoiceId), kind, data: { invoiceId, collectionId, number, amountCents, chargeDate } };
}

export function returnKey(invoiceId: string): string {
  return `collection-returned:${invoiceId}`;
}

/** A collection, and the successor of the mandate it was made on. */
export type OnMandate = Pick<Collection, "mandateId"> & { mandate: Pick<Mandate, "replacedById"> };

/** True if a collection was made on this mandate, or on one that this mandate replaced: to the payer they are one. */
export function isOn({ mandateId, mandate }: OnMandate, id: string): boolean {
  return mandateId === id || mandate.replacedById === id;
}

type Tried = Ended & OnMandate & Pick<Collection, "retriedBy" | "holdsInvoice">;

/** Returns how often the retry plan has retried so far. */
export function planTriesOf(attempts: (Ended & Pick<Collection, "retriedBy">)[]): number {
  return presented(attempts).filter(({ retriedBy }) => retriedBy === "plan").length;
}

/**
 * Returns the number of all retries on the mandate to use; without a usable one, on the mandate of the last return. A
 * collection under way is not counted yet: it may be moved, or be made on another mandate.
 */
export function triesOf(attempts: Tried[], mandate: MandateFact): number {
  const id = mandate.state === "usable" ? mandate.mandateId : lastReturnOf(attempts)?.mandateId;
  const tries = presented(attempts).filter(({ retriedBy, holdsInvoice }) => retriedBy !== null && !holdsInvoice);
  return tries.filter((one) => id !== undefined && isOn(one, id)).length;
}

/**
 * Returns who had a payment made that only the provider still knows. It was a retry if a return came before it and no
 * mandate was signed in between. It counts as the plan's wherever the plan could have made it, because the plan might
 * otherwise make one too many. Else it counts as a person's.
 *
 * @param attempts the other collections of the invoice, each with its mandate
 */
export function likelyRetrier(
  attempts: (Collection & Announcing)[],
  { createdAt, signedAt, isPlanOn }: { createdAt: Date; signedAt: Date | null; isPlanOn: boolean },
): RetriedBy | null {
  const returned = lastReturnOf(attempts.filter(({ failedAt }) => failedAt !== null && failedAt < createdAt));
  if (!returned?.failedAt || (signedAt && signedAt > returned.failedAt)) return null;
  const isPlans = isPlanOn && mayRetryAutomatically(returnFactOf(returned, attempts));
  return isPlans && planTriesOf(attempts) < PLAN_TRIES ? "plan" : "person";
}

/**
 * Returns what an invoice's last return allows; undefined if nothing was returned.
 *
 * @param attempts each with its mandate
 * @param mandate the one that would be used now
 */
export function retryEligibilityOf(
  attempts: (Collection & Announcing & { mandate: Pick<Mandate, "replacedById" | "nextPossibleChargeDate"> })[],
  mandate: MandateFact,
  facts: Pick<EligibilityFacts, "today" | "noticeDays" | "isDeceased">,
): RetryEligibility | undefined {
  const returned = lastReturnOf(attempts);
  if (!returned) return undefined;
  const { status, nextPossibleChargeDate: next } = returned.mandate;
  const isChosen = mandate.state === "usable";
  return eligibilityOf({
    ...{ code: returned.failureCode, cause: returned.failureCause, willAttemptRetry: attempts.some(isAnnounced) },
    ...facts,
    isMandateUsable: isChosen || isUsable(status),
    standing: isChosen ? mandate.standing : "same",
    nextPossibleChargeDate: isChosen ? mandate.nextPossibleChargeDate : next && fromDate(next),
    tries: triesOf(attempts, mandate),
    live: attempts.find((attempt) => attempt.holdsInvoice) ?? null,
  });
}
