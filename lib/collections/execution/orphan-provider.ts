import type { CustomerId } from "@/lib/auth/scope";
import { type Intent, intentKey, readIntent } from "@/lib/collections/attempts/intent-rules";
import { attemptsOf, likelyRetrier } from "@/lib/collections/attempts/return-rules";
import { readInvoiceForDecision } from "@/lib/collections/decision/data";
import { importPayment, recordSteps } from "@/lib/collections/events/mutations";
import { stepOf } from "@/lib/collections/lifecycle/step-rules";
import { readPrevious } from "@/lib/collections/related/data";
import { lockDocumentOf } from "@/lib/collections/related/document-mutations";
import { withAccounting, withDirectDebit } from "@/lib/connections/provider/access";
import { wantSync } from "@/lib/connections/record/mutations";
import { databaseEpoch } from "@/lib/core/database/connection/timeline";
import { db, type Tx } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/formats/ids";
import type { Collection } from "@/lib/core/prisma/client";
import type { RetriedBy } from "@/lib/core/prisma/enums";
import { now, today } from "@/lib/core/time/clock";
import { toDate } from "@/lib/core/time/dates";
import { markDocument } from "@/lib/decision-queue/document-mutations";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import { agrees, takesMoney } from "@/lib/statuses/collection-rules";
import { isOnlineSystem, onlineSystemOf } from "@/lib/vendors/rules";
import { isSecond, notifyDuplicate } from "./duplicate-mutations";

const DAY_MS = 24 * 3_600_000;

/**
 * Reconciles a supplier with GoCardless after the database was restored to an earlier moment: imports orphaned payments
 * and stores the events that were missed. It starts no collection. It looks back to the last read of GoCardless' events
 * that the restored database knows of, and one day further.
 *
 * @returns how many payments were orphaned (`lost`), and how many known ones had changed (`followed`)
 * @throws ProviderError; it may be repeated
 */
export async function importOrphanedPayments(customerId: CustomerId): Promise<{ lost: number; followed: number }> {
  await requestNewReads(customerId);
  return await takeInPayments(customerId);
}

/** In which epoch of the database each supplier was reconciled by this process. */
const reconciled = new Map<CustomerId, number>();

/**
 * Imports orphaned payments once per process and epoch of the database, before anything is collected for a supplier.
 * The database may have been restored just before this process started, and the operator may have skipped
 * `after-restore`; or a standby that lacked the last seconds was promoted. A payment made since then under another key
 * would otherwise be made a second time.
 *
 * @returns true if it had to ask
 * @throws ProviderError, or Error if calls from before the failover may still run; then nothing may be collected yet
 */
export async function reconcileSinceStart(customerId: CustomerId): Promise<boolean> {
  const epoch = databaseEpoch();
  if (reconciled.get(customerId) === epoch.number) return false;
  // A call that was under way when the database went back may still make a payment, which no list contains yet.
  if (epoch.since && Date.now() - epoch.since.getTime() < env().PROVIDER_TIMEOUT_MS)
    throw new Error("database went back: calls from before may still be under way");
  await takeInPayments(customerId);
  reconciled.set(customerId, epoch.number);
  return true;
}

/** True if nothing has to be asked before the supplier's next collection. */
export function isReconciled(customerId: CustomerId): boolean {
  return reconciled.get(customerId) === databaseEpoch().number;
}

/** Forgets which suppliers have been reconciled, as in a process that has just started. */
export function forgetReconciled(): void {
  reconciled.clear();
}

async function takeInPayments(customerId: CustomerId): Promise<{ lost: number; followed: number }> {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  const { eventsReadUntil, connectedAt } = await db.connection.findUniqueOrThrow({ where });
  const since = new Date((eventsReadUntil ?? connectedAt ?? now()).getTime() - DAY_MS);
  const sum = { lost: 0, followed: 0 };
  await withDirectDebit(customerId, async (gc) => {
    for (const payment of await paymentsSince(gc, since)) {
      const known = await findOwn(customerId, payment);
      if (known && isSecond(known, payment.id)) {
        await notifyDuplicate(customerId, known, payment);
        continue;
      }
      const row = known ?? (await importOrphan(customerId, gc, payment));
      if (!row) continue;
      if (!known) sum.lost += 1;
      if (known && agrees(known.status, payment.status)) continue;
      await followPayment(customerId, gc, row.id, payment);
      if (known) sum.followed += 1;
    }
  });
  return sum;
}

/**
 * Requests a new read of every open document before it is decided. Changes reported since the restored moment are lost.
 */
async function requestNewReads(customerId: CustomerId): Promise<void> {
  const books = await onlineSystem(customerId);
  if (!books) return;
  await db.$transaction(async (tx) => {
    await tx.invoice.updateMany({
      where: { customerId, books, bookStatus: "open" },
      data: { openStaleAt: new Date(), needsDecision: true },
    });
    await wantSync(tx, customerId, "full");
  });
}

/** Returns the accounting system in use, if it has an API to ask. */
async function onlineSystem(customerId: CustomerId): Promise<OnlineSystem | undefined> {
  return onlineSystemOf(await db.connection.findMany({ where: { customerId } }))?.type;
}

/** Returns payments oldest first: an earlier payment of an invoice is imported before the one that followed it. */
async function paymentsSince(gc: DirectDebit, since: Date): Promise<ProviderPayment[]> {
  const found: ProviderPayment[] = [];
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await gc.payments.list({ since, cursor });
    found.push(...rows);
    if (!next) return found.reverse();
    cursor = next;
  }
}

/** Stores a payment with all its events. */
export async function followPayment(
  customerId: CustomerId,
  gc: DirectDebit,
  collectionId: string,
  payment: ProviderPayment,
): Promise<void> {
  await importPayment(customerId, collectionId, payment);
  await hearAll(customerId, gc, collectionId, payment.id);
}

async function hearAll(customerId: CustomerId, gc: DirectDebit, collectionId: string, paymentId: string) {
  await recordSteps(customerId, collectionId, (await gc.payments.events(paymentId)).map(stepOf));
}

/**
 * Imports an orphaned payment, which carries our reference but has no collection here. It was made after the moment to
 * which the database was restored. Its open amount is read again before anything else is decided about the invoice.
 *
 * @returns null if the payment is not ours, or its document is neither stored nor in the accounting system in use
 */
export async function importOrphan(
  customerId: CustomerId,
  gc: DirectDebit,
  payment: ProviderPayment,
): Promise<Collection | null> {
  const { collection: id, intent: mark, invoice = "" } = payment.metadata;
  const intent = readIntent(mark);
  if (!id?.startsWith("col_") || !intent || !payment.mandateId) return null;
  const invoiceId = await invoiceOf(customerId, intent);
  if (!invoiceId) return null;
  const mandateId = await mandateOf(customerId, gc, payment.mandateId);
  await followRunning(customerId, gc, invoiceId);
  const { amountCents, createdAt } = payment;
  const day = toDate(payment.chargeDate ?? today());
  await db.$transaction(async (tx) => {
    const document = await lockDocumentOf(tx, customerId, invoiceId);
    const idempotencyKey = intentKey(customerId, { ...intent, amountCents });
    const ofInvoice = { customerId, invoiceId };
    if ((await tx.collection.count({ where: { customerId, OR: [{ id }, { idempotencyKey }] } })) > 0) return;
    const last = await tx.collection.findFirst({ where: ofInvoice, orderBy: { attempt: "desc" } });
    const taken = await tx.collection.count({ where: { ...ofInvoice, attempt: intent.attempt } });
    const { dueDate } = await tx.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
    const retriedBy = await retrierOf(tx, customerId, invoiceId, { mandateId, createdAt });
    await tx.collection.create({
      data: {
        ...ofInvoice,
        ...{ id, mandateId, amountCents, idempotencyKey, retriedBy },
        attempt: taken > 0 ? (last?.attempt ?? 0) + 1 : intent.attempt,
        reference: invoice,
        ...{ dueDate, wantedDate: day, requestedDate: day, calledAt: now(), createdAt },
        // Its history decides whether it holds the invoice; another collection may hold it.
        holdsInvoice: false,
      },
    });
    await tx.collectionEvent.create({
      data: {
        customerId,
        id: newId("event"),
        collectionId: id,
        action: "planned",
        status: "pending",
        occurredAt: createdAt,
      },
    });
    if (retriedBy && takesMoney(payment.status))
      await approveAsMade(tx, customerId, document, { invoiceId, mandateId, createdAt, day });
    await tx.invoice.updateMany({
      where: { customerId, id: invoiceId },
      // A file-based accounting system cannot be asked; its next list has the open amount.
      data: { ...(isOnlineSystem(intent.books) ? { openStaleAt: new Date() } : {}), needsDecision: true },
    });
    await wantSync(tx, customerId, "marked");
  });
  return await findOwn(customerId, payment);
}

/**
 * Stores the approval that an imported retry must have had. Otherwise a stop given or reported before the retry would
 * cancel it. The approval is for the retry's own day, and ends like any other.
 */
async function approveAsMade(
  tx: Tx,
  customerId: CustomerId,
  document: string[],
  {
    invoiceId: id,
    mandateId,
    createdAt,
    day,
  }: Pick<Collection, "invoiceId" | "mandateId" | "createdAt"> & { day: Date },
): Promise<void> {
  const stops = { customerId, id: { in: document }, retryStoppedAt: { lte: createdAt } };
  const { _max } = await tx.invoice.aggregate({ where: stops, _max: { retryStoppedAt: true } });
  const stoppedAt = _max.retryStoppedAt;
  if (!stoppedAt) return;
  const { dueDate } = await tx.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id } } });
  await tx.invoice.updateMany({
    where: { customerId, id, OR: [{ retryApprovedAt: null }, { retryApprovedAt: { lt: stoppedAt } }] },
    data: { retryApprovedAt: createdAt, retryMandateId: mandateId, retryOn: day, retryDueDate: dueDate },
  });
}

/**
 * Reads the events of the invoice's collections under way. One older than the look-back may have been returned since,
 * which makes the imported payment a retry.
 */
async function followRunning(customerId: CustomerId, gc: DirectDebit, invoiceId: string): Promise<void> {
  const row = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
  const ids = [invoiceId, ...(await readPrevious(db, row)).map(({ id }) => id)];
  const where = { customerId, invoiceId: { in: ids }, holdsInvoice: true, providerId: { not: null } };
  for (const { id, providerId } of await db.collection.findMany({ where }))
    if (providerId) await hearAll(customerId, gc, id, providerId);
}

/** Returns who probably had the payment made. Approvals and plans of the lost time are gone, so it is inferred. */
async function retrierOf(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  { mandateId, createdAt }: { mandateId: string; createdAt: Date },
): Promise<RetriedBy | null> {
  const row = await readInvoiceForDecision(tx, customerId, invoiceId);
  const { retriesReturns } = await tx.customer.findUniqueOrThrow({ where: { id: customerId } });
  const { signedAt } = await tx.mandate.findUniqueOrThrow({ where: { customerId_id: { customerId, id: mandateId } } });
  return row && likelyRetrier(attemptsOf(row), { createdAt, signedAt, isPlanOn: retriesReturns });
}

/** Returns the collection of a payment, found by the id of either or by the key it was made under. */
export async function findOwn(customerId: CustomerId, payment: ProviderPayment): Promise<Collection | null> {
  const { collection: id, intent: mark } = payment.metadata;
  const intent = readIntent(mark);
  const key = intent && intentKey(customerId, { ...intent, amountCents: payment.amountCents });
  const ways = [{ providerId: payment.id }, ...(id ? [{ id }] : []), ...(key ? [{ idempotencyKey: key }] : [])];
  return await db.collection.findFirst({ where: { customerId, OR: ways } });
}

/**
 * Returns the invoice of an intent; one that had not been read at that moment is imported from the accounting system.
 */
async function invoiceOf(customerId: CustomerId, { books, externalId }: Intent): Promise<string | undefined> {
  const where = { customerId_books_externalId: { customerId, books, externalId } };
  const known = await db.invoice.findUnique({ where, select: { id: true } });
  // A file-based accounting system cannot be asked for the document, whether it is in use or not.
  if (known || (await onlineSystem(customerId)) !== books) return known?.id;
  const document = await withAccounting(customerId, (session) => session.books.findDocument(externalId));
  if (!document) return undefined;
  const { externalType, kind } = document;
  await db.$transaction((tx) =>
    markDocument(tx, customerId, { books, externalId, externalType, kind }, "document", now()),
  );
  return (await db.invoice.findUniqueOrThrow({ where, select: { id: true } })).id;
}

async function mandateOf(customerId: CustomerId, gc: DirectDebit, providerId: string): Promise<string> {
  const where = { customerId_providerId: { customerId, providerId } };
  const known = await db.mandate.findUnique({ where, select: { id: true } });
  return (known ?? (await importMandate(customerId, gc, await gc.mandates.read(providerId)))).id;
}
