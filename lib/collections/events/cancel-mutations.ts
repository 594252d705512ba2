import { trustedCustomerId } from "@/lib/auth/scope";
import { withoutRetry } from "@/lib/collections/attempts/instruction-rules";
import { isCancelledStatus, returnKey } from "@/lib/collections/attempts/return-rules";
import type { Tx } from "@/lib/core/database/db";
import type { Collection, CollectionEvent } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice } from "@/lib/notices/mutations";

/** How a collection has ended, derived from its events. */
export interface End {
  status: CollectionStatus;
  /** True if it was returned at some time. */
  hasFailed: boolean;
  /** When somebody else than us cancelled it at the provider; null if nobody did. */
  cancelledAt: Date | null;
}

/**
 * How far the provider's clock may be behind ours, in milliseconds. A cancellation of our own can then seem older than
 * our cancel request.
 */
const CLOCKS_MS = 5_000;

/** Returns when somebody cancelled the payment at the provider before our cancel request, or without one; else null. */
export function cancelledAtProvider(
  { cancelRequestedAt }: Pick<Collection, "cancelRequestedAt">,
  status: CollectionStatus,
  history: { event: CollectionEvent }[],
): Date | null {
  // Our own event for a cancellation has another cause.
  const told = history.findLast(({ event }) => event.action === "cancelled" && event.cause === "payment_cancelled");
  if (!told || !isCancelledStatus(status)) return null;
  const { occurredAt } = told.event;
  const isOurs = cancelRequestedAt !== null && occurredAt.getTime() >= cancelRequestedAt.getTime() - CLOCKS_MS;
  return isOurs ? null : occurredAt;
}

/**
 * True if a retry was cancelled, or a collection that had been returned and resubmitted. The return behind it is open
 * again.
 */
function isTry({ retriedBy }: Collection, { status, hasFailed }: End): boolean {
  return isCancelledStatus(status) && (hasFailed || (retriedBy !== null && status === "cancelled"));
}

/** Condition for other collections of the document that can still bring money, or have brought it. */
function othersAlive({ customerId, id }: Collection, same: string[]) {
  return { customerId, invoiceId: { in: same }, holdsInvoice: true, id: { not: id } };
}

/**
 * After a cancelled retry, raises the alert of the return again, and stores a cancellation at the provider as an
 * instruction not to retry. Does nothing if another collection holds the document.
 *
 * @param same the ids of the document's rows
 * @param data of the notice
 */
export async function notifyExternalCancel(
  tx: Tx,
  row: Collection,
  same: string[],
  end: End,
  data: object,
): Promise<void> {
  const { customerId } = row;
  if (!isTry(row, end) || (await tx.collection.count({ where: othersAlive(row, same) })) > 0) return;
  const line = await tx.returnCase.findFirst({ where: { customerId, invoiceId: { in: same }, isDone: false } });
  if (line)
    await raiseNotice(tx, customerId, {
      key: returnKey(line.invoiceId),
      kind: "collection_failed",
      data: { ...data, invoiceId: line.invoiceId },
    });
  await applyExternalCancel(tx, row, same, end);
}

/**
 * Stores an instruction not to retry if somebody cancelled a retry at the provider. Later instructions stay in force.
 * If an earlier collection is still alive, the retry was cancelled because of that one, and nothing is stored.
 */
export async function applyExternalCancel(tx: Tx, row: Collection, same: string[], end: End): Promise<void> {
  const { cancelledAt: at } = end;
  const customerId = trustedCustomerId.parse(row.customerId);
  if (!at || !isTry(row, end)) return;
  const earlier = { ...othersAlive(row, same), createdAt: { lte: row.createdAt } };
  if ((await tx.collection.count({ where: earlier })) > 0) return;
  const isOlder = [
    { OR: [{ retryApprovedAt: null }, { retryApprovedAt: { lte: at } }] },
    { OR: [{ retryStoppedAt: null }, { retryStoppedAt: { lt: at } }] },
  ];
  const { count } = await tx.invoice.updateMany({
    where: { customerId, id: { in: same }, AND: isOlder },
    data: { ...withoutRetry(at), needsDecision: true },
  });
  if (count > 0) await enqueue(tx, jobs.decideInvoices, { customerId });
}
