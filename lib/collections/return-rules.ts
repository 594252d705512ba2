import { fromDate } from "@/lib/core/dates";
import type { Collection, Mandate } from "@/lib/core/prisma/client";
import { isUsable } from "@/lib/mandates/rules";
import { type ChanceFacts, chanceOf, type RetryChance } from "./retry-rules";
import { holdsInvoice, isReturned } from "./status-rules";
import type { ReturnFact } from "./types";

/** The attempts that reached the payer's bank or are on their way there; those called off before tell nothing. */
export function presented<T extends Pick<Collection, "status">>(attempts: T[]): T[] {
  return attempts.filter(({ status }) => status !== "cancelled" && status !== "mandate_expired");
}

/** The latest debit that came back. @param attempts newest first */
export function lastReturnOf<T extends Pick<Collection, "status">>(attempts: T[]): T | undefined {
  return attempts.find(({ status }) => !holdsInvoice(status) && isReturned(status));
}

export function returnFactOf(row: Collection): ReturnFact {
  return {
    code: row.failureCode,
    cause: row.failureCause,
    chargeDate: fromDate(row.chargeDate ?? row.requestedDate),
    // Settled may have been either; then the safer one is believed.
    isChargeback: row.status === "charged_back" || row.status === "chargeback_settled",
    wasReceived: row.status !== "failed",
    willAttemptRetry: row.willAttemptRetry,
  };
}

/** How often was tried again so far: by the machine, and by all on the mandate of the last debit that came back. */
export function triesOf(attempts: Pick<Collection, "status" | "retriedBy" | "mandateId">[]) {
  const retries = presented(attempts).filter((attempt) => attempt.retriedBy !== null);
  const mandateId = lastReturnOf(attempts)?.mandateId;
  return {
    planTries: retries.filter((attempt) => attempt.retriedBy === "plan").length,
    tries: retries.filter((attempt) => attempt.mandateId === mandateId).length,
  };
}

/**
 * What an invoice's last return allows; undefined if none came back.
 *
 * @param attempts newest first, each with its mandate
 */
export function retryChanceOf(
  attempts: (Collection & { mandate: Pick<Mandate, "status" | "nextPossibleChargeDate"> })[],
  facts: Pick<ChanceFacts, "today" | "noticeDays" | "isDeceased">,
): RetryChance | undefined {
  const returned = lastReturnOf(attempts);
  if (!returned) return undefined;
  const { status, nextPossibleChargeDate: next } = returned.mandate;
  return chanceOf({
    ...{ code: returned.failureCode, cause: returned.failureCause, willAttemptRetry: returned.willAttemptRetry },
    ...{ ...facts, isMandateUsable: isUsable(status), nextPossibleChargeDate: next && fromDate(next) },
    tries: triesOf(attempts).tries,
    live: attempts.find((attempt) => attempt.holdsInvoice) ?? null,
  });
}

/** An approval counts for the return it was given for, not for a later one. */
export function isRetryApproved(
  invoice: { retryApprovedAt: Date | null },
  returned: Pick<Collection, "failedAt"> | undefined,
): boolean {
  return Boolean(returned?.failedAt && invoice.retryApprovedAt && invoice.retryApprovedAt > returned.failedAt);
}
