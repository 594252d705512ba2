import type { CustomerId } from "@/lib/auth/scope";
import { isDeath } from "@/lib/collections/attempts/retry-rules";
import { type CollectionStep, importPayment, recordSteps } from "@/lib/collections/events/mutations";
import { recordRepeated } from "@/lib/collections/events/repeated-mutations";
import { isSecond, notifyDuplicate } from "@/lib/collections/execution/duplicate-mutations";
import { findOwn, importOrphan } from "@/lib/collections/execution/orphan-provider";
import { stepOf } from "@/lib/collections/lifecycle/step-rules";
import { storeCreditor } from "@/lib/connections/account/creditor-mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { endConnection } from "@/lib/connections/record/mutations";
import { db } from "@/lib/core/database/db";
import type { Collection, InboxEvent } from "@/lib/core/prisma/client";
import { log } from "@/lib/core/telemetry/log";
import { describeSpan } from "@/lib/core/telemetry/trace";
import { now } from "@/lib/core/time/clock";
import { ProviderError } from "@/lib/core/web/provider-error";
import { markHandled } from "@/lib/inbox/mutations";
import { reportDeath } from "@/lib/mandates/payer/deceased-mutations";
import { importMandate, readAccount } from "@/lib/mandates/provider/import-provider";
import { noteTransfer, storeMandate } from "@/lib/mandates/record/mutations";
import { stepRequest } from "@/lib/mandates/requests/mutations";
import { settleSigning } from "@/lib/mandates/signing/provider";
import { followBounces } from "@/lib/payouts/record/bounce-provider";
import { archivePayout } from "@/lib/payouts/record/provider";
import { agrees } from "@/lib/statuses/collection-rules";

/** Handles events about one object at GoCardless. Each event is a reason to read the object again; none is trusted. */
export async function handlePaymentsEvents(customerId: CustomerId, group: InboxEvent[]): Promise<void> {
  const [resource = "", id = ""] = (group[0]?.subject ?? "").split(":");
  switch (resource) {
    case "payments":
      return await handlePayment(customerId, id, group);
    case "mandates":
      return await handleMandate(customerId, id, group);
    case "billing_requests":
      return await handleSigning(customerId, id, group);
    case "payouts":
      return await handlePayout(customerId, id);
    case "creditors":
      return await handleCreditor(customerId, group);
    case "organisations":
      return await handleOrganisation(customerId, group);
    default:
      // Resources that we do not use, and resources that do not exist yet.
      log.debug({ resource }, "event ignored: resource type not used");
  }
}

/** True if events only report that a payment was created, which we have stored already if our own call created it. */
export function isAboutCreation(group: InboxEvent[]): boolean {
  return group.every(({ subject, action }) => subject.startsWith("payments:") && action === "created");
}

/**
 * Handles events about the creation of several payments in one transaction, which also marks them as handled.
 *
 * @returns the groups that were handled: those about payments that our own calls created, and that nothing else happened to
 */
export async function handleCreations(customerId: CustomerId, groups: InboxEvent[][]): Promise<InboxEvent[][]> {
  const paymentOf = (group: InboxEvent[]) => (group[0]?.subject ?? "").slice("payments:".length);
  const reported = new Map(groups.map((group) => [paymentOf(group), group.map(toStep)]));
  return await db.$transaction(async (tx) => {
    const stored = new Set(await recordRepeated(tx, customerId, reported));
    const handled = groups.filter((group) => stored.has(paymentOf(group)));
    await markHandled(
      handled.flatMap((group) => group.map(({ id }) => id)),
      tx,
    );
    return handled;
  });
}

async function handlePayment(customerId: CustomerId, paymentId: string, group: InboxEvent[]): Promise<void> {
  const known = await findCollection(customerId, paymentId, group);
  if (!known) return;
  describeSpan({}, { collectionId: known.id, invoiceId: known.invoiceId });
  if (isSecond(known, paymentId))
    return await notifyDuplicate(
      customerId,
      known,
      await withDirectDebit(customerId, (gc) => gc.payments.read(paymentId)),
    );
  const steps = group.map(toStep);
  // We created this payment with our own call, so there is nothing new to read.
  const isOldNews = known.providerId === paymentId && steps.every((step) => step.action === "created");
  if (isOldNews) {
    await recordSteps(customerId, known.id, steps);
    return;
  }
  await withDirectDebit(customerId, async (gc) => {
    const payment = await gc.payments.read(paymentId);
    await importPayment(customerId, known.id, payment);
    const status = await recordSteps(customerId, known.id, steps);
    if (agrees(status, payment.status)) return;
    // Events are missing (dropped, or still on their way). The provider's list has them.
    const all = await gc.payments.events(paymentId);
    await recordSteps(customerId, known.id, all.map(stepOf));
  });
}

/**
 * Returns the collection of a payment: by the payment's id, or by our reference in its metadata if our own call got no
 * answer.
 */
async function findCollection(
  customerId: CustomerId,
  paymentId: string,
  group: InboxEvent[],
): Promise<Collection | null> {
  const byId = await db.collection.findUnique({
    where: { customerId_providerId: { customerId, providerId: paymentId } },
  });
  if (byId) return byId;
  const marks = group.map(
    (event) => (event.payload as { resource_metadata?: { collection?: string } }).resource_metadata?.collection,
  );
  const id = marks.find((mark) => mark !== undefined);
  const byMark = id && (await db.collection.findUnique({ where: { customerId_id: { customerId, id } } }));
  if (byMark) return byMark;
  // The event may lack the reference, or name a collection that a restored database does not have.
  return await withDirectDebit(customerId, async (gc) => {
    const payment = await readUnlessUnknown(`payments:${paymentId}`, gc.payments.read(paymentId));
    if (!payment) return null;
    return (await findOwn(customerId, payment)) ?? (await importOrphan(customerId, gc, payment));
  });
}

/**
 * Reads what an event is about.
 * Returns undefined if it exists neither at GoCardless nor here: a later read will not differ, so the event is settled.
 * If it exists only here, this throws, and the event waits.
 */
async function readUnlessUnknown<T>(
  subject: string,
  reading: Promise<T>,
  isKnownHere: () => Promise<boolean> = async () => false,
): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!isNotFound(error) || (await isKnownHere())) throw error;
    log.info({ subject }, "event ignored: its object exists neither at GoCardless nor here");
    return undefined;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === "not_found";
}

function toStep({ eventId, action, occurredAt, payload }: InboxEvent): CollectionStep {
  return stepOf({ id: eventId, action, occurredAt, payload });
}

async function handleMandate(customerId: CustomerId, providerId: string, group: InboxEvent[]): Promise<void> {
  // Before the end of the mandate is stored. Otherwise its payer would be asked for another one.
  const death = group.map(toStep).find(isDeath);
  if (death) await reportDeath(customerId, providerId, death.occurredAt);
  await withDirectDebit(customerId, async (gc) => {
    const mandate = await readUnlessUnknown(
      `mandates:${providerId}`,
      gc.mandates.read(providerId),
      async () => (await db.mandate.count({ where: { customerId, providerId } })) > 0,
    );
    if (!mandate) return;
    await importMandate(customerId, gc, mandate);
    const moves = group.filter((event) => event.action === "transferred");
    if (moves.length === 0) return;
    const row = await storeMandate(customerId, mandate, { account: await readAccount(gc, mandate) });
    for (const move of moves) await noteTransfer(customerId, row, move.eventId, move.occurredAt);
  });
}

async function handleSigning(customerId: CustomerId, billingRequestId: string, group: InboxEvent[]): Promise<void> {
  const actions = group.map((event) => event.action);
  if (actions.includes("fulfilled")) return await settleSigning(customerId, billingRequestId);
  const request = await db.mandateRequest.findFirst({ where: { customerId, billingRequestId } });
  if (!request || !actions.includes("flow_exited")) return;
  await db.$transaction((tx) => stepRequest(tx, customerId, request.id, "exited", { exitedAt: now() }));
}

async function handlePayout(customerId: CustomerId, providerId: string): Promise<void> {
  try {
    await archivePayout(customerId, providerId);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // The missing object may be one that the payout refers to. Only a missing payout settles the event.
    const payout = await readUnlessUnknown(
      `payouts:${providerId}`,
      withDirectDebit(customerId, (gc) => gc.payouts.read(providerId)),
      async () => (await db.payout.count({ where: { customerId, providerId } })) > 0,
    );
    if (payout) throw error;
  }
}

async function handleCreditor(customerId: CustomerId, group: InboxEvent[]): Promise<void> {
  await withDirectDebit(customerId, async (gc) => storeCreditor(customerId, await gc.account.creditor()));
  if (group.some((event) => event.action === "bounced_payout")) await followBounces(customerId);
}

async function handleOrganisation(customerId: CustomerId, group: InboxEvent[]): Promise<void> {
  const gone = group.findLast((event) => event.action === "disconnected");
  if (!gone) return;
  await endConnection(customerId, "GOCARDLESS", {
    status: "revoked",
    reason: "app_disconnected",
    ifConnectedBefore: gone.occurredAt,
  });
}
