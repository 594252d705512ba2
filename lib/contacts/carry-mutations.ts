import type { CustomerId } from "@/lib/auth/scope";
import { isBooks } from "@/lib/connections/rules";
import type { Tx } from "@/lib/core/db";
import type { Contact } from "@/lib/core/prisma/client";
import { isUsable, type MatchProposal, proposeMatch } from "@/lib/mandates/rules";
import { contactName } from "./rules";

/**
 * A supplier who changes the books keeps the mandates. A contact just read that agrees with one of the former books in
 * name and e-mail, and with no other, is the same payer: it takes that row over, with its mandates and all that was said
 * about it. If only one of the two agrees, the mandates are proposed for it, and a person confirms. A contact that has
 * mandates or invitations of its own already is left alone.
 */
export async function carryOver(tx: Tx, customerId: CustomerId, contactId: string): Promise<void> {
  const contact = await tx.contact.findUniqueOrThrow({ where: { customerId_id: { customerId, id: contactId } } });
  if (!(await hadOtherBooks(tx, contact))) return;
  const own = { customerId, contactId };
  if ((await tx.mandate.count({ where: own })) + (await tx.mandateRequest.count({ where: own })) > 0) return;
  const former = await tx.contact.findMany({ where: { customerId, books: { not: contact.books } } });
  const candidates = former.map((row) => ({ id: row.id, name: contactName(row), emails: emailsOf(row) }));
  const match = proposeMatch({ name: contactName(contact), email: contact.email ?? "" }, candidates);
  if (!match) return;
  if (match.reason === "same_email_and_name") await merge(tx, contact, match.contactId);
  else await propose(tx, contact, match);
  const again = { customerId, contactId: { in: [contactId, match.contactId] }, bookStatus: "open" as const };
  await tx.invoice.updateMany({ where: again, data: { needsDecision: true } });
}

async function hadOtherBooks(tx: Tx, { customerId, books }: Contact): Promise<boolean> {
  const connections = await tx.connection.findMany({ where: { customerId }, select: { type: true } });
  return connections.some(({ type }) => isBooks(type) && type !== books);
}

function emailsOf({ email, otherEmails }: Contact): string[] {
  return [email, ...otherEmails].filter((one) => one !== null);
}

/** The former row lives on under the new books' id: mandates, invitations and settings hang on it. */
async function merge(tx: Tx, contact: Contact, formerId: string): Promise<void> {
  const { customerId, id, books, externalId, companyName, firstName, lastName, email, otherEmails } = contact;
  const { street, zip, city, countryCode, isArchived } = contact;
  await tx.invoice.updateMany({ where: { customerId, contactId: id }, data: { contactId: formerId } });
  const proposed = { customerId, proposedContactId: id };
  await tx.mandate.updateMany({ where: proposed, data: { proposedContactId: formerId } });
  await tx.contact.delete({ where: { customerId_id: { customerId, id } } });
  const address = { street, zip, city, countryCode };
  await tx.contact.update({
    where: { customerId_id: { customerId, id: formerId } },
    data: {
      books,
      externalId,
      companyName,
      firstName,
      lastName,
      email,
      otherEmails,
      ...address,
      isArchived,
      staleAt: null,
    },
  });
}

/** As with mandates made elsewhere: nothing is debited on a guess. */
async function propose(tx: Tx, { customerId, id }: Contact, { contactId, reason }: MatchProposal): Promise<void> {
  const mandates = await tx.mandate.findMany({ where: { customerId, contactId } });
  const ids = mandates
    .filter(({ status, cancelRequestedAt }) => isUsable(status) && !cancelRequestedAt)
    .map((row) => row.id);
  if (ids.length === 0) return;
  await tx.mandate.updateMany({
    where: { customerId, id: { in: ids } },
    data: { contactId: null, matchedAt: null, proposedContactId: id, proposalReason: reason },
  });
  await tx.contact.updateMany({
    where: { customerId, id: contactId, defaultMandateId: { in: ids } },
    data: { defaultMandateId: null },
  });
}
