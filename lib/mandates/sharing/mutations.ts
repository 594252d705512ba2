import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { cancelCollections, keepCollections } from "@/lib/mandates/record/debit-mutations";
import { invalidateContact } from "@/lib/mandates/record/mutations";
import { isUsable } from "@/lib/statuses/mandate-rules";

/**
 * Stores the supplier's statement that a contact is the same payer as the one who gave a mandate. Collections of both
 * then use it. This is never guessed, because the account might belong to another person.
 *
 * @throws AppError `not_found` if the mandate has no contact, belongs to the contact itself, or can no longer be used
 * @throws AppError `payer_deceased`; `mandate_exists` if the contact has a mandate of its own
 */
export async function shareMandate(
  customerId: CustomerId,
  { contactId, mandateId }: { contactId: string; mandateId: string },
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const mandate = await tx.mandate.findUnique({
      where: { customerId_id: { customerId, id: mandateId } },
      include: { contact: { select: { deceasedAt: true } } },
    });
    const contact = await tx.contact.findUnique({
      where: { customerId_id: { customerId, id: contactId } },
      include: { mandates: true },
    });
    if (!mandate?.contactId || mandate.contactId === contactId || !contact) throw new AppError("not_found");
    if (!isUsable(mandate.status) || mandate.cancelRequestedAt) throw new AppError("not_found");
    if (mandate.contact?.deceasedAt) throw new AppError("payer_deceased");
    if (contact.mandates.some((own) => isUsable(own.status) && !own.cancelRequestedAt))
      throw new AppError("mandate_exists");
    await invalidateContact(tx, customerId, contactId);
    await tx.contact.updateMany({
      where: { customerId, id: contactId },
      data: { defaultMandateId: mandateId, defaultChosenAt: now() },
    });
    await keepCollections(tx, customerId, { contactId, mandateId });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.shared",
      subject: mandateId,
      detail: { contactId, payerContactId: mandate.contactId },
    });
  });
}

/**
 * Undoes the sharing of a mandate. The contact's collections that are not yet with the bank are cancelled, and a
 * mandate of its own is requested. Collections at the bank continue.
 *
 * @throws AppError `not_found` if the contact uses no other contact's mandate
 */
export async function unshareMandate(customerId: CustomerId, contactId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const contact = await tx.contact.findUnique({
      where: { customerId_id: { customerId, id: contactId } },
      include: { defaultMandate: true },
    });
    const mandate = contact?.defaultMandate;
    if (!mandate || mandate.contactId === contactId) throw new AppError("not_found");
    // Locks the invoices first, in the same order as decisions do, so that no collection starts meanwhile.
    await invalidateContact(tx, customerId, contactId);
    const ofContact = { mandateId: mandate.id, invoice: { contactId } };
    const debits = await cancelCollections(tx, customerId, ofContact, "match_undone");
    await tx.contact.updateMany({
      where: { customerId, id: contactId },
      data: { defaultMandateId: null, defaultChosenAt: null },
    });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.share-undone",
      subject: mandate.id,
      detail: { contactId, debits },
    });
  });
}
