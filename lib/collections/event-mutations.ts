import type { CustomerId } from "@/lib/auth/scope";
import { now } from "@/lib/core/clock";
import { fromDate } from "@/lib/core/dates";
import { db, type Tx } from "@/lib/core/db";
import type { Collection, Prisma } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import { lockInvoice } from "./mutations";
import { closeReturn, openReturn } from "./return-mutations";
import { holdsInvoice, inOrder, isReturned, statusOf, statusOfAction } from "./status-rules";

/** A payment event reduced to what the history keeps. */
export interface CollectionStep {
  id: string;
  action: string;
  origin: string | null;
  cause: string | null;
  code: string | null;
  text: string | null;
  occurredAt: Date;
  willAttemptRetry: boolean;
}

/**
 * Adds events to a collection's history (each once) and derives the state from all of them. Under the invoice's lock,
 * so that a revived collection and a new one cannot pass each other unseen.
 *
 * @returns the state the collection is in afterwards
 */
export async function recordSteps(
  customerId: CustomerId,
  collectionId: string,
  steps: CollectionStep[],
): Promise<CollectionStatus> {
  return await db.$transaction(async (tx) => {
    const found = await tx.collection.findUniqueOrThrow({ where: { customerId_id: { customerId, id: collectionId } } });
    await lockInvoice(tx, customerId, found.invoiceId);
    await tx.collectionEvent.createMany({
      data: steps.map(({ willAttemptRetry: _retry, ...step }) => ({
        customerId,
        collectionId,
        ...step,
        status: "pending" as const,
      })),
      skipDuplicates: true,
    });
    return await settle(tx, customerId, collectionId, steps);
  });
}

async function settle(
  tx: Tx,
  customerId: CustomerId,
  collectionId: string,
  steps: CollectionStep[],
): Promise<CollectionStatus> {
  const row = await tx.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: collectionId } },
    include: { events: true, invoice: true },
  });
  const history = inOrder(row.events);
  const status = statusOf(history);
  await labelHistory(tx, customerId, history);
  if (status === row.status) return status;
  const failure = history.findLast((event) =>
    ["failed", "charged_back", "customer_approval_denied"].includes(event.action),
  );
  const holds = holdsInvoice(status) && !(await isHeldByAnother(tx, row));
  const isDuplicate = holdsInvoice(status) && !holds;
  await tx.collection.update({
    where: { customerId_id: { customerId, id: collectionId } },
    data: {
      status,
      holdsInvoice: holds,
      isDuplicate,
      ...(isReturned(status) && failure
        ? {
            failedAt: failure.occurredAt,
            failureCause: failure.cause,
            failureCode: failure.code,
            failureText: failure.text,
          }
        : {}),
      willAttemptRetry: steps.some((step) => step.id === failure?.id && step.willAttemptRetry),
    },
  });
  if (row.holdsInvoice && !holds) await handOver(tx, row);
  await followUp(tx, customerId, row, { status, isDuplicate, returnedAt: failure?.occurredAt ?? now() });
  return status;
}

/** The word beside each entry depends on what was before it, so it is written anew when an older event comes in late. */
async function labelHistory(
  tx: Tx,
  customerId: CustomerId,
  history: { id: string; action: string; cause: string | null; status: CollectionStatus; occurredAt: Date }[],
) {
  for (const [i, event] of history.entries()) {
    const label = statusOfAction(event.action, event.cause, statusOf(history.slice(0, i)));
    if (label !== event.status)
      await tx.collectionEvent.updateMany({ where: { customerId, id: event.id }, data: { status: label } });
  }
}

async function isHeldByAnother(tx: Tx, row: Collection): Promise<boolean> {
  const { customerId, invoiceId, id } = row;
  return (await tx.collection.count({ where: { customerId, invoiceId, holdsInvoice: true, id: { not: id } } })) > 0;
}

/**
 * A collection ends beside which another one has brought money (a revived one): that one holds the invoice from now
 * on, or the payer would be debited a third time.
 */
async function handOver(tx: Tx, { customerId, invoiceId }: Collection): Promise<void> {
  const heir = await tx.collection.findFirst({
    where: { customerId, invoiceId, isDuplicate: true },
    orderBy: { attempt: "asc" },
  });
  if (!heir) return;
  await tx.collection.update({
    where: { customerId_id: { customerId, id: heir.id } },
    data: { holdsInvoice: true, isDuplicate: false },
  });
  await resolveNotice(tx, customerId, `duplicate:${invoiceId}`);
}

type RowWithInvoice = Prisma.CollectionGetPayload<{ include: { invoice: true } }>;

async function followUp(
  tx: Tx,
  customerId: CustomerId,
  row: RowWithInvoice,
  { status, isDuplicate, returnedAt }: { status: CollectionStatus; isDuplicate: boolean; returnedAt: Date },
): Promise<void> {
  const { invoiceId, amountCents, id: collectionId, invoice } = row;
  const { number } = invoice;
  const key = `collection-returned:${invoiceId}`;
  const data = {
    invoiceId,
    collectionId,
    number,
    amountCents,
    chargeDate: fromDate(row.chargeDate ?? row.requestedDate),
  };
  if (isReturned(status)) {
    const kind = status === "failed" ? "collection_failed" : "collection_returned";
    await raiseNotice(tx, customerId, { key, kind, data });
    // Settling it in a payout tells nothing new about it.
    if (!isReturned(row.status)) await openReturn(tx, customerId, { invoiceId, collectionId, returnedAt });
  } else if (holdsInvoice(status)) await resolveNotice(tx, customerId, key);
  if (status === "confirmed" || status === "paid_out") await closeReturn(tx, customerId, invoiceId, "collected");
  // A try was called off: what it was to mend is open again, unless the debit before it has been revived.
  if (status === "cancelled" && row.retriedBy && !(await isHeldByAnother(tx, row)))
    await raiseNotice(tx, customerId, { key, kind: "collection_failed", data });
  if (isDuplicate)
    await raiseNotice(tx, customerId, { key: `duplicate:${invoiceId}`, kind: "duplicate_payment", data });
  else if (row.isDuplicate) await resolveNotice(tx, customerId, `duplicate:${invoiceId}`);
  await tx.invoice.updateMany({ where: { customerId, id: invoiceId }, data: { needsDecision: true } });
  await enqueue(tx, jobs.decideInvoices, { customerId });
}

/** The payment as the provider keeps it, after creation or a read: the granted day wins over the one asked for. */
export async function adoptPayment(
  customerId: CustomerId,
  collectionId: string,
  payment: ProviderPayment,
): Promise<void> {
  await db.collection.updateMany({
    where: { customerId, id: collectionId, OR: [{ providerId: null }, { providerId: payment.id }] },
    data: { providerId: payment.id, chargeDate: new Date(`${payment.chargeDate}T00:00:00Z`) },
  });
}
