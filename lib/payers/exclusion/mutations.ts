import type { CustomerId } from "@/lib/auth/scope";
import { instructionsRevoked } from "@/lib/collections/attempts/instruction-rules";
import { db, type Tx } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { invalidateContact, lockPayer } from "@/lib/mandates/record/mutations";

/**
 * Excludes all of a contact's invoices from collection, or includes them again. The decision that follows cancels
 * collections that are not yet with the bank.
 *
 * @throws AppError `not_found`
 */
export async function setContactExcluded(
  customerId: CustomerId,
  contactId: string,
  isExcluded: boolean,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockPayer(tx, customerId, [contactId]);
    const changed = await tx.contact.updateMany({ where: { customerId, id: contactId }, data: { isExcluded } });
    if (changed.count === 0) throw new AppError("not_found");
    const action = isExcluded ? "contact.excluded" : "contact.included";
    await writeAudit(tx, customerId, actor, { action, subject: contactId });
    await invalidateContact(tx, customerId, contactId);
    if (isExcluded) await revokeInstructions(tx, customerId, contactId);
  });
}

/**
 * Revokes the instructions on a contact's invoices, as when a single invoice is excluded. If it is included again, an
 * invoice waits for its regular day, and a returned one for a new instruction.
 */
async function revokeInstructions(tx: Tx, customerId: CustomerId, contactId: string): Promise<void> {
  // Open invoices have `needsDecision` since `invalidateContact`, and are locked by it.
  const isSaid = [{ collectNowAt: { not: null } }, { retryApprovedAt: { not: null } }, { needsDecision: true }];
  await tx.invoice.updateMany({ where: { customerId, contactId, OR: isSaid }, data: instructionsRevoked(now()) });
}
