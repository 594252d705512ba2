import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { callOffDebits, letDebitsStand } from "./debit-mutations";
import { decideContactAgain } from "./mutations";
import { isUsable } from "./rules";

/**
 * The supplier says that a contact is the same payer as the one who gave a mandate: debits of both run on it. Never on our
 * own guess, as the account might be somebody else's.
 *
 * @throws AppError `not_found` for a mandate that is of nobody or of the contact itself, or can no longer be used;
 *   `payer_deceased`; `mandate_exists` if the contact has one of its own
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
    await decideContactAgain(tx, customerId, contactId);
    await tx.contact.updateMany({
      where: { customerId, id: contactId },
      data: { defaultMandateId: mandateId, defaultChosenAt: now() },
    });
    await letDebitsStand(tx, customerId, { contactId, mandateId });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.shared",
      subject: mandateId,
      detail: { contactId, payerContactId: mandate.contactId },
    });
  });
}

/**
 * Takes that back. Debits of this contact that are not yet with the bank are cancelled, and it is asked for a mandate of
 * its own; those at the bank run on.
 *
 * @throws AppError `not_found` if the contact uses nobody else's mandate
 */
export async function unshareMandate(customerId: CustomerId, contactId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const contact = await tx.contact.findUnique({
      where: { customerId_id: { customerId, id: contactId } },
      include: { defaultMandate: true },
    });
    const mandate = contact?.defaultMandate;
    if (!mandate || mandate.contactId === contactId) throw new AppError("not_found");
    // Locks the invoices first, as deciding them does: no debit can begin meanwhile.
    await decideContactAgain(tx, customerId, contactId);
    const ofContact = { mandateId: mandate.id, invoice: { contactId } };
    const debits = await callOffDebits(tx, customerId, ofContact, "match_undone");
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
