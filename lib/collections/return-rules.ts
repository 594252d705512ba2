import { fromDate } from "@/lib/core/dates";
import type { Collection, Mandate } from "@/lib/core/prisma/client";
import type { CollectionStatus, MandateStatus, RetriedBy } from "@/lib/core/prisma/enums";
import { isUsable, USABLE } from "@/lib/mandates/rules";
import type { NoticeKind } from "@/lib/notices/types";
import { type ChanceFacts, chanceOf, mayRetryByItself, PLAN_TRIES, type RetryChance } from "./retry-rules";
import { holdsInvoice, isReturned } from "./status-rules";
import type { MandateFact, ReturnFact } from "./types";

/** The attempts that reached the payer's bank or are on their way there; those called off before tell nothing. */
export function presented<T extends Pick<Collection, "status" | "failedAt">>(attempts: T[]): T[] {
  return attempts.filter(({ status, failedAt }) => !isCalledOff(status) || failedAt !== null);
}

export function isCalledOff(status: CollectionStatus): boolean {
  return status === "cancelled" || status === "mandate_expired";
}

/**
 * It came back, also if it was taken up again at the provider since and called off before it went to the bank: nobody has then
 * said that another debit may follow.
 */
function cameBack({ status, failedAt }: Ended): boolean {
  return isCalledOff(status) ? failedAt !== null : isReturned(status);
}

type Ended = Pick<Collection, "status" | "failedAt">;

/** Every debit of an invoice: its own, and those of the same document in other books. */
export function attemptsOf<A, B>(row: { collections: A[]; former: { collections: B[] }[] }): (A | B)[] {
  return [...row.collections, ...row.former.flatMap(({ collections }) => collections)];
}

/** The debit that came back last, which need not be the newest: an older one may have been taken up again at the provider. */
export function lastReturnOf<T extends Ended>(attempts: T[]): T | undefined {
  const returned = attempts.filter(cameBack);
  return returned.toSorted((a, b) => (b.failedAt?.getTime() ?? 0) - (a.failedAt?.getTime() ?? 0))[0];
}

/** When one of them last came back; one that was taken up again since has come back all the same. */
export function returnedAtOf(attempts: Pick<Collection, "failedAt">[]): Date | null {
  const times = attempts.flatMap(({ failedAt }) => failedAt ?? []);
  return times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null;
}

/** What came back last is forgotten while a debit is under way, not because a later one was called off before it went out. */
export function openReturnOf<T extends Ended>(attempts: T[]): T | undefined {
  return presented(attempts).some(({ status }) => holdsInvoice(status)) ? undefined : lastReturnOf(attempts);
}

/** Mandates on which the provider can still carry out a try of its own. */
export const CAN_GO_ON: MandateStatus[] = [...USABLE, "other_account"];

type Announcing = Pick<Collection, "willAttemptRetry"> & {
  mandate: Pick<Mandate, "status"> & { replacedBy: Pick<Mandate, "status"> | null };
};

/** Whether the provider has announced that it tries this debit again itself, and still can: of a mandate that was replaced it moves the try. */
export function isAnnounced({ willAttemptRetry, mandate }: Announcing): boolean {
  const { status } = mandate.replacedBy ?? mandate;
  return willAttemptRetry && CAN_GO_ON.includes(status);
}

/** Whether a debit can still bring money, or has brought it. */
export function isHeld(attempt: Announcing & Pick<Collection, "holdsInvoice">): boolean {
  return attempt.holdsInvoice || isAnnounced(attempt);
}

/** @param attempts all of the invoice: any of them may be tried again by the provider */
export function returnFactOf(row: Collection, attempts: Announcing[]): ReturnFact {
  const asked = fromDate(row.requestedDate);
  // Taken up again and called off it has a day by now on which nothing was debited, perhaps an earlier one.
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

/** What a supplier is told of a debit that came back. */
export function returnNotice(row: Collection, number: string) {
  const { invoiceId, id: collectionId, amountCents, wasReceived } = row;
  const kind: NoticeKind = wasReceived ? "collection_returned" : "collection_failed";
  const chargeDate = fromDate(row.chargeDate ?? row.requestedDate);
  return { key: returnKey(invoiceId), kind, data: { invoiceId, collectionId, number, amountCents, chargeDate } };
}

export function returnKey(invoiceId: string): string {
  return `collection-returned:${invoiceId}`;
}

/** A debit, and what has taken the place of the mandate it was made on. */
export type OnMandate = Pick<Collection, "mandateId"> & { mandate: Pick<Mandate, "replacedById"> };

/** Whether a debit was made on this mandate, or on one whose place this one has taken: to the payer they are one. */
export function isOn({ mandateId, mandate }: OnMandate, id: string): boolean {
  return mandateId === id || mandate.replacedById === id;
}

type Tried = Ended & OnMandate & Pick<Collection, "retriedBy" | "holdsInvoice">;

/** How often the machine has tried again so far. */
export function planTriesOf(attempts: (Ended & Pick<Collection, "retriedBy">)[]): number {
  return presented(attempts).filter(({ retriedBy }) => retriedBy === "plan").length;
}

/**
 * How often all have, on the mandate that would be used; without one, on that of the last debit that came back. What is under way
 * is no try yet: it may be moved, or be on another mandate.
 */
export function triesOf(attempts: Tried[], mandate: MandateFact): number {
  const id = mandate.state === "usable" ? mandate.mandateId : lastReturnOf(attempts)?.mandateId;
  const tries = presented(attempts).filter(({ retriedBy, holdsInvoice }) => retriedBy !== null && !holdsInvoice);
  return tries.filter((one) => id !== undefined && isOn(one, id)).length;
}

/**
 * Who had a debit made of which only the provider still knows. If one had come back by then, and no mandate was given in
 * between, it was another try: the plan's wherever the plan could have made it, or it might make one too many, else a person's.
 *
 * @param attempts the other debits of the invoice, each with its mandate
 */
export function likelyRetrier(
  attempts: (Collection & Announcing)[],
  { createdAt, signedAt, isPlanOn }: { createdAt: Date; signedAt: Date | null; isPlanOn: boolean },
): RetriedBy | null {
  const returned = lastReturnOf(attempts.filter(({ failedAt }) => failedAt !== null && failedAt < createdAt));
  if (!returned?.failedAt || (signedAt && signedAt > returned.failedAt)) return null;
  const isPlans = isPlanOn && mayRetryByItself(returnFactOf(returned, attempts));
  return isPlans && planTriesOf(attempts) < PLAN_TRIES ? "plan" : "person";
}

/**
 * What an invoice's last return allows; undefined if none came back.
 *
 * @param attempts each with its mandate
 * @param mandate the one that would be used now
 */
export function retryChanceOf(
  attempts: (Collection & Announcing & { mandate: Pick<Mandate, "replacedById" | "nextPossibleChargeDate"> })[],
  mandate: MandateFact,
  facts: Pick<ChanceFacts, "today" | "noticeDays" | "isDeceased">,
): RetryChance | undefined {
  const returned = lastReturnOf(attempts);
  if (!returned) return undefined;
  const { status, nextPossibleChargeDate: next } = returned.mandate;
  const isChosen = mandate.state === "usable";
  return chanceOf({
    ...{ code: returned.failureCode, cause: returned.failureCause, willAttemptRetry: attempts.some(isAnnounced) },
    ...facts,
    isMandateUsable: isChosen || isUsable(status),
    standing: isChosen ? mandate.standing : "same",
    nextPossibleChargeDate: isChosen ? mandate.nextPossibleChargeDate : next && fromDate(next),
    tries: triesOf(attempts, mandate),
    live: attempts.find((attempt) => attempt.holdsInvoice) ?? null,
  });
}
