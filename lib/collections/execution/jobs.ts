import type { CustomerId } from "@/lib/auth/scope";
import { intentReference } from "@/lib/collections/attempts/intent-rules";
import { chargeDateFor } from "@/lib/collections/decision/charge-date/rules";
import { isBeingRead } from "@/lib/collections/decision/effect-rules";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { recordCreation } from "@/lib/collections/events/creation-mutations";
import { ownStep, recordSteps } from "@/lib/collections/events/mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { log } from "@/lib/core/telemetry/log";
import { describeSpan } from "@/lib/core/telemetry/trace";
import { now, today } from "@/lib/core/time/clock";
import { type Day, daysBetween, fromDate } from "@/lib/core/time/dates";
import { addTargetDays } from "@/lib/core/time/target-calendar";
import { ProviderError } from "@/lib/core/web/provider-error";
import { paymentDescription } from "@/lib/customers/reference/rules";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { importMandate } from "@/lib/mandates/provider/import-provider";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import { agrees, isNotWithBank, UNSENT_ORIGIN } from "@/lib/statuses/collection-rules";
import { isUsable } from "@/lib/statuses/mandate-rules";
import { entitlementOf } from "@/lib/subscriptions/contract/rules";
import { isOfConnection } from "@/lib/vendors/rules";
import { cancelThere } from "./cancel-provider";
import {
  type CollectionForCall,
  claimCall,
  forgetCall,
  isCallOver,
  isMeant,
  readForCall,
} from "./earlier-call-mutations";
import { findMade } from "./earlier-call-provider";
import { followPayment, isReconciled, reconcileSinceStart } from "./orphan-provider";

/**
 * Executes one collection: creates its payment at the provider, or cancels it there. The job reads from the row what to
 * do, so it does not matter how often or after which crash it runs:
 * - not called yet, to be cancelled: it ends here, nothing was sent;
 * - called, no answer stored: the payment is looked up. If it is missing and not to be cancelled, the call is repeated
 *   with the same key. Long after the call it counts as not called;
 * - known to the provider, to be cancelled: it is cancelled there.
 */
export const carryOutCollection = work(jobs.carryOutCollection, async ({ customerId, collectionId }) => {
  const row = await readForCall(customerId, collectionId);
  if (!row) return;
  describeSpan({}, { invoiceId: row.invoiceId });
  // A payment at another account can be read and changed only with that account.
  if (row.mandate.status === "other_account" && (row.calledAt || row.providerId)) return;
  try {
    if (row.status === "pending" && !row.providerId) {
      await bringToProvider(customerId, row);
      // A cancellation that is requested from now on enqueues this job again.
      if (!row.cancelRequestedAt) return;
    }
    const fresh = await readForCall(customerId, collectionId);
    if (fresh?.cancelRequestedAt && fresh.providerId && isNotWithBank(fresh.status))
      await cancelThere(customerId, fresh);
  } catch (error) {
    // Without a connection nothing can be done; connecting again resumes pending collections.
    if (isOfConnection(error)) return;
    throw error;
  }
});

async function bringToProvider(customerId: CustomerId, told: CollectionForCall): Promise<void> {
  // A collection that is to be cancelled does not wait for GoCardless.
  const isNews = !told.cancelRequestedAt && (await reconcileSinceStart(customerId));
  const row = isNews ? await readForCall(customerId, told.id) : told;
  // The reconciliation may have found that this very collection was already made.
  if (row?.status !== "pending" || row.providerId) return;
  if (!row.calledAt) return await beginCall(customerId, row);
  await calling(customerId, row, async (gc) => {
    const made = await findMade(gc, row);
    if (made) return await storeCreated(customerId, gc, row, made);
    if (isCallOver(row)) await forgetCall(customerId, row);
    // A cancellation is requested: repeating the call might make a payment that does not exist yet.
    else if (row.cancelRequestedAt) throw new Error(`outcome unknown: payment of ${row.id} may exist`);
    else if (row.invoice.needsDecision) throw new Error(`pending decision: ${row.id} may no longer be wanted`);
    else return await callProvider(customerId, gc, row);
    if (row.cancelRequestedAt) await endHere(customerId, row, row.cancelReason ?? "cancelled");
  });
}

/** Makes the first call for a collection, after checking once more that it is still wanted. */
async function beginCall(customerId: CustomerId, row: CollectionForCall): Promise<void> {
  if (row.cancelRequestedAt) return await endHere(customerId, row, row.cancelReason ?? "cancelled");
  // Nothing is collected on stale data. The decision that is still to come enqueues this job again.
  if (row.invoice.needsDecision || isBeingRead(row.invoice)) return;
  // Decided while the contract was active: without one nothing starts any more.
  if (!entitlementOf(row.supplier.contract, now()).isActive) return await endHere(customerId, row, "contract_inactive");
  await calling(customerId, row, (gc) => callProvider(customerId, gc, row));
}

/** Runs calls over the connection that was read with the collection. */
async function calling(
  customerId: CustomerId,
  { supplier }: CollectionForCall,
  run: (gc: DirectDebit) => Promise<void>,
): Promise<void> {
  await withDirectDebit(customerId, run, "supplier", supplier.connections[0]);
}

async function callProvider(customerId: CustomerId, gc: DirectDebit, row: CollectionForCall): Promise<void> {
  const requestedDate = await currentChargeDate(customerId, gc, row);
  if (!requestedDate) {
    if (row.calledAt) throw new Error(`outcome unknown: payment of ${row.id} may exist`);
    return await endHere(customerId, row, "mandate_not_usable");
  }
  const { id, calledAt } = row;
  const claimedAt = now();
  if (!(await claimCall(customerId, { id, calledAt, claimedAt, requestedDate }))) return;
  // The database went back since the reconciliation: the retry of this job asks GoCardless first.
  if (!isReconciled(customerId)) throw new Error("database went back: payments may be missing here");
  const payment = await create(customerId, gc, row, { claimedAt, chargeDate: requestedDate });
  if (payment) await storeCreated(customerId, gc, row, payment);
}

/** GoCardless needs at most this many TARGET days. For a day wanted later than that the mandate need not be read. */
const LEAD_DAYS = 8;

/**
 * Returns the charge date by today's facts. The provider's earliest day moves with time, so it is read again where it
 * can matter. Undefined if the mandate can no longer be used.
 */
async function currentChargeDate(
  customerId: CustomerId,
  gc: DirectDebit,
  row: CollectionForCall,
): Promise<Day | undefined> {
  if (row.mandate.status === "other_account") return undefined;
  const isFar = fromDate(row.wantedDate) > addTargetDays(today(), LEAD_DAYS) && isUsable(row.mandate.status);
  const isRead = row.mandate.chargeDateReadOn !== null && fromDate(row.mandate.chargeDateReadOn) === today();
  let next = row.mandate.nextPossibleChargeDate ? fromDate(row.mandate.nextPossibleChargeDate) : today();
  if (!isFar && !isRead) {
    const mandate = await gc.mandates.read(row.mandate.providerId);
    await importMandate(customerId, gc, mandate);
    if (!isUsable(mandate.status)) return undefined;
    next = mandate.nextPossibleChargeDate ?? next;
  }
  if (!isUsable(row.mandate.status) || row.mandate.cancelRequestedAt) return undefined;
  const dueDate = fromDate(row.invoice.dueDate);
  const daysEarlier = daysBetween(fromDate(row.wantedDate), dueDate);
  return chargeDateFor({
    announcedOn: today(),
    dueDate,
    daysEarlier,
    nextPossibleChargeDate: next,
    noticeDays: row.supplier.noticeDays,
  }).chargeDate;
}

async function create(
  customerId: CustomerId,
  gc: DirectDebit,
  row: CollectionForCall,
  { claimedAt, chargeDate }: { claimedAt: Date; chargeDate: string },
): Promise<ProviderPayment | undefined> {
  try {
    return await gc.payments.create(
      {
        mandateId: row.mandate.providerId,
        amountCents: row.amountCents,
        chargeDate,
        reference: row.reference,
        description: paymentDescription(row.reference, row.invoice.number),
        metadata: {
          collection: row.id,
          invoice: row.invoice.number.slice(0, 500) || row.invoiceId,
          intent: intentReference({ ...row.invoice, attempt: row.attempt }),
        },
      },
      row.idempotencyKey,
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || error.isOutcomeUnknown) throw error;
    // A clear refusal, but of this call only. An earlier call under the same key may have made a payment. Another run
    // may have started a call of its own, because this one took so long.
    await db.collection.updateMany({
      where: { customerId, id: row.id, providerId: null, calledAt: claimedAt },
      data: { calledAt: row.calledAt },
    });
    // The earliest day has moved, at the daily cut-off or overnight: the next call reads it again.
    if (isTooEarly(error)) await forgetChargeDate(customerId, row);
    if (row.calledAt || error.kind !== "refused") throw error;
    return await afterRefusal(customerId, gc, row, error);
  }
}

function isTooEarly({ code }: ProviderError): boolean {
  return code === "charge_date";
}

async function forgetChargeDate(customerId: CustomerId, { mandateId: id }: CollectionForCall): Promise<void> {
  await db.mandate.updateMany({ where: { customerId, id }, data: { chargeDateReadOn: null } });
}

/**
 * Handles a refused call. If the earliest day has moved, it throws so that the job tries again. If the mandate has
 * ended, the collection is cancelled and the invoice decided again. Otherwise the collection fails here.
 */
async function afterRefusal(
  customerId: CustomerId,
  gc: DirectDebit,
  row: CollectionForCall,
  error: ProviderError,
): Promise<undefined> {
  log.warn({ collectionId: row.id, code: error.code }, "payment refused");
  if (isTooEarly(error)) throw error;
  const mandate = await gc.mandates.read(row.mandate.providerId);
  await importMandate(customerId, gc, mandate);
  // With a usable mandate the refusal is about this collection: it fails, or the job would retry it for ever.
  if (isUsable(mandate.status)) await endHere(customerId, row, error.code ?? "refused", "failed");
  else await endHere(customerId, row, "mandate_not_usable");
  return undefined;
}

/**
 * Ends a collection that the provider does not know; the invoice is decided again. If the provider knows it after all,
 * that counts (`derivedStateOf`), and the cancel request stored here cancels it there.
 */
async function endHere(
  customerId: CustomerId,
  row: CollectionForCall,
  reason: string,
  action: "cancelled" | "failed" = "cancelled",
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockInvoice(tx, customerId, row.invoiceId);
    await tx.collection.updateMany({
      where: { customerId, id: row.id, providerId: null, status: "pending" },
      data: { cancelRequestedAt: row.cancelRequestedAt ?? now(), cancelReason: reason },
    });
  });
  await recordSteps(customerId, row.id, [{ ...ownStep(action, reason), origin: UNSENT_ORIGIN }]);
}

async function storeCreated(
  customerId: CustomerId,
  gc: DirectDebit,
  row: CollectionForCall,
  payment: ProviderPayment,
): Promise<void> {
  // The key is derived from document, attempt and amount: another payment under it means that somebody else uses our
  // keys.
  if (!(await isMeant(customerId, row, payment)))
    throw new Error(`idempotency key conflict: payment ${payment.id} does not match collection ${row.id}`);
  await recordCreation(customerId, { collectionId: row.id, invoiceId: row.invoiceId, payment });
  // An earlier call made it, and its state has changed since; no event may report that again.
  if (!agrees("created", payment.status)) await followPayment(customerId, gc, row.id, payment);
}
