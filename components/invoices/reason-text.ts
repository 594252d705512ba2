import { useMessages } from "next-intl";
import type { Tone } from "@/components/ui/pill";
import type { InvoiceRow } from "@/lib/invoices/types";

export type ReasonKey = keyof ReturnType<typeof useMessages>["reasons"];

/**
 * Returns a function that maps a reason to the key of its text. A reason stored by an older or newer version may have
 * no text here: then it is "undecided".
 */
export function useReasonKey(): (reason: string | undefined) => ReasonKey {
  const known = useMessages().reasons;
  return (reason) => (reason && reason in known ? (reason as ReasonKey) : "undecided");
}

/**
 * Reasons for money that failed to arrive or was returned. Only these are shown as failures; other tasks are shown as
 * waiting, on the dashboard too.
 */
const RETURNED_STATUSES = ["failed_needs_action", "paid_by_returned_debit"];

/**
 * Returns the colour of a decision. A decision that needs the supplier has the same colour as its task on the
 * dashboard.
 */
export function reasonTone({ outcome, reason, needsYou }: Pick<InvoiceRow, "outcome" | "reason" | "needsYou">): Tone {
  if (needsYou) return RETURNED_STATUSES.includes(reason ?? "") ? "bad" : "wait";
  if (outcome === "collect" || outcome === "keep" || outcome === "replace") return "info";
  return outcome === "wait" || outcome === "request_mandate" ? "wait" : "quiet";
}
