import type { CustomerId } from "@/lib/auth/scope";
import { isDeath } from "@/lib/collections/attempts/retry-rules";
import { returnKey, returnNotice } from "@/lib/collections/attempts/return-rules";
import { factsOf, isCancelRequestOver, isNewFailure, isSame } from "@/lib/collections/lifecycle/event-rules";
import { keepOpenAmount } from "@/lib/collections/lifecycle/open-mutations";
import { isClaimedByRelated, isPartOfProject, readRelatedDocuments } from "@/lib/collections/related/data";
import { lockDocument } from "@/lib/collections/related/document-mutations";
import { closeReturn, openReturn } from "@/lib/collections/returns/mutations";
import { db, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import type { Collection, CollectionEvent, Invoice, Prisma } from "@/lib/core/prisma/client";
import type { CollectionStatus } from "@/lib/core/prisma/enums";
import { now } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { markDeceased } from "@/lib/mandates/payer/deceased-mutations";
import { lockPayer } from "@/lib/mandates/record/mutations";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import type { ProviderPayment } from "@/lib/providers/payments/port";
import {
  derivedStateOf,
  holdsInvoice,
  isReturned,
  NO_CANCEL_REQUEST,
  OWN_ORIGIN,
  type StatusEvent,
} from "@/lib/statuses/collection-rules";
import { isOpenAmountOurs } from "@/lib/vendors/rules";
import { applyExternalCancel, cancelledAtProvider, type End, notifyExternalCancel } from "./cancel-mutations";

/** A payment event, reduced to the fields that the history stores. */
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
 * Returns a new event for an action of our own, at the current business time. The provider's event for the same action
 * arrives later.
 */
export function ownStep(action: string, cause: string | null): CollectionStep {
  return {
    id: newId("event"),
    action,
    origin: OWN_ORIGIN,
    cause,
    code: null,
    text: null,
    occurredAt: now(),
    willAttemptRetry: false,
  };
}

/**
 * Adds events to a collection's history, each once, and derives the state from the whole history. Runs under the
 * invoice's lock, so that a reopened collection and a new one cannot miss each other.
 *
 * @param payment to store with them, as by `importPayment`
 * @returns the state of the collection afterwards
 */
export async function recordSteps(
  customerId: CustomerId,
  collectionId: string,
  steps: CollectionStep[],
  payment?: ProviderPayment,
): Promise<CollectionStatus> {
  return await db.$transaction(async (tx) => {
    const found = await tx.collection.findUniqueOrThrow({
      where: { customerId_id: { customerId, id: collectionId } },
      include: { ...WITH_PAYER, events: true },
    });
    // The payer is locked before the invoice, as everywhere that touches several invoices of one payer.
    if (steps.some(isDeath) || isPartOfProject(found.invoice)) await lockPayer(tx, customerId, payersOf(found));
    // Includes the same document in other accounting systems, where the payer is another row.
    const same = await lockDocument(tx, found.invoice);
    if (payment) await storePayment(tx, customerId, collectionId, payment);
    const news = await tx.collectionEvent.createMany({
      data: steps.map((step) => ({ customerId, collectionId, ...step, status: labelOf(step, found.events, steps) })),
      skipDuplicates: true,
    });
    return await settle(tx, customerId, collectionId, { same, isNews: news.count > 0 });
  });
}

/**
 * Returns the likely status label of a new event. Another transaction may have added events since `known` was read;
 * `labelHistory` then corrects it.
 */
function labelOf({ id }: CollectionStep, known: CollectionEvent[], steps: CollectionStep[]): CollectionStatus {
  const { history } = derivedStateOf<StatusEvent>([...known, ...steps]);
  return history.find(({ event }) => event.id === id)?.statusAfter ?? "pending";
}

const WITH_PAYER = { invoice: true, mandate: { select: { contactId: true } } } satisfies Prisma.CollectionInclude;
type RowWithPayer = Prisma.CollectionGetPayload<{ include: typeof WITH_PAYER }>;

/** Returns the contacts that the collection was for and whose mandate it was made on. */
function payersOf({ invoice, mandate }: RowWithPayer): string[] {
  return [...new Set([invoice.contactId, mandate.contactId])].filter((id) => id !== null);
}

/**
 * Stores the derived state and what follows from it.
 *
 * @param same the ids of the document's rows
 * @param isNews false if all events were stored before: a person may have reacted to them since
 */
async function settle(
  tx: Tx,
  customerId: CustomerId,
  collectionId: string,
  { same, isNews }: { same: string[]; isNews: boolean },
): Promise<CollectionStatus> {
  const row = await tx.collection.findUniqueOrThrow({
    where: { customerId_id: { customerId, id: collectionId } },
    include: { ...WITH_PAYER, events: true },
  });
  const { status, failure, isReturnOpen, history } = derivedStateOf(row.events);
  // A cancel request that is over ended nothing: a cancellation since then was somebody else's.
  const wish = isCancelRequestOver(row, status, history) ? NO_CANCEL_REQUEST : {};
  const cancelledAt = cancelledAtProvider({ ...row, ...wish }, status, history);
  await labelHistory(tx, customerId, history);
  const { invoiceId } = row;
  if (failure && isReturnOpen)
    await openReturn(tx, customerId, { invoiceId, collectionId, returnedAt: failure.occurredAt });
  const facts = factsOf(status, failure, history);
  const end = { status, hasFailed: failure !== undefined, cancelledAt };
  if (status === row.status && isSame(row, facts)) {
    // Our own event came first, and the provider's may now show that somebody else had cancelled the payment.
    if (row.cancelRequestedAt && isNews) await applyExternalCancel(tx, row, same, end);
    return status;
  }
  // While this one holds the invoice, no other does (`collections_one_per_invoice`).
  const holds = holdsInvoice(status) && (row.holdsInvoice || !(await isHeldByAnother(tx, row)));
  const isDuplicate = holdsInvoice(status) && !holds;
  await tx.collection.update({
    where: { customerId_id: { customerId, id: collectionId } },
    data: { status, holdsInvoice: holds, isDuplicate, ...facts, ...wish },
  });
  if (row.holdsInvoice && !holds) await handOver(tx, row);
  if (isOpenAmountOurs(row.invoice.books)) await keepOpenAmount(tx, customerId, invoiceId);
  // Only for a death reported for the first time: a person may have revoked the report since.
  if (failure && isNewFailure(row, failure) && isDeath({ code: failure.code, cause: failure.cause }))
    await markDeceased(tx, customerId, payersOf(row), failure.occurredAt);
  await followUp(tx, customerId, row, same, { ...end, isDuplicate, wasReceived: facts.wasReceived });
  return status;
}

/**
 * Stores the status label of each event. A label depends on the events before it, so a late delivery of an older event
 * changes those after it.
 */
async function labelHistory(
  tx: Tx,
  customerId: CustomerId,
  history: { event: CollectionEvent; statusAfter: CollectionStatus }[],
): Promise<void> {
  for (const { event, statusAfter } of history)
    if (statusAfter !== event.status)
      await tx.collectionEvent.updateMany({ where: { customerId, id: event.id }, data: { status: statusAfter } });
}

async function isHeldByAnother(tx: Tx, row: Collection): Promise<boolean> {
  const { customerId, invoiceId, id } = row;
  return (await tx.collection.count({ where: { customerId, invoiceId, holdsInvoice: true, id: { not: id } } })) > 0;
}

/**
 * Lets a reopened collection hold the invoice when the collection next to it ends. Otherwise a new one would start, and
 * the payer would be debited a third time.
 */
async function handOver(tx: Tx, { customerId, invoiceId }: Collection): Promise<void> {
  const successor = await tx.collection.findFirst({
    where: { customerId, invoiceId, isDuplicate: true },
    orderBy: { attempt: "asc" },
  });
  if (!successor) return;
  await tx.collection.update({
    where: { customerId_id: { customerId, id: successor.id } },
    data: { holdsInvoice: true, isDuplicate: false },
  });
  await resolveNotice(tx, customerId, `duplicate:${invoiceId}`);
}

interface Outcome extends End {
  isDuplicate: boolean;
  /** True if the money had been received before it was taken back. */
  wasReceived: boolean;
}

async function followUp(
  tx: Tx,
  customerId: CustomerId,
  row: RowWithPayer,
  same: string[],
  { isDuplicate, wasReceived, ...end }: Outcome,
): Promise<void> {
  const { status } = end;
  const { invoiceId, id: collectionId, invoice } = row;
  const notice = returnNotice({ ...row, wasReceived }, invoice.number);
  const { data } = notice;
  const hasRelated = same.length > 1 || isPartOfProject(invoice);
  const partners = hasRelated ? await readRelatedDocuments(tx, customerId, invoice) : [];
  // The return may be in the returns queue with the same document of another accounting system by now.
  const migrated = { customerId, invoiceId, outcome: "migrated" as const };
  if (isReturned(status)) {
    if ((await tx.returnCase.count({ where: migrated })) === 0) await raiseNotice(tx, customerId, notice);
    // An older event can show that a failed collection had been cancelled: then it is no failure any more.
  } else if (holdsInvoice(status) || isReturned(row.status))
    for (const id of same) await resolveNotice(tx, customerId, returnKey(id));
  if (status === "confirmed" || status === "paid_out")
    for (const id of same) await closeReturn(tx, customerId, id, "collected");
  await notifyExternalCancel(tx, row, same, end, data);
  if (isDuplicate)
    await raiseNotice(tx, customerId, { key: `duplicate:${invoiceId}`, kind: "duplicate_payment", data });
  else if (row.isDuplicate) await resolveNotice(tx, customerId, `duplicate:${invoiceId}`);
  // Ended here as never sent, but the provider has it: the cancel request still applies and is executed there.
  if (status === "created" && row.cancelRequestedAt && !holdsInvoice(row.status))
    await enqueue(tx, jobs.carryOutCollection, { customerId, collectionId });
  await tx.invoice.updateMany({ where: { customerId, id: invoiceId }, data: { needsDecision: true } });
  const id = { in: partners.map((partner) => partner.id) };
  if (partners.length > 0) await tx.invoice.updateMany({ where: { customerId, id }, data: { needsDecision: true } });
  await notifyClaimedTwice(tx, row, partners, status, data);
  await enqueue(tx, jobs.decideInvoices, { customerId });
}

/**
 * Notifies the supplier when two related documents claim the same money. Example: a down payment's collection failed,
 * the final invoice was collected with its amount, and then somebody resubmits the down payment at the provider. The
 * same can happen in the other direction, and between a previous system and the connected one. The decision cancels
 * what can still be cancelled; this notice covers what the bank has.
 */
async function notifyClaimedTwice(
  tx: Tx,
  row: RowWithPayer,
  partners: Invoice[],
  status: CollectionStatus,
  data: object,
): Promise<void> {
  const { customerId, invoice } = row;
  if (!isPartOfProject(invoice) && partners.length === 0) return;
  if (holdsInvoice(status)) {
    if (!holdsInvoice(row.status) && (await isClaimedByRelated(tx, invoice)))
      await raiseNotice(tx, customerId, { key: claimedTwice(invoice.id), kind: "duplicate_payment", data });
    return;
  }
  if (!(await isHeldByAnother(tx, row))) await resolveNotice(tx, customerId, claimedTwice(invoice.id));
  for (const partner of partners)
    if (!(await isClaimedByRelated(tx, partner))) await resolveNotice(tx, customerId, claimedTwice(partner.id));
}

const claimedTwice = (invoiceId: string) => `claimed-twice:${invoiceId}`;

type Granted = Pick<ProviderPayment, "id" | "chargeDate">;

/**
 * Stores the payment's id and charge date after creation or a read. The granted day replaces the requested one; a
 * collection never changes to another payment.
 */
export async function importPayment(customerId: CustomerId, collectionId: string, payment: Granted): Promise<void> {
  await storePayment(db, customerId, collectionId, payment);
}

async function storePayment(tx: Tx, customerId: CustomerId, id: string, payment: Granted): Promise<void> {
  await tx.collection.updateMany({
    where: { customerId, id, OR: [{ providerId: null }, { providerId: payment.id }] },
    data: { providerId: payment.id, ...(payment.chargeDate ? { chargeDate: toDate(payment.chargeDate) } : {}) },
  });
}
