import { pageSession } from "@/lib/auth/sessions/page-session";
import { contactName, emailsOf } from "@/lib/contacts/rules";
import { type Candidate, candidateOf } from "@/lib/mandates/matching/loaders";
import { debitableFor } from "@/lib/mandates/rules";
import { readPayer, readSharable } from "./data";

/** A contact's mandate that may be used for another contact, once the supplier confirms that both are one payer. */
export interface Sharable extends Candidate {
  mandateId: string;
  reference: string;
  accountHint: string;
}

/**
 * Returns mandates of other contacts for a contact that has none. Without a search these are mandates of contacts that
 * share the address or the first word of the name. Undefined if the contact does not exist, or has a usable mandate by
 * now.
 */
export async function loadSharable(
  contactId: string,
  find: string | undefined,
): Promise<{ contactId: string; name: string; candidates: Sharable[] } | undefined> {
  const { customerId } = await pageSession();
  const row = await readPayer(customerId, contactId);
  if (!row || debitableFor(row).length > 0) return undefined;
  const payer = { payerName: contactName(row), payerEmail: emailsOf(row)[0] ?? "" };
  const mandates = await readSharable(customerId, { contactId, payer, find });
  const candidates = mandates.flatMap(({ id, reference, accountHint, contact }) =>
    contact ? { mandateId: id, reference, accountHint, ...candidateOf(payer, contact) } : [],
  );
  return { contactId, name: payer.payerName, candidates };
}
