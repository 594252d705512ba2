import type { CustomerId } from "@/lib/auth/scope";
import { wordsTakenBack } from "@/lib/collections/word-rules";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { decideContactAgain, lockPayer } from "@/lib/mandates/mutations";

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
    await decideContactAgain(tx, customerId, contactId);
    if (isExcluded) await takeWordsBack(tx, customerId, contactId);
  });
}

/**
 * Revokes the instructions on a contact's invoices, as when a single invoice is excluded. If it is included again, an
 * invoice waits for its regular day, and a returned one for a new instruction.
 */
async function takeWordsBack(tx: Tx, customerId: CustomerId, contactId: string): Promise<void> {
  // Open invoices have `needsDecision` since `decideContactAgain`, and are locked by it.
  const isSaid = [{ collectNowAt: { not: null } }, { retryApprovedAt: { not: null } }, { needsDecision: true }];
  await tx.invoice.updateMany({ where: { customerId, contactId, OR: isSaid }, data: wordsTakenBack(now()) });
}
