import type { CustomerId } from "@/lib/auth/scope";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { db } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { CALL_MS } from "@/lib/statuses/collection-rules";

/** The relations that a call to the provider needs of a collection. */
export const FOR_CALL = {
  invoice: { include: { contact: { select: { staleAt: true } } } },
  mandate: true,
} satisfies Prisma.CollectionInclude;

export type CollectionForCall = Prisma.CollectionGetPayload<{ include: typeof FOR_CALL }>;

/** True if the call is so long ago that GoCardless has executed it by now, or never will. */
export function isCallOver({ calledAt }: CollectionForCall): boolean {
  return calledAt !== null && now().getTime() - calledAt.getTime() > CALL_MS;
}

/**
 * Resets a call that made nothing: the collection counts as not called, and the invoice is decided again by today's
 * facts.
 */
export async function forgetCall(customerId: CustomerId, row: CollectionForCall): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockInvoice(tx, customerId, row.invoiceId);
    await tx.collection.updateMany({
      where: { customerId, id: row.id, providerId: null, calledAt: row.calledAt },
      data: { calledAt: null },
    });
    await tx.invoice.updateMany({ where: { customerId, id: row.invoiceId }, data: { needsDecision: true } });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/**
 * True if a payment is the one that this collection asked for. It may carry the id of a collection that does not exist
 * here: the database was restored to a moment before that one was planned.
 */
export async function isMeant(
  customerId: CustomerId,
  row: CollectionForCall,
  { metadata, amountCents }: ProviderPayment,
): Promise<boolean> {
  const { collection: id = "" } = metadata;
  if (amountCents !== row.amountCents || id === "") return false;
  return id === row.id || (await db.collection.count({ where: { customerId, id } })) === 0;
}
