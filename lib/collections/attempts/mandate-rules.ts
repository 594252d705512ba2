import type { MandateEligibility, MandateFact } from "@/lib/collections/types";
import type { Collection, Contact, Invoice, Mandate } from "@/lib/core/prisma/client";
import { type Day, fromDate } from "@/lib/core/time/dates";
import { debitableFor, mandatesFor } from "@/lib/mandates/rules";
import { isDeath, needsNewMandate, type ReturnReason } from "./retry-rules";
import { isOn, lastReturnOf, type OnMandate, openReturnOf } from "./return-rules";

/** The facts of an invoice that decide which mandate it is debited on. */
export interface ForMandate extends Pick<Invoice, "retryStoppedAt" | "mandateReference"> {
  contact:
    | (Parameters<typeof debitableFor<Mandate>>[0] &
        Pick<Contact, "defaultMandateId" | "defaultChosenAt"> & { proposals: unknown[] })
    | null;
}

type Attempt = OnMandate & Pick<Collection, "status" | "failedAt" | "failureCode" | "failureCause">;

/**
 * Chooses the mandate to debit. First comes a mandate signed because of a return, unless the supplier has chosen
 * another default since. Then come the mandate that the document names, the contact's default and the only usable
 * mandate; never "the first in the list".
 *
 * @param attempts all collections of the invoice, with those of the same document in other accounting systems
 * @param today the day used for a mandate whose next possible charge date is unknown
 */
export function mandateFactOf(
  { contact, retryStoppedAt, mandateReference }: ForMandate,
  attempts: Attempt[],
  today: Day,
): MandateFact {
  const usable = contact ? debitableFor(contact) : [];
  const failure = openReturnOf(attempts);
  const failedAt = failure ? latestOf(failure.failedAt, retryStoppedAt) : null;
  const isFresh = ({ signedAt }: Pick<Mandate, "signedAt">) =>
    failedAt !== null && signedAt !== null && signedAt > failedAt;
  const fresh = onlyOf(usable.filter(isFresh));
  const named = mandateReference ? onlyOf(usable.filter(({ reference }) => reference === mandateReference)) : undefined;
  const marked = usable.find((mandate) => mandate.id === contact?.defaultMandateId);
  const isMarkedSince = Boolean(
    contact?.defaultChosenAt && fresh?.signedAt && contact.defaultChosenAt > fresh.signedAt,
  );
  const chosen = (isMarkedSince ? marked : undefined) ?? fresh ?? named ?? marked ?? onlyOf(usable);
  if (chosen)
    return {
      state: "usable",
      mandateId: chosen.id,
      nextPossibleChargeDate: chosen.nextPossibleChargeDate ? fromDate(chosen.nextPossibleChargeDate) : today,
      signedAfterFailure: isFresh(chosen),
      standing: mandateEligibilityOf(chosen, attempts),
    };
  if (usable.length > 1) return { state: "ambiguous" };
  if (contact && contact.proposals.length > 0) return { state: "unconfirmed" };
  const ended = contact?.mandates[0];
  return ended ? { state: "unusable", status: ended.status } : { state: "none" };
}

function onlyOf<T>(list: T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** Returns the later of return and stop: after a stop only a mandate signed later counts as a new one. */
function latestOf(failedAt: Date | null, stoppedAt: Date | null): Date | null {
  return failedAt && stoppedAt && stoppedAt > failedAt ? stoppedAt : failedAt;
}

/**
 * Returns the eligibility of a mandate, given the invoice's returns. It is spent after a return on it that only another
 * mandate can fix, and after a death reported since it was signed.
 */
function mandateEligibilityOf(
  { id, signedAt }: Pick<Mandate, "id" | "signedAt">,
  attempts: Attempt[],
): MandateEligibility {
  const isSpentBy = (one: Attempt) => {
    const reason = reasonOf(one);
    const isOlder = !signedAt || !one.failedAt || signedAt <= one.failedAt;
    return needsNewMandate(reason) && (isOn(one, id) || (isDeath(reason) && isOlder));
  };
  if (attempts.some((one) => lastReturnOf([one]) && isSpentBy(one))) return "spent";
  const last = lastReturnOf(attempts);
  return last && !isOn(last, id) ? "other" : "same";
}

/**
 * True if a person's approval covers the mandate that would be used now. If only another mandate helps, the approval is
 * for the mandate it named, or that one's successor. If the same mandate may be retried, it is for the invoice.
 */
export function isInstructionFor(
  { contact, retryMandateId }: ForMandate & Pick<Invoice, "retryMandateId">,
  returned: Attempt | undefined,
  mandate: MandateFact,
): boolean {
  if (!returned || !needsNewMandate(reasonOf(returned))) return true;
  if (mandate.state !== "usable" || !contact || !retryMandateId) return false;
  if (retryMandateId === mandate.mandateId) return true;
  return mandatesFor(contact).some(
    ({ id, replacedById }) => id === retryMandateId && replacedById === mandate.mandateId,
  );
}

function reasonOf({ failureCode: code, failureCause: cause }: Attempt): ReturnReason {
  return { code, cause };
}
