import type { InvoiceForDecision } from "./data";
import { attemptsOf, lastReturnOf } from "./return-rules";
import type { Decision } from "./types";

/** Whether the books have something of it to say yet: what stands in the row may be old, or nothing at all. */
export function isBeingRead({ staleAt, openStaleAt, contact }: ReadingMarks): boolean {
  return Boolean(staleAt || openStaleAt || contact?.staleAt);
}

interface ReadingMarks {
  staleAt: Date | null;
  openStaleAt: Date | null;
  contact: { staleAt: Date | null } | null;
}

/** Once the mandate is asked for, that is what the invoice waits for. */
export function storedOf({ outcome, reason }: Decision): Pick<Decision, "outcome" | "reason"> {
  return outcome === "request_mandate" ? { outcome: "wait", reason: "mandate_requested" } : { outcome, reason };
}

/** Whether more follows from a decision than that it is stored. */
export function hasEffect(row: InvoiceForDecision, decision: Decision): boolean {
  const { outcome, reason } = decision;
  const isStill = outcome === "keep" || outcome === "wait" || outcome === "skip";
  // Its call waited for this decision.
  const isToBeCalled = outcome === "keep" && row.collections.some(isToCall);
  const isTold = isTooLate(decision) || isOpenAgain(row, decision) || reason === "contact_without_email";
  return !isStill || isToBeCalled || isTold || settlesReturn(row, decision) || needsAction(decision);
}

/** What came back waits for a person: if it was done with, it is not any more. */
export function needsAction({ reason }: Decision): boolean {
  return reason === "failed_needs_action";
}

/** The books say something else than what the bank has. */
export function isTooLate({ reason }: Decision): boolean {
  return reason === "too_late_to_change" || reason === "payer_changed_late" || reason === "date_changed_late";
}

/**
 * The debit was paid out, and the books claim what it cannot have paid: a payment that was entered before it was taken back
 * there, say. Nothing more is debited; of a claim in full only the booking is missing.
 */
export function isOpenAgain(
  row: Pick<InvoiceForDecision, "bookStatus" | "openCents" | "isOpenUnknown" | "collections">,
  { reason }: Decision,
): boolean {
  const { bookStatus, openCents, isOpenUnknown, collections } = row;
  if (reason !== "collected" || bookStatus !== "open" || openCents <= 0 || isOpenUnknown) return false;
  return collections.find(({ holdsInvoice }) => holdsInvoice)?.amountCents !== openCents;
}

/** Planned, and nobody has been told of it. */
export function isToCall({ holdsInvoice, status, calledAt }: InvoiceForDecision["collections"][number]): boolean {
  return holdsInvoice && status === "pending" && calledAt === null;
}

const NO_LONGER_OWED = ["paid", "voided", "deleted", "nothing_open"];

/**
 * The books say that nothing is owed any more. Of money that had been received before it was taken back they say so by
 * our own booking: there only a person, or a later debit, ends it.
 */
export function settlesReturn(row: InvoiceForDecision, { outcome, reason }: Decision): boolean {
  const isOver = reason === "voided" || reason === "deleted" || lastReturnOf(attemptsOf(row))?.wasReceived === false;
  return outcome === "skip" && NO_LONGER_OWED.includes(reason) && isOver;
}

/** The notice that a payer has no address to write to. */
export function withoutMailKey({ contactId }: Pick<InvoiceForDecision, "contactId">): string {
  return `contact-without-email:${contactId}`;
}
