import type { CustomerId } from "@/lib/auth/scope";
import { db, type Tx } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";
import { invalidateContact, lockPayer } from "@/lib/mandates/record/mutations";
import { withdrawRequests } from "@/lib/mandates/requests/mutations";

/**
 * Stores that a bank reported a payer's death, and cancels the open mandate requests. The decisions that follow cancel
 * collections that are not yet with the bank. The payer gets no mail until a person clears the report.
 */
export async function markDeceased(tx: Tx, customerId: CustomerId, contactIds: string[], at: Date): Promise<void> {
  const payer = await lockPayer(tx, customerId, contactIds);
  await tx.contact.updateMany({
    where: { customerId, id: { in: payer }, deceasedAt: null },
    data: { deceasedAt: at },
  });
  for (const contactId of contactIds) await invalidateContact(tx, customerId, contactId);
  // Last, because a decision running at the same time may have created a request.
  await withdrawRequests(tx, customerId, payer);
}

/**
 * Stores a death that GoCardless reports for the payer of a mandate. A mandate without a contact has nothing to stop.
 */
export async function reportDeath(customerId: CustomerId, providerMandateId: string, at: Date): Promise<void> {
  await db.$transaction(async (tx) => {
    const where = { customerId_providerId: { customerId, providerId: providerMandateId } };
    const mandate = await tx.mandate.findUnique({ where, select: { contactId: true } });
    if (mandate?.contactId) await markDeceased(tx, customerId, [mandate.contactId], at);
  });
}

/**
 * Clears a reported death, because it is wrong or because somebody else pays instead. Mandate requests and collections
 * continue, also for the contacts that use this payer's mandate. A later return for this reason counts again.
 *
 * @throws AppError `not_found`, also if no death is reported
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
    await invalidateContact(tx, customerId, contactId);
  });
}
