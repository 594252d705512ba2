import type { CustomerId } from "@/lib/auth/scope";
import { wordsTakenBack } from "@/lib/collections/word-rules";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { decideContactAgain, lockPayer } from "@/lib/mandates/mutations";

/**
 * Keeps all of a contact's invoices from being collected, or lets them be again. Debits not yet with the bank are
 * cancelled by the decision that follows.
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

/** As when one invoice is left out: taken in again later each waits for its day, and what came back for a new word. */
async function takeWordsBack(tx: Tx, customerId: CustomerId, contactId: string): Promise<void> {
  // Those that are open have just been marked, and so locked.
  const isSaid = [{ collectNowAt: { not: null } }, { retryApprovedAt: { not: null } }, { needsDecision: true }];
  await tx.invoice.updateMany({ where: { customerId, contactId, OR: isSaid }, data: wordsTakenBack(now()) });
}
