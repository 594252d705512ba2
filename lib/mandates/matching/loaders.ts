import { cache } from "react";
import { pageSession } from "@/lib/auth/sessions/page-session";
import { CONTACT_NAME, contactName, contactWhere, emailsOf } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import { searchFilters } from "@/lib/core/text/search-text";
import { inCommon } from "@/lib/mandates/rules";
import { USABLE } from "@/lib/statuses/mandate-rules";

/** The columns of a contact that a person compares. */
export const CONTACT = {
  id: true,
  ...CONTACT_NAME,
  email: true,
  otherEmails: true,
  city: true,
} as const;
type Contact = Prisma.ContactGetPayload<{ select: typeof CONTACT }>;

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
  const mandates = await db.mandate.findMany({
    where: { customerId, contactId: null, proposedContactId: { not: null }, isIgnored: false, status: { in: USABLE } },
    orderBy: [{ payerName: "asc" }, { id: "asc" }],
    take: MAX_PROPOSALS + 1,
    include: { proposedContact: { select: CONTACT } },
  });
  const rows = mandates.slice(0, MAX_PROPOSALS).flatMap((mandate) => {
    if (!mandate.proposedContact) return [];
    const foreign = foreignOf(mandate);
    return { ...foreign, ...candidateOf(foreign, mandate.proposedContact), reason: mandate.proposalReason ?? "" };
  });
  return { rows, isMore: mandates.length > MAX_PROPOSALS };
});

const MOST_CANDIDATES = 10;

/**
 * Returns the contacts a person may choose from. Without a search these are contacts that share the address or the
 * first word of the name.
 */
export async function loadCandidates(
  mandateId: string,
  find: string | undefined,
): Promise<{ mandate: ForeignMandate; candidates: Candidate[] } | undefined> {
  const { customerId } = await pageSession();
  const row = await db.mandate.findUnique({ where: { customerId_id: { customerId, id: mandateId } } });
  if (!row || row.contactId || !USABLE.includes(row.status)) return undefined;
  const mandate = foreignOf(row);
  const contacts = await db.contact.findMany({
    where: { customerId, isArchived: false, ...(find ? contactWhere(find) : likely(mandate)) },
    orderBy: [{ sortName: "asc" }, { id: "asc" }],
    take: MOST_CANDIDATES,
    select: CONTACT,
  });
  return { mandate, candidates: contacts.map((contact) => candidateOf(mandate, contact)) };
}

/** Returns the condition for contacts that share the address or the first word of the name with a payer. */
export function likely({
  payerName,
  payerEmail,
}: Pick<ForeignMandate, "payerName" | "payerEmail">): Prisma.ContactWhereInput {
  const [word = payerName] = payerName.split(/\s+/).filter((part) => part.length > 2);
  const known = [word, payerEmail].filter((part) => searchFilters(part).length > 0);
  return known.length > 0 ? { OR: known.map(contactWhere) } : {};
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
export function candidateOf(mandate: Pick<ForeignMandate, "payerName" | "payerEmail">, contact: Contact): Candidate {
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
