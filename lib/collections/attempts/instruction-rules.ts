import type { MandateFact } from "@/lib/collections/types";
import type { Collection, Invoice } from "@/lib/core/prisma/client";
import { type Day, fromDate } from "@/lib/core/time/dates";
import { returnedAtOf } from "./return-rules";

type LiveAttempt = Pick<Collection, "resubmittedAt" | "createdAt" | "retriedBy" | "status">;

/** The instructions about an invoice with a returned collection, given here or by a retry at the provider. */
type Instructions = Pick<
  Invoice,
  "retryApprovedAt" | "retryOn" | "retryDueDate" | "retryStoppedAt" | "instructionsRevokedAt" | "dueDate"
>;

type Attempt = Pick<Collection, "failedAt" | "resubmittedAt" | "holdsInvoice" | "chargeDate" | "requestedDate">;

type Stop = Pick<Instructions, "retryStoppedAt" | "retryApprovedAt">;

/** Somebody's approval of a further collection, and the day given with it. */
interface Approval {
  at: Date;
  day: Day | null;
  /**
   * True if the day is only the earliest one: it was given at the provider, or the invoice is due later since.
   * Otherwise the collection is for exactly that day.
   */
  isEarliest: boolean;
}

/** Returns the column values of an invoice that somebody said not to retry. */
export function withoutRetry(at: Date) {
  return { retryStoppedAt: at, retryApprovedAt: null, retryOn: null };
}

/**
 * Returns the column values of an invoice that is being excluded. Included again, it waits for its own day, and its
 * returns wait for a new approval.
 */
export function instructionsRevoked(at: Date) {
  return { collectNowAt: null, retryApprovedAt: null, retryOn: null, instructionsRevokedAt: at };
}

/**
 * True if somebody said not to retry and no approval followed. The stop stays stored after an approval: it applies
 * again when the approval is revoked. A mandate signed before the stop does not count as signed for what came after it.
 */
export function isStopped({ retryStoppedAt, retryApprovedAt }: Stop): boolean {
  return retryStoppedAt !== null && (retryApprovedAt === null || retryApprovedAt < retryStoppedAt);
}

/**
 * True if a retry was approved after the last return. An approval does not cover a later return, even if that
 * collection was resubmitted since.
 */
export function isRetryApproved(
  { retryApprovedAt }: Pick<Instructions, "retryApprovedAt">,
  attempts: Pick<Collection, "failedAt">[],
): boolean {
  const returnedAt = returnedAtOf(attempts);
  return returnedAt !== null && retryApprovedAt !== null && retryApprovedAt > returnedAt;
}

/**
 * True if an instruction given since then revokes what a collection under way is based on:
 * - a resubmission at the provider is revoked by a later stop or exclusion;
 * - a person's retry is revoked by a later exclusion, unless it is approved again;
 * - a collection on a mandate signed because of a return is revoked by a later stop, until the provider has it.
 */
export function isRevoked(
  instructions: Instructions,
  attempts: Pick<Collection, "failedAt">[],
  live: LiveAttempt,
): boolean {
  const { resubmittedAt, createdAt, retriedBy, status } = live;
  const stoppedAt = isStopped(instructions) ? instructions.retryStoppedAt : null;
  const isSince = (said: Date | null, at: Date) => said !== null && said > at;
  if (resubmittedAt)
    return isSince(stoppedAt, resubmittedAt) || isSince(instructions.instructionsRevokedAt, resubmittedAt);
  if (retriedBy === "person")
    return isSince(instructions.instructionsRevokedAt, createdAt) && !isRetryApproved(instructions, attempts);
  return status === "pending" && retriedBy === null && returnedAtOf(attempts) !== null && isSince(stoppedAt, createdAt);
}

/** Returns the retry date in force, in the shape `DecisionInput` expects. */
export function agreedDayOf(
  instructions: Instructions,
  attempts: Attempt[],
): { retryOn: Day | null; retryNotBefore: Day | null } {
  const { day = null, isEarliest = false } = approvalOf(instructions, attempts) ?? {};
  return isEarliest ? { retryOn: null, retryNotBefore: day } : { retryOn: day, retryNotBefore: null };
}

/** True if the day in force is the one given with this resubmission at the provider, not one given here. */
export function isGivenThere(instructions: Instructions, attempts: Attempt[], { resubmittedAt }: Attempt): boolean {
  const approval = approvalOf(instructions, attempts);
  return approval?.isEarliest === true && approval.at.getTime() === resubmittedAt?.getTime();
}

/**
 * Returns the approval in force. Of a day agreed here and one given at the provider the later day applies, unless the
 * one here was agreed afterwards.
 */
function approvalOf(instructions: Instructions, attempts: Attempt[]): Approval | null {
  const here = givenHere(instructions, attempts);
  const there = givenThere(instructions, attempts);
  if (!here || !there) return here ?? there;
  if (there.at <= here.at) return here;
  return here.day && there.day && here.day >= there.day ? here : there;
}

function givenHere(instructions: Instructions, attempts: Attempt[]): Approval | null {
  const { retryApprovedAt: at, retryOn, retryDueDate, dueDate } = instructions;
  if (!at || !isRetryApproved(instructions, attempts)) return null;
  // Copied from the resubmission when its collection was cancelled to be replaced.
  const isFromThere = attempts.some(({ resubmittedAt }) => resubmittedAt?.getTime() === at.getTime());
  const isDueLater = retryDueDate !== null && dueDate > retryDueDate;
  return { at, day: retryOn && fromDate(retryOn), isEarliest: isFromThere || isDueLater };
}

/**
 * Returns the day given with the last resubmission at the provider, if that is under way or was cancelled since. A
 * later stop or exclusion ends it.
 */
function givenThere({ retryStoppedAt, instructionsRevokedAt }: Instructions, attempts: Attempt[]): Approval | null {
  const returnedAt = returnedAtOf(attempts);
  const approvals = attempts.flatMap(({ resubmittedAt: at, holdsInvoice, chargeDate, requestedDate }) => {
    const counts = at !== null && (holdsInvoice || (returnedAt !== null && at > returnedAt));
    return counts ? { at, day: fromDate(chargeDate ?? requestedDate), isEarliest: true } : [];
  });
  const last = approvals.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
  const isOver = [retryStoppedAt, instructionsRevokedAt].some(
    (at) => at !== null && last !== undefined && at > last.at,
  );
  return last && !isOver ? last : null;
}

/** The facts that the screen showed to the person who approves a retry. */
export interface RetryShown {
  /** When a collection of the invoice was last returned (ISO 8601). */
  returnedAt: string | null;
  /** The mandate that was named, if it is not the one of the returned collection. */
  otherMandateId: string | null;
  /** The charge date of a collection that is already planned. */
  plannedFor: Day | null;
  isStopped: boolean;
}

/**
 * Returns what the screen would show now.
 *
 * @param attempts all collections of the invoice
 */
export function retryShown(
  invoice: Stop,
  attempts: Pick<Collection, "failedAt" | "holdsInvoice" | "chargeDate" | "requestedDate">[],
  mandate: MandateFact,
): RetryShown {
  const live = attempts.find(({ holdsInvoice }) => holdsInvoice);
  return {
    returnedAt: returnedAtOf(attempts)?.toISOString() ?? null,
    otherMandateId: mandate.state === "usable" && mandate.standing === "other" ? mandate.mandateId : null,
    plannedFor: live ? fromDate(live.chargeDate ?? live.requestedDate) : null,
    isStopped: isStopped(invoice),
  };
}
