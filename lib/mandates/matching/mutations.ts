import type { CustomerId } from "@/lib/auth/scope";
import { contactName, emailsOf } from "@/lib/contacts/rules";
import { db } from "@/lib/core/database/db";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { markOpenOf } from "@/lib/decision-queue/mutations";
import { cancelCollections, keepCollections } from "@/lib/mandates/record/debit-mutations";
import { invalidateContact, lockPayer } from "@/lib/mandates/record/mutations";
import { type MatchCandidate, proposeMatch } from "@/lib/mandates/rules";
import { isUsable } from "@/lib/statuses/mandate-rules";
import { accountingInUse } from "@/lib/vendors/rules";

/**
 * Proposes contacts for mandates that have none. Runs before every decision, so that nobody is asked for a mandate that
 * already exists.
 *
 * @returns a function that is true for a contact that was compared. One that is read only later may also be the payer
 * of such a mandate.
 */
export async function proposeMatches(customerId: CustomerId): Promise<(contactId: string) => boolean> {
  const open = await db.mandate.findMany({
    where: { customerId, contactId: null, isIgnored: false, proposedContactId: null },
  });
  if (open.length === 0) return () => true;
  // The payer may also exist in a previous accounting system: nothing is collected from the contact there.
  const books = accountingInUse(await db.connection.findMany({ where: { customerId } }))?.type;
  const contacts = await db.contact.findMany({ where: { customerId, staleAt: null } });
  const candidates: MatchCandidate[] = contacts
    .filter((row) => !row.isArchived && (!books || row.books === books))
    .map((row) => ({ id: row.id, name: contactName(row), emails: emailsOf(row) }));
  for (const mandate of open) {
    if (!isUsable(mandate.status)) continue;
    const match = proposeMatch({ name: mandate.payerName, email: mandate.payerEmail }, candidates);
    if (!match) continue;
    await db.mandate.updateMany({
      where: { customerId, id: mandate.id, contactId: null },
      data: { proposedContactId: match.contactId, proposalReason: match.reason },
    });
    await markOpenOf(db, customerId, [match.contactId]);
  }
  const compared = new Set(contacts.map(({ id }) => id));
  return (contactId) => compared.has(contactId);
}

/**
 * Assigns a mandate made outside Einzug to the contact we proposed, or to one that the person chose. A contact that now
 * has several usable mandates waits until the supplier chooses one.
 *
 * @throws AppError `not_found` if the mandate or contact does not exist, or the mandate has a contact already
 */
export async function confirmMatch(
  customerId: CustomerId,
  mandateId: string,
  actor: Actor,
  chosenContactId?: string,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await tx.mandate.findUnique({ where: { customerId_id: { customerId, id: mandateId } } });
    const contactId = chosenContactId ?? row?.proposedContactId;
    if (!row || !contactId || row.contactId || !isUsable(row.status)) throw new AppError("not_found");
    const contact = await tx.contact.findUnique({
      where: { customerId_id: { customerId, id: contactId } },
      select: { id: true },
    });
    if (!contact) throw new AppError("not_found");
    const matched = await tx.mandate.updateMany({
      where: { customerId, id: mandateId, contactId: null },
      data: { contactId, matchedAt: now(), isIgnored: false, proposedContactId: null, proposalReason: null },
    });
    if (matched.count === 0) throw new AppError("not_found");
    const reason = contactId === row.proposedContactId ? row.proposalReason : "chosen";
    await writeAudit(tx, customerId, actor, {
      action: "mandate.matched",
      subject: mandateId,
      detail: { contactId, reason },
    });
    // A contact that was proposed before no longer waits for this mandate.
    const concerned = [...new Set([contactId, row.proposedContactId ?? contactId])];
    await lockPayer(tx, customerId, concerned);
    for (const id of concerned) await invalidateContact(tx, customerId, id);
    await keepCollections(tx, customerId, { contactId, mandateId }, ["match_undone"]);
  });
}

/** Rejects a proposal. The mandate is never proposed again. */
export async function rejectMatch(customerId: CustomerId, mandateId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await tx.mandate.findUnique({ where: { customerId_id: { customerId, id: mandateId } } });
    if (!row || row.contactId || row.isIgnored) throw new AppError("not_found");
    await tx.mandate.updateMany({
      where: { customerId, id: mandateId },
      data: { isIgnored: true, proposedContactId: null, proposalReason: null },
    });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.match-rejected",
      subject: mandateId,
      detail: { contactId: row.proposedContactId },
    });
    if (row.proposedContactId) await invalidateContact(tx, customerId, row.proposedContactId);
  });
}

/**
 * Undoes a match that a person made. Collections on the mandate that are not yet with the bank are cancelled. The
 * mandate stays unchanged at GoCardless and waits for a person again.
 *
 * @throws AppError `not_found` if no person made the match, `already_debited` once a collection on it was with the bank
 */
export async function undoMatch(customerId: CustomerId, mandateId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await tx.mandate.findUnique({ where: { customerId_id: { customerId, id: mandateId } } });
    if (!row?.contactId || !row.matchedAt) throw new AppError("not_found");
    // Locks the invoices first, in the same order as decisions do, so that no collection starts meanwhile.
    await invalidateContact(tx, customerId, row.contactId);
    const debits = await tx.collection.findMany({
      where: { customerId, mandateId },
      select: { status: true },
    });
    if (debits.some(({ status }) => !TAKEN_BACK.includes(status))) throw new AppError("already_debited");
    await cancelCollections(tx, customerId, { mandateId }, "match_undone");
    await tx.mandate.updateMany({
      where: { customerId, id: mandateId },
      data: { contactId: null, matchedAt: null, proposedContactId: row.contactId, proposalReason: "undone" },
    });
    await tx.contact.updateMany({
      where: { customerId, defaultMandateId: mandateId },
      data: { defaultMandateId: null, defaultChosenAt: null },
    });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.match-undone",
      subject: mandateId,
      detail: { contactId: row.contactId },
    });
  });
}

/** In these states no money has moved, and none will move after the cancellation. */
const TAKEN_BACK: CollectionStatus[] = ["pending", "created", "cancelled"];
