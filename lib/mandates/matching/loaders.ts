import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { contactName, emailsOf } from "@/lib/contacts/rules";
import { inCommon } from "@/lib/mandates/rules";
import { USABLE } from "@/lib/statuses/mandate-rules";
import { type ComparedContact, type PayerOfMandate, readCandidates, readMandate, readProposed } from "./data";

/** A mandate made outside Einzug, with its payer as GoCardless has it. */
export interface ForeignMandate {
  mandateId: string;
  payerName: string;
  payerEmail: string;
  accountHint: string;
  reference: string;
}

/** A contact that the mandate may belong to, and what the two have in common. */
export interface Candidate {
  contactId: string;
  contactName: string;
  contactEmail?: string;
  contactCity: string;
  sameName: boolean;
  sameEmail: boolean;
}

export type ProposalRow = ForeignMandate & Candidate & { reason: string };

const MAX_PROPOSALS = 50;

/** Returns the first of the mandates that seem to belong to a contact. A person has to confirm each. */
export const loadProposals = cache(async (): Promise<{ rows: ProposalRow[]; isMore: boolean }> => {
  const { customerId } = await pageSession();
  const mandates = await readProposed(customerId, MAX_PROPOSALS + 1);
  const rows = mandates.slice(0, MAX_PROPOSALS).flatMap((mandate) => {
    if (!mandate.proposedContact) return [];
    const foreign = foreignOf(mandate);
    return { ...foreign, ...candidateOf(foreign, mandate.proposedContact), reason: mandate.proposalReason ?? "" };
  });
  return { rows, isMore: mandates.length > MAX_PROPOSALS };
});

/**
 * Returns the contacts a person may choose from. Without a search these are contacts that share the address or the
 * first word of the name.
 */
export async function loadCandidates(
  mandateId: string,
  find: string | undefined,
): Promise<{ mandate: ForeignMandate; candidates: Candidate[] } | undefined> {
  const { customerId } = await pageSession();
  const row = await readMandate(customerId, mandateId);
  if (!row || row.contactId || !USABLE.includes(row.status)) return undefined;
  const mandate = foreignOf(row);
  const contacts = await readCandidates(customerId, mandate, find);
  return { mandate, candidates: contacts.map((contact) => candidateOf(mandate, contact)) };
}

function foreignOf(mandate: {
  id: string;
  payerName: string;
  payerEmail: string;
  accountHint: string;
  reference: string;
}): ForeignMandate {
  const { id: mandateId, payerName, payerEmail, accountHint, reference } = mandate;
  return { mandateId, payerName, payerEmail, accountHint, reference };
}

/** Returns a contact with what it has in common with a payer. */
export function candidateOf(mandate: PayerOfMandate, contact: ComparedContact): Candidate {
  const emails = emailsOf(contact);
  const name = contactName(contact);
  const common = inCommon({ name: mandate.payerName, email: mandate.payerEmail }, { id: contact.id, name, emails });
  return {
    contactId: contact.id,
    contactName: name,
    contactEmail: emails[0],
    contactCity: contact.city,
    sameName: common.name,
    sameEmail: common.email,
  };
}
