import type { CustomerId } from "@/lib/auth/scope";
import { withBooks, withDirectDebit } from "@/lib/connections/access";
import { wantSync } from "@/lib/connections/mutations";
import { askedBooksOf, isBooks } from "@/lib/connections/rules";
import { now, today } from "@/lib/core/clock";
import { toDate } from "@/lib/core/dates";
import { db, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { Collection } from "@/lib/core/prisma/client";
import type { RetriedBy } from "@/lib/core/prisma/enums";
import { markDocument } from "@/lib/invoices/mark-mutations";
import { adoptMandate } from "@/lib/mandates/adopt-mutations";
import type { BooksType } from "@/lib/providers/accounting/systems";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import { readInvoiceForDecision } from "./data";
import { lockDocumentOf } from "./document-mutations";
import { isSecond, tellSecond } from "./double-mutations";
import { readFormer } from "./elsewhere-data";
import { adoptPayment, recordSteps } from "./event-mutations";
import { type Intent, intentKey, readIntent } from "./intent-rules";
import { attemptsOf, likelyRetrier } from "./return-rules";
import { agrees, takesMoney } from "./status-rules";
import { stepOf } from "./step-rules";

const DAY_MS = 24 * 3_600_000;

/**
 * Brings a supplier whose database was restored to an earlier moment up to what GoCardless knows: debits made since are
 * taken in, and those that have gone on are followed. Nothing is debited by it. How far it looks back is told by the last
 * look at GoCardless' events that the restored database knows of, and a day more.
 *
 * @returns how many debits were unknown here, and how many had gone on
 * @throws ProviderError; it may be repeated
 */
export async function adoptLostPayments(customerId: CustomerId): Promise<{ lost: number; followed: number }> {
  await askBooksAnew(customerId);
  return await takeInPayments(customerId);
}

const heard = new Set<CustomerId>();

/**
 * Once in the life of a process, before it debits anything for a supplier: debits of which the database does not know are
 * taken in. It may have been restored to an earlier moment just before this process was started, and the one who did
 * that may have left `after-restore` out; a debit that was made since under another key would be made a second time.
 *
 * @returns whether it had to ask
 * @throws ProviderError; then nothing may be debited yet
 */
export async function hearSinceStart(customerId: CustomerId): Promise<boolean> {
  if (heard.has(customerId)) return false;
  await takeInPayments(customerId);
  heard.add(customerId);
  return true;
}

/** Everybody is heard again, as by a process that has just been started. */
export function hearAnew(): void {
  heard.clear();
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
        await tellSecond(customerId, known, payment);
        continue;
      }
      const row = known ?? (await adoptLost(customerId, gc, payment));
      if (!row) continue;
      if (!known) sum.lost += 1;
      if (known && agrees(known.status, payment.status)) continue;
      await followPayment(customerId, gc, row.id, payment);
      if (known) sum.followed += 1;
    }
  });
  return sum;
}

/** What the books told meanwhile is lost, too: nothing is decided before every open document was read again. */
async function askBooksAnew(customerId: CustomerId): Promise<void> {
  const books = await askedBooks(customerId);
  if (!books) return;
  await db.$transaction(async (tx) => {
    await tx.invoice.updateMany({
      where: { customerId, books, bookStatus: "open" },
      data: { openStaleAt: new Date(), needsDecision: true },
    });
    await wantSync(tx, customerId, "full");
  });
}

/** The system of the books in use, if it can be asked. */
async function askedBooks(customerId: CustomerId): Promise<BooksType | undefined> {
  return askedBooksOf(await db.connection.findMany({ where: { customerId } }))?.type;
}

/** The oldest first: an earlier debit of an invoice is taken in before the one that followed it. */
async function paymentsSince(gc: DirectDebit, since: Date): Promise<ProviderPayment[]> {
  const found: ProviderPayment[] = [];
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await gc.payments.list({ since, cursor });
    found.push(...rows);
    if (!next) return found.reverse();
    cursor = next;
  }
}

/** Stores a payment with all that has happened to it. */
export async function followPayment(
  customerId: CustomerId,
  gc: DirectDebit,
  collectionId: string,
  payment: ProviderPayment,
): Promise<void> {
  await adoptPayment(customerId, collectionId, payment);
  await hearAll(customerId, gc, collectionId, payment.id);
}

async function hearAll(customerId: CustomerId, gc: DirectDebit, collectionId: string, paymentId: string) {
  await recordSteps(customerId, collectionId, (await gc.payments.events(paymentId)).map(stepOf));
}

/**
 * Takes in a debit that bears our mark and is not known here: it was made after the moment to which the database was
 * restored. Its invoice waits for a look into the books before anything else is decided about it.
 *
 * @returns null if it is not ours, or its document is not in the books that are in use
 */
export async function adoptLost(
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
        // Its history says whether it does; another one may.
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
      // Books that come as a file cannot be asked; their next list tells.
      data: { ...(isBooks(intent.books) ? { openStaleAt: new Date() } : {}), needsDecision: true },
    });
    await wantSync(tx, customerId, "marked");
  });
  return await findOwn(customerId, payment);
}

/**
 * Whatever "not again" was said or heard of before a try would end it. Somebody has approved it since, or it would not have been
 * made, for the day it stands on; that word ends like any other.
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

/** One that was made before the time that is looked back to may have come back since: then another one is a try. */
async function followRunning(customerId: CustomerId, gc: DirectDebit, invoiceId: string): Promise<void> {
  const row = await db.invoice.findUniqueOrThrow({ where: { customerId_id: { customerId, id: invoiceId } } });
  const ids = [invoiceId, ...(await readFormer(db, row)).map(({ id }) => id)];
  const where = { customerId, invoiceId: { in: ids }, holdsInvoice: true, providerId: { not: null } };
  for (const { id, providerId } of await db.collection.findMany({ where }))
    if (providerId) await hearAll(customerId, gc, id, providerId);
}

/** Who had the debit made, as far as can be told: what was said or planned in the lost time is gone. */
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

/** The collection a payment was made for, by either's id or by the key it was made under. */
export async function findOwn(customerId: CustomerId, payment: ProviderPayment): Promise<Collection | null> {
  const { collection: id, intent: mark } = payment.metadata;
  const intent = readIntent(mark);
  const key = intent && intentKey(customerId, { ...intent, amountCents: payment.amountCents });
  const ways = [{ providerId: payment.id }, ...(id ? [{ id }] : []), ...(key ? [{ idempotencyKey: key }] : [])];
  return await db.collection.findFirst({ where: { customerId, OR: ways } });
}

/** The invoice of an intent; one that was not read yet at that moment is taken in from the books. */
async function invoiceOf(customerId: CustomerId, { books, externalId }: Intent): Promise<string | undefined> {
  const where = { customerId_books_externalId: { customerId, books, externalId } };
  const known = await db.invoice.findUnique({ where, select: { id: true } });
  // Books that come as a file are in use or not, and cannot be asked for it either way.
  if (known || (await askedBooks(customerId)) !== books) return known?.id;
  const document = await withBooks(customerId, (session) => session.books.findDocument(externalId));
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
  return (known ?? (await adoptMandate(customerId, gc, await gc.mandates.read(providerId)))).id;
}
