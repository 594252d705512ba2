import type { InvoiceForDecision } from "./data";
import { lastReturnOf } from "./return-rules";
import type { Decision } from "./types";

/** Once the mandate is asked for, that is what the invoice waits for. */
export function storedOf({ outcome, reason }: Decision): Pick<Decision, "outcome" | "reason"> {
  return outcome === "request_mandate" ? { outcome: "wait", reason: "mandate_requested" } : { outcome, reason };
}

/** Whether more follows from a decision than that it is stored. */
export function hasEffect(row: Pick<InvoiceForDecision, "collections">, decision: Decision): boolean {
  const { outcome, reason } = decision;
  const isStill = outcome === "keep" || outcome === "wait" || outcome === "skip";
  const isTold = reason === "too_late_to_change" || reason === "contact_without_email";
  return !isStill || isTold || settlesReturn(row, decision);
}

const NO_LONGER_OWED = ["paid", "voided", "deleted", "nothing_open"];

/**
 * The books say that nothing is owed any more. Of money that had been received before it was taken back they say so by
 * our own booking: there only a person, or a later debit, ends it.
 */
export function settlesReturn(
  { collections }: Pick<InvoiceForDecision, "collections">,
  { outcome, reason }: Decision,
): boolean {
  const isOver = reason === "voided" || reason === "deleted" || lastReturnOf(collections)?.status === "failed";
  return outcome === "skip" && NO_LONGER_OWED.includes(reason) && isOver;
}

/** The notice that a payer has no address to write to. */
export function withoutMailKey({ contactId }: Pick<InvoiceForDecision, "contactId">): string {
  return `contact-without-email:${contactId}`;
}
