import type { CustomerId } from "@/lib/auth/scope";
import { NO_WISH } from "@/lib/collections/event-rules";
import { NOT_WITH_BANK } from "@/lib/collections/status-rules";
import { now } from "@/lib/core/clock";
import type { Prisma, Tx } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { MANDATE_REASONS } from "./rules";

type MandateReason = (typeof MANDATE_REASONS)[number];

/**
 * A contact's debits on this mandate are to stand on it again. What the bank has, or had, would else be ended for a reason that is
 * over as soon as it is taken up again; of those that it does not have the call may be under way.
 */
export async function letDebitsStand(
  tx: Tx,
  customerId: CustomerId,
  { contactId, mandateId }: { contactId: string; mandateId: string },
  reasons: MandateReason[] = [...MANDATE_REASONS],
): Promise<void> {
  await tx.collection.updateMany({
    where: {
      ...{ customerId, invoice: { contactId }, OR: [{ mandateId }, { mandate: { replacedById: mandateId } }] },
      ...{ cancelReason: { in: reasons }, status: { notIn: [...NOT_WITH_BANK, "cancelled", "mandate_expired"] } },
    },
    data: NO_WISH,
  });
}

/**
 * Calls debits off that the bank does not have yet. Their invoices have to be locked already, so that none begins meanwhile.
 *
 * @returns how many
 */
export async function callOffDebits(
  tx: Tx,
  customerId: CustomerId,
  which: Prisma.CollectionWhereInput,
  reason: MandateReason,
): Promise<number> {
  const where = {
    AND: which,
    // What stands at an account that is not connected cannot be called off from here.
    NOT: { calledAt: { not: null }, mandate: { status: "other_account" } },
    ...{ customerId, status: { in: NOT_WITH_BANK } },
  } satisfies Prisma.CollectionWhereInput;
  const debits = await tx.collection.findMany({ where, select: { id: true } });
  await tx.collection.updateMany({ where: { ...where, cancelRequestedAt: null }, data: { cancelRequestedAt: now() } });
  // Also of one that is to be ended already: that wish may end before the debit does, and this one must not.
  await tx.collection.updateMany({ where, data: { cancelReason: reason } });
  for (const { id } of debits) await enqueue(tx, jobs.carryOutCollection, { customerId, collectionId: id });
  return debits.length;
}
