import type { CustomerId } from "@/lib/auth/scope";
import { NOT_WITH_BANK } from "@/lib/collections/status-rules";
import { now } from "@/lib/core/clock";
import type { Prisma, Tx } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

/** Why a debit is not to stand on its mandate. No later decision would find it anew, as it finds what is wrong with an invoice. */
export const MANDATE_REASONS = ["mandate_chosen", "match_undone"] as const;

/**
 * Calls debits off that the bank does not have yet. Their invoices have to be locked already, so that none begins meanwhile.
 *
 * @returns how many
 */
export async function callOffDebits(
  tx: Tx,
  customerId: CustomerId,
  which: Prisma.CollectionWhereInput,
  reason: (typeof MANDATE_REASONS)[number],
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
