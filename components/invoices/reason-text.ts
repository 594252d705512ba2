import { useMessages } from "next-intl";
import type { Tone } from "@/components/ui/pill";
import type { DecisionOutcome } from "@/lib/core/prisma/enums";

export type ReasonKey = keyof ReturnType<typeof useMessages>["reasons"];

/** A reason stored by an older or newer version may have no text here: then the invoice is simply being looked at. */
export function useReasonKey(): (reason: string | undefined) => ReasonKey {
  const known = useMessages().reasons;
  return (reason) => (reason && reason in known ? (reason as ReasonKey) : "undecided");
}

export function reasonTone(outcome: DecisionOutcome | undefined, needsYou: boolean): Tone {
  if (needsYou) return "bad";
  if (outcome === "collect" || outcome === "keep" || outcome === "replace") return "info";
  return outcome === "wait" || outcome === "request_mandate" ? "wait" : "quiet";
}
