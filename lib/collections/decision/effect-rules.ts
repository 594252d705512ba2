import { attemptsOf, lastReturnOf } from "@/lib/collections/attempts/return-rules";
import type { Decision } from "@/lib/collections/types";
import type { InvoiceForDecision } from "./data";

/** True if the document, its open amount or its contact has to be read again: the stored data may be old or missing. */
export function isBeingRead({ staleAt, openStaleAt, contact }: StaleFlags): boolean {
  return Boolean(staleAt || openStaleAt || contact?.staleAt);
}

interface StaleFlags {
  staleAt: Date | null;
  openStaleAt: Date | null;
  contact: { staleAt: Date | null } | null;
}

/** Returns the outcome and reason to store. A mandate request is stored as the wait that follows it. */
export function storedOf({ outcome, reason }: Decision): Pick<Decision, "outcome" | "reason"> {
  return outcome === "request_mandate" ? { outcome: "wait", reason: "mandate_requested" } : { outcome, reason };
}

/** True if a decision has effects beyond being stored. */
export function hasEffect(row: InvoiceForDecision, decision: Decision): boolean {
  const { outcome, reason } = decision;
  const isStill = outcome === "keep" || outcome === "wait" || outcome === "skip";
  // Its call to the provider was waiting for this decision.
  const isToBeCalled = outcome === "keep" && row.collections.some(isToCall);
  const isTold = isTooLate(decision) || isOpenAgain(row, decision) || reason === "contact_without_email";
  return !isStill || isToBeCalled || isTold || settlesReturn(row, decision) || needsAction(decision);
}

/** True if the return waits for a person: a closed case in the returns queue is opened again. */
export function needsAction({ reason }: Decision): boolean {
  return reason === "failed_needs_action";
}

/** True if the bank already has a payment that differs from what is wanted now. */
export function isTooLate({ reason }: Decision): boolean {
  return reason === "too_late_to_change" || reason === "payer_changed_late" || reason === "date_changed_late";
}

/**
 * True if the collection was paid out, but the accounting system shows a different open amount. For example, an earlier
 * payment was removed there. Nothing more is collected. If the full amount is open, only our booking is missing.
 */
export function isOpenAgain(
  row: Pick<InvoiceForDecision, "bookStatus" | "openCents" | "isOpenUnknown" | "collections">,
  { reason }: Decision,
): boolean {
  const { bookStatus, openCents, isOpenUnknown, collections } = row;
  if (reason !== "collected" || bookStatus !== "open" || openCents <= 0 || isOpenUnknown) return false;
  return collections.find(({ holdsInvoice }) => holdsInvoice)?.amountCents !== openCents;
}

/** True for a planned collection for which the provider has not been called. */
export function isToCall({ holdsInvoice, status, calledAt }: InvoiceForDecision["collections"][number]): boolean {
  return holdsInvoice && status === "pending" && calledAt === null;
}

const NO_LONGER_OWED = ["paid", "voided", "deleted", "nothing_open"];

/**
 * True if the decision settles the return because nothing is owed any more. "Paid" can come from our own booking of
 * money that was taken back. Such a return is ended only by a person or a later collection.
 */
export function settlesReturn(row: InvoiceForDecision, { outcome, reason }: Decision): boolean {
  const isOver = reason === "voided" || reason === "deleted" || lastReturnOf(attemptsOf(row))?.wasReceived === false;
  return outcome === "skip" && NO_LONGER_OWED.includes(reason) && isOver;
}

/** Returns the key of the notice that a payer has no e-mail address. */
export function withoutMailKey({ contactId }: Pick<InvoiceForDecision, "contactId">): string {
  return `contact-without-email:${contactId}`;
}
