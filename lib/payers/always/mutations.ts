import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { AppError } from "@/lib/core/web/errors";
import { invalidateContact, lockPayer } from "@/lib/mandates/record/mutations";

/**
 * Collects from a contact although its documents say that they are paid in another way, or stops doing so. The decision
 * that follows cancels collections that are not yet with the bank.
 *
 * @throws AppError `not_found`
 */
export async function setAlwaysCollected(
  customerId: CustomerId,
  contactId: string,
  isAlwaysCollected: boolean,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockPayer(tx, customerId, [contactId]);
    const changed = await tx.contact.updateMany({ where: { customerId, id: contactId }, data: { isAlwaysCollected } });
    if (changed.count === 0) throw new AppError("not_found");
    const action = isAlwaysCollected ? "contact.always-collected" : "contact.collected-as-stated";
    await writeAudit(tx, customerId, actor, { action, subject: contactId });
    await invalidateContact(tx, customerId, contactId);
  });
}
