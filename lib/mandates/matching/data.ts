import type { CustomerId } from "@/lib/auth/scope";
import { CONTACT_NAME, contactWhere } from "@/lib/contacts/rules";
import { db, type Prisma } from "@/lib/core/database/db";
import type { Mandate } from "@/lib/core/prisma/client";
import { searchFilters } from "@/lib/core/text/search-text";
import { USABLE } from "@/lib/statuses/mandate-rules";

/** The columns of a contact that a person compares. */
export const CONTACT = {
  id: true,
  ...CONTACT_NAME,
  email: true,
  otherEmails: true,
  city: true,
} as const;
export type ComparedContact = Prisma.ContactGetPayload<{ select: typeof CONTACT }>;

const PROPOSED = { proposedContact: { select: CONTACT } } as const;

/** Returns the first usable mandates for which a contact was proposed, by the payer's name. */
export async function readProposed(
  customerId: CustomerId,
  take: number,
): Promise<Prisma.MandateGetPayload<{ include: typeof PROPOSED }>[]> {
  return await db.mandate.findMany({
    where: { customerId, contactId: null, proposedContactId: { not: null }, isIgnored: false, status: { in: USABLE } },
    orderBy: [{ payerName: "asc" }, { id: "asc" }],
    take,
    include: PROPOSED,
  });
}

/** Returns a mandate; null if the supplier has none with this id. */
export async function readMandate(customerId: CustomerId, id: string): Promise<Mandate | null> {
  return await db.mandate.findUnique({ where: { customerId_id: { customerId, id } } });
}

const MOST_CANDIDATES = 10;

/** Returns contacts that match a search; without one, contacts that the payer of a mandate may be. */
export async function readCandidates(
  customerId: CustomerId,
  payer: PayerOfMandate,
  find: string | undefined,
): Promise<ComparedContact[]> {
  return await db.contact.findMany({
    where: { customerId, isArchived: false, ...(find ? contactWhere(find) : likely(payer)) },
    orderBy: [{ sortName: "asc" }, { id: "asc" }],
    take: MOST_CANDIDATES,
    select: CONTACT,
  });
}

export type PayerOfMandate = Pick<Mandate, "payerName" | "payerEmail">;

/** Returns the condition for contacts that share the address or the first word of the name with a payer. */
export function likely({ payerName, payerEmail }: PayerOfMandate): Prisma.ContactWhereInput {
  const [word = payerName] = payerName.split(/\s+/).filter((part) => part.length > 2);
  const known = [word, payerEmail].filter((part) => searchFilters(part).length > 0);
  return known.length > 0 ? { OR: known.map(contactWhere) } : {};
}
