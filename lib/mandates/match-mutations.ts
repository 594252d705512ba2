import type { CustomerId } from "@/lib/auth/scope";
import { contactName } from "@/lib/contacts/rules";
import { db } from "@/lib/core/db";
import { isUsable, type MatchCandidate, proposeMatch } from "./rules";

/**
 * Compares mandates without a contact with the contacts of the books. Runs before every decision, so that nobody is
 * asked for a mandate that exists already.
 */
export async function proposeMatches(customerId: CustomerId): Promise<void> {
  const open = await db.mandate.findMany({
    where: { customerId, contactId: null, isIgnored: false, proposedContactId: null },
  });
  if (open.length === 0) return;
  const contacts = await db.contact.findMany({ where: { customerId, isArchived: false, staleAt: null } });
  const candidates: MatchCandidate[] = contacts.map((row) => ({
    id: row.id,
    name: contactName(row),
    emails: [row.email, ...row.otherEmails].filter((email): email is string => email !== null),
  }));
  for (const mandate of open) {
    if (!isUsable(mandate.status)) continue;
    const match = proposeMatch({ name: mandate.payerName, email: mandate.payerEmail }, candidates);
    if (!match) continue;
    await db.mandate.updateMany({
      where: { customerId, id: mandate.id, contactId: null },
      data: { proposedContactId: match.contactId, proposalReason: match.reason },
    });
    await db.invoice.updateMany({
      where: { customerId, contactId: match.contactId, bookStatus: "open" },
      data: { needsDecision: true },
    });
  }
}
