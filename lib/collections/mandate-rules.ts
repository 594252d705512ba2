import { today } from "@/lib/core/clock";
import { fromDate } from "@/lib/core/dates";
import type { Collection, Invoice, Mandate } from "@/lib/core/prisma/client";
import { debitableFor } from "@/lib/mandates/rules";
import { lastReturnOf, openReturnOf } from "./return-rules";
import type { MandateFact } from "./types";

type Replaceable = Pick<Mandate, "id" | "replacedById">;

/** What has to be known of an invoice to choose the mandate it is debited on. */
export interface ForMandate extends Pick<Invoice, "retryStoppedAt"> {
  contact:
    | (Parameters<typeof debitableFor<Mandate>>[0] & { defaultMandateId: string | null; proposals: unknown[] })
    | null;
}

type Attempt = Pick<Collection, "status" | "failedAt" | "mandateId"> & { mandate: Pick<Mandate, "replacedById"> };

/**
 * The mandate to use: one signed because a debit came back, the marked default, else the only usable one. Never "the first
 * in the list".
 *
 * @param attempts all debits of the invoice, those of the same document in other books among them
 */
export function mandateFactOf({ contact, retryStoppedAt }: ForMandate, attempts: Attempt[]): MandateFact {
  const usable = contact ? debitableFor(contact) : [];
  const failure = openReturnOf(attempts);
  const failedAt = failure ? latestOf(failure.failedAt, retryStoppedAt) : null;
  const isFresh = ({ signedAt }: Pick<Mandate, "signedAt">) =>
    failedAt !== null && signedAt !== null && signedAt > failedAt;
  const fresh = usable.filter(isFresh);
  const chosen =
    (fresh.length === 1 ? fresh[0] : undefined) ??
    usable.find((mandate) => mandate.id === contact?.defaultMandateId) ??
    (usable.length === 1 ? usable[0] : undefined);
  if (chosen)
    return {
      state: "usable",
      mandateId: chosen.id,
      nextPossibleChargeDate: chosen.nextPossibleChargeDate ? fromDate(chosen.nextPossibleChargeDate) : today(),
      signedAfterFailure: isFresh(chosen),
      isOther: isOther(chosen, lastReturnOf(attempts), contact?.mandates ?? []),
    };
  if (usable.length > 1) return { state: "ambiguous" };
  if (contact && contact.proposals.length > 0) return { state: "unconfirmed" };
  const ended = contact?.mandates[0];
  return ended ? { state: "unusable", status: ended.status } : { state: "none" };
}

/** Whoever has said "not again" goes on only with a mandate that was signed after that. */
function latestOf(failedAt: Date | null, stoppedAt: Date | null): Date | null {
  return failedAt && stoppedAt && stoppedAt > failedAt ? stoppedAt : failedAt;
}

/** Neither the mandate on which the debit came back, nor one that took its place: to the payer that is the same one. */
function isOther({ id }: Replaceable, returned: Attempt | undefined, mandates: Replaceable[]): boolean {
  if (!returned) return false;
  const same = new Set([returned.mandateId]);
  let next = returned.mandate.replacedById;
  while (next && !same.has(next)) {
    same.add(next);
    next = mandates.find((mandate) => mandate.id === next)?.replacedById ?? null;
  }
  return !same.has(id);
}
