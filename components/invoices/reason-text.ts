import { useMessages } from "next-intl";
import type { Tone } from "@/components/ui/pill";
import type { InvoiceRow } from "@/lib/invoices/types";

export type ReasonKey = keyof ReturnType<typeof useMessages>["reasons"];

/** A reason stored by an older or newer version may have no text here: then the invoice is simply being looked at. */
export function useReasonKey(): (reason: string | undefined) => ReasonKey {
  const known = useMessages().reasons;
  return (reason) => (reason && reason in known ? (reason as ReasonKey) : "undecided");
}

/** Reasons by which money did not come, or went back: what waits for somebody is no failure, on the dashboard neither. */
const CAME_BACK = ["failed_needs_action", "paid_by_returned_debit"];

/** The colour of a decision; of what needs the supplier the same one in which the dashboard tells it. */
export function reasonTone({ outcome, reason, needsYou }: Pick<InvoiceRow, "outcome" | "reason" | "needsYou">): Tone {
  if (needsYou) return CAME_BACK.includes(reason ?? "") ? "bad" : "wait";
  if (outcome === "collect" || outcome === "keep" || outcome === "replace") return "info";
  return outcome === "wait" || outcome === "request_mandate" ? "wait" : "quiet";
}
