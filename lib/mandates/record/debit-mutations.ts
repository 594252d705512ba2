import type { CustomerId } from "@/lib/auth/scope";
import type { Prisma, Tx } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { MANDATE_REASONS } from "@/lib/mandates/rules";
import { NO_CANCEL_REQUEST, NOT_WITH_BANK } from "@/lib/statuses/collection-rules";

type MandateReason = (typeof MANDATE_REASONS)[number];

/**
 * Drops the cancel requests of a contact's collections on this mandate, because the mandate is in use again. This
 * covers only collections that the bank has or had: otherwise a resubmission would be cancelled for a reason that no
 * longer holds. For a collection not yet with the bank, the cancel call may already be running.
 */
export async function keepCollections(
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
    data: NO_CANCEL_REQUEST,
  });
}

/**
 * Requests the cancellation of collections that the bank does not have yet. The caller must have locked their invoices,
 * so that no collection starts meanwhile.
 *
 * @returns how many collections
 */
export async function cancelCollections(
  tx: Tx,
  customerId: CustomerId,
  which: Prisma.CollectionWhereInput,
  reason: MandateReason,
): Promise<number> {
  const where = {
    AND: which,
    // A payment at a GoCardless account that is not connected cannot be cancelled from here.
    NOT: { calledAt: { not: null }, mandate: { status: "other_account" } },
    ...{ customerId, status: { in: NOT_WITH_BANK } },
  } satisfies Prisma.CollectionWhereInput;
  const debits = await tx.collection.findMany({ where, select: { id: true } });
  await tx.collection.updateMany({ where: { ...where, cancelRequestedAt: null }, data: { cancelRequestedAt: now() } });
  // Set this reason also where a cancellation is already requested: that request may be dropped before the collection
  // ends, but this one must not be.
  await tx.collection.updateMany({ where, data: { cancelReason: reason } });
  for (const { id } of debits) await enqueue(tx, jobs.carryOutCollection, { customerId, collectionId: id });
  return debits.length;
}
