import type { CustomerId } from "@/lib/auth/scope";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { db } from "@/lib/core/database/db";
import { gathered } from "@/lib/core/database/groups/gather";
import type { Prisma } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import type { Day } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { CALL_MS } from "@/lib/statuses/collection-rules";

/** The relations that a call to the provider needs of a collection. */
export const FOR_CALL = {
  invoice: { include: { contact: { select: { staleAt: true } } } },
  mandate: true,
} satisfies Prisma.CollectionInclude;

const SUPPLIER_FOR_CALL = {
  noticeDays: true,
  contract: true,
  connections: { where: { type: "GOCARDLESS" } },
} satisfies Prisma.CustomerSelect;

export type CollectionForCall = Prisma.CollectionGetPayload<{ include: typeof FOR_CALL }> & {
  supplier: Prisma.CustomerGetPayload<{ select: typeof SUPPLIER_FOR_CALL }>;
};

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

interface Claim {
  id: string;
  /** When an earlier call was claimed, as it was read. */
  calledAt: Date | null;
  claimedAt: Date;
  requestedDate: Day;
}

/**
 * Stores that a call is about to happen, unless somebody has requested a cancellation meanwhile, or has called. Claims
 * of one supplier that are made at the same time share a statement; each call starts when that is stored.
 *
 * @returns true if the call may be made
 * @throws the database's error; then the call may have been claimed, and only a look-up shows whether it was made
 */
export const claimCall = gathered(claimAll, { isRepeatable: false });

async function claimAll(customerId: string, claims: Claim[]): Promise<boolean[]> {
  const rows = claims.map(({ id, calledAt, claimedAt, requestedDate }) => ({
    id,
    called_at: calledAt,
    claimed_at: claimedAt,
    requested_date: requestedDate,
  }));
  const claimed = await db.$queryRaw<{ id: string }[]>`
    UPDATE collections AS own SET called_at = told.claimed_at, requested_date = told.requested_date,
      updated_at = ${new Date()}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS told (id text, called_at timestamptz, claimed_at timestamptz, requested_date date)
    WHERE own.customer_id = ${customerId} AND own.id = told.id AND own.status = 'pending' AND own.provider_id IS NULL
      AND own.called_at IS NOT DISTINCT FROM told.called_at AND own.cancel_requested_at IS NULL
    RETURNING own.id`;
  const left = new Set(claimed.map((row) => row.id));
  // Of two runs for one collection only one may call.
  return claims.map(({ id }) => left.delete(id));
}

/**
 * Reads collections for their calls, each with its supplier. Jobs of one supplier that start at the same time share the
 * statements.
 *
 * @returns null for an unknown collection
 */
export const readForCall = gathered(async (customerId: string, ids: string[]) => {
  const rows = await db.collection.findMany({ where: { customerId, id: { in: ids } }, include: FOR_CALL });
  const supplier = await db.customer.findUniqueOrThrow({ where: { id: customerId }, select: SUPPLIER_FOR_CALL });
  const byId = new Map(rows.map((row) => [row.id, { ...row, supplier }]));
  return ids.map((id) => byId.get(id) ?? null);
});

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
