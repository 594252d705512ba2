import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { decideContactAgain, lockPayer } from "@/lib/mandates/mutations";
import { withdrawRequests } from "@/lib/mandates/request-mutations";

/**
 * A bank has reported the death of whoever these contacts are: open invitations are withdrawn, and the decisions that
 * follow call off what is not yet with the bank. Nothing is written to them until a person says that it is not so.
 */
export async function markDeceased(tx: Tx, customerId: CustomerId, contactIds: string[], at: Date): Promise<void> {
  const payer = await lockPayer(tx, customerId, contactIds);
  await tx.contact.updateMany({
    where: { customerId, id: { in: payer }, deceasedAt: null },
    data: { deceasedAt: at },
  });
  for (const contactId of contactIds) await decideContactAgain(tx, customerId, contactId);
  // Last: a decision that was being made meanwhile may have made one.
  await withdrawRequests(tx, customerId, payer);
}

/** The provider says so of the payer of a mandate; of one that is nobody's here there is nothing to stop. */
export async function reportDeath(customerId: CustomerId, providerMandateId: string, at: Date): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId_providerId: { customerId, providerId: providerMandateId } };
    const mandate = await tx.mandate.findUnique({ where, select: { contactId: true } });
    if (mandate?.contactId) await markDeceased(tx, customerId, [mandate.contactId], at);
  });
}

/**
 * The supplier knows better, or somebody else pays in the payer's place: asking and debiting go on, also for the contacts
 * that use a mandate of theirs. A debit that comes back for this reason later is believed again.
 *
 * @throws AppError `not_found` also if nobody has reported it
 */
export async function clearDeceased(customerId: CustomerId, contactId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const payer = await lockPayer(tx, customerId, [contactId]);
    const cleared = await tx.contact.updateMany({
      where: { customerId, id: { in: payer }, deceasedAt: { not: null } },
      data: { deceasedAt: null },
    });
    if (cleared.count === 0) throw new AppError("not_found");
    await writeAudit(tx, customerId, actor, { action: "contact.death-report-cleared", subject: contactId });
    await decideContactAgain(tx, customerId, contactId);
  });
}
