import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { now, today } from "@/lib/core/clock";
import { daysBetween, fromDate, toDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import type { Prisma } from "@/lib/core/prisma/client";
import { ProviderError } from "@/lib/core/provider-error";
import { addTargetDays } from "@/lib/core/target-calendar";
import { describeSpan, inSpan } from "@/lib/core/trace";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { adoptMandate } from "@/lib/mandates/adopt-mutations";
import { proposeMatches } from "@/lib/mandates/match-mutations";
import { isUsable } from "@/lib/mandates/rules";
import type { DirectDebit, ProviderPayment } from "@/lib/providers/payments/port";
import { readStanding } from "@/lib/subscriptions/access";
import { readSupplierFacts } from "./data";
import { adoptPayment, recordSteps } from "./event-mutations";
import { intentMark } from "./intent-rules";
import { followPayment } from "./lost-mutations";
import { decideInvoice, lockInvoice } from "./mutations";
import { decideQuietOnes, readMarked } from "./quiet-mutations";
import { chargeDateFor } from "./rules";
import { agrees, OWN_ORIGIN } from "./status-rules";

const BATCH = 50;

/** Decides every invoice of a supplier of which a fact has changed. */
export const decideInvoices = work(jobs.decideInvoices, async ({ customerId }) => {
  await proposeMatches(customerId);
  let after = "";
  for (;;) {
    const marked = await readMarked(customerId, after, BATCH);
    // After the marks: what changes from now on sets them anew.
    const facts = await readSupplierFacts(db, customerId);
    // One by itself is mostly news, of which something follows.
    const left = marked.length > 1 ? await decideQuietOnes(customerId, marked, facts) : marked.map(({ id }) => id);
    for (const invoiceId of left)
      await inSpan({ name: "decide invoice", ids: { invoiceId } }, () => decideInvoice(customerId, invoiceId, facts));
    const last = marked.at(-1);
    if (!last || marked.length < BATCH) return;
    after = last.id;
  }
});

const include = { invoice: true, mandate: true } satisfies Prisma.CollectionInclude;
type Row = Prisma.CollectionGetPayload<{ include: typeof include }>;

/**
 * Brings one collection to the provider, or takes it back there. What is to be done is read from the row, so it does
 * not matter how often or after which crash this runs:
 * - not called yet, and to be cancelled: it ends here, nothing was sent;
 * - called, no answer stored: the same call with the same key gives the payment that was made, or makes it;
 * - known to the provider, and to be cancelled: it is cancelled there.
 */
export const carryOutCollection = work(jobs.carryOutCollection, async ({ customerId, collectionId }) => {
  const row = await db.collection.findUnique({ where: { customerId_id: { customerId, id: collectionId } }, include });
  if (!row) return;
  describeSpan({}, { invoiceId: row.invoiceId });
  try {
    if (row.status === "pending" && !row.providerId) await bringToProvider(customerId, row);
    const fresh = await db.collection.findUniqueOrThrow({
      where: { customerId_id: { customerId, id: collectionId } },
      include,
    });
    if (fresh.cancelRequestedAt && fresh.providerId && (fresh.status === "created" || fresh.status === "pending"))
      await cancelThere(customerId, fresh);
  } catch (error) {
    // Without a connection nothing can be done; connecting again takes pending collections up.
    if (error instanceof AppError && error.code.startsWith("connection_")) return;
    throw error;
  }
});

async function bringToProvider(customerId: CustomerId, row: Row): Promise<void> {
  if (row.cancelRequestedAt && !row.calledAt) return await endHere(customerId, row, row.cancelReason ?? "cancelled");
  // Decided while there was a contract: without one nothing begins any more.
  if (!row.calledAt && !(await readStanding(customerId)).isActive)
    return await endHere(customerId, row, "contract_inactive");
  await withDirectDebit(customerId, async (gc) => {
    const requestedDate = await currentChargeDate(customerId, gc, row);
    if (!requestedDate) return await endHere(customerId, row, "mandate_not_usable");
    const isClaimed = await claimCall(customerId, row, requestedDate);
    if (!isClaimed) return;
    const payment = await create(customerId, gc, row, requestedDate);
    if (payment) await storeCreated(customerId, gc, row, payment);
  });
}

/** Stores that the call is about to happen, unless somebody has asked for a cancellation meanwhile. */
async function claimCall(customerId: CustomerId, row: Row, requestedDate: string): Promise<boolean> {
  const claimed = await db.collection.updateMany({
    where: {
      customerId,
      id: row.id,
      status: "pending",
      providerId: null,
      ...(row.calledAt ? {} : { cancelRequestedAt: null }),
    },
    data: { calledAt: now(), requestedDate: toDate(requestedDate) },
  });
  return claimed.count === 1;
}

/** GoCardless needs at most this many TARGET days; a debit wanted later than that needs no look at the mandate. */
const LEAD_DAYS = 8;

/**
 * The charge date by today's facts; the provider's earliest day moves on with time, so it is read again where it can
 * matter. Undefined if the mandate can no longer be used.
 */
async function currentChargeDate(customerId: CustomerId, gc: DirectDebit, row: Row): Promise<string | undefined> {
  const isFar = fromDate(row.wantedDate) > addTargetDays(today(), LEAD_DAYS) && isUsable(row.mandate.status);
  const isRead = row.mandate.chargeDateReadOn !== null && fromDate(row.mandate.chargeDateReadOn) === today();
  let next = row.mandate.nextPossibleChargeDate ? fromDate(row.mandate.nextPossibleChargeDate) : today();
  if (!isFar && !isRead) {
    const mandate = await gc.mandates.read(row.mandate.providerId);
    await adoptMandate(customerId, gc, mandate);
    if (!isUsable(mandate.status)) return undefined;
    next = mandate.nextPossibleChargeDate ?? next;
  }
  if (!isUsable(row.mandate.status) || row.mandate.cancelRequestedAt) return undefined;
  const customer = await db.customer.findUniqueOrThrow({ where: { id: customerId } });
  const dueDate = fromDate(row.invoice.dueDate);
  const daysEarlier = daysBetween(fromDate(row.wantedDate), dueDate);
  return chargeDateFor({
    announcedOn: today(),
    dueDate,
    daysEarlier,
    nextPossibleChargeDate: next,
    noticeDays: customer.noticeDays,
  }).chargeDate;
}

async function create(
  customerId: CustomerId,
  gc: DirectDebit,
  row: Row,
  chargeDate: string,
): Promise<ProviderPayment | undefined> {
  try {
    return await gc.payments.create(
      {
        mandateId: row.mandate.providerId,
        amountCents: row.amountCents,
        chargeDate,
        reference: row.reference,
        description: row.reference,
        metadata: {
          collection: row.id,
          invoice: row.invoice.number.slice(0, 500) || row.invoiceId,
          intent: intentMark({ ...row.invoice, attempt: row.attempt }),
        },
      },
      row.idempotencyKey,
    );
  } catch (error) {
    if (!(error instanceof ProviderError) || error.isOutcomeUnknown) throw error;
    // A clear no: nothing was made under this key.
    await db.collection.updateMany({ where: { customerId, id: row.id, providerId: null }, data: { calledAt: null } });
    if (error.kind !== "refused") throw error;
    return await afterRefusal(customerId, gc, row, error);
  }
}

/** The earliest day has moved, or the mandate has ended: read the mandate again and decide anew. Else it fails here. */
async function afterRefusal(
  customerId: CustomerId,
  gc: DirectDebit,
  row: Row,
  error: ProviderError,
): Promise<undefined> {
  log.warn({ collectionId: row.id, code: error.code }, "payment refused");
  if (error.code === "charge_date") {
    await db.mandate.updateMany({ where: { customerId, id: row.mandateId }, data: { chargeDateReadOn: null } });
    throw error;
  }
  const mandate = await gc.mandates.read(row.mandate.providerId);
  await adoptMandate(customerId, gc, mandate);
  // With a good mandate the refusal is about this debit: it counts as failed, or it would be tried for ever.
  if (isUsable(mandate.status)) await endHere(customerId, row, error.code ?? "refused", "failed");
  else await endHere(customerId, row, "mandate_not_usable");
  return undefined;
}

/** Ends a collection the provider does not know. The invoice is decided again. */
async function endHere(
  customerId: CustomerId,
  row: Row,
  reason: string,
  action: "cancelled" | "failed" = "cancelled",
): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockInvoice(tx, customerId, row.invoiceId);
    await tx.collection.updateMany({
      where: { customerId, id: row.id, providerId: null, status: "pending" },
      data: { cancelReason: reason },
    });
  });
  await recordSteps(customerId, row.id, [ownStep(action, reason)]);
}

async function storeCreated(
  customerId: CustomerId,
  gc: DirectDebit,
  row: Row,
  payment: ProviderPayment,
): Promise<void> {
  // The key is derived from document, attempt and amount; another payment under it means somebody else uses our keys.
  if (!(await isMeant(customerId, row, payment)))
    throw new Error(`payment ${payment.id} under the key of ${row.id} is not the one that was meant`);
  await adoptPayment(customerId, row.id, payment);
  await recordSteps(customerId, row.id, [{ ...ownStep("created", null), id: `created:${payment.id}` }]);
  // An earlier call has made it, and it has gone on since; nobody may tell us again.
  if (!agrees("created", payment.status)) await followPayment(customerId, gc, row.id, payment);
}

/**
 * Whether a payment is the one this collection asks for. It may bear the mark of a collection that is not here: the
 * database was restored to a moment before that one was planned.
 */
async function isMeant(customerId: CustomerId, row: Row, { metadata, amountCents }: ProviderPayment): Promise<boolean> {
  const { collection: id = "" } = metadata;
  if (amountCents !== row.amountCents || id === "") return false;
  return id === row.id || (await db.collection.count({ where: { customerId, id } })) === 0;
}

async function cancelThere(customerId: CustomerId, row: Row): Promise<void> {
  const { providerId } = row;
  if (!providerId) return;
  await withDirectDebit(customerId, async (gc) => {
    try {
      await gc.payments.cancel(providerId);
      await recordSteps(customerId, row.id, [
        { ...ownStep("cancelled", row.cancelReason), id: `cancelled:${providerId}` },
      ]);
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
      await afterLateCancel(customerId, gc, row, providerId);
    }
  });
}

/** Too late, or cancelled already by an earlier call whose answer was lost: the payment itself tells which. */
async function afterLateCancel(customerId: CustomerId, gc: DirectDebit, row: Row, providerId: string): Promise<void> {
  const payment = await gc.payments.read(providerId);
  if (payment.status === "cancelled") {
    await recordSteps(customerId, row.id, [
      { ...ownStep("cancelled", row.cancelReason), id: `cancelled:${providerId}` },
    ]);
    return;
  }
  await db.collection.updateMany({
    where: { customerId, id: row.id },
    data: { cancelRequestedAt: null, cancelReason: null },
  });
  await recordSteps(customerId, row.id, [{ ...ownStep("submitted", null), id: `submitted:${providerId}` }]);
  await db.invoice.updateMany({ where: { customerId, id: row.invoiceId }, data: { needsDecision: true } });
}

/** A step we took ourselves; the provider's own event for it comes later and says the same. */
function ownStep(action: string, cause: string | null) {
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
