import type { CustomerId } from "@/lib/auth/scope";
import { instructionsRevoked } from "@/lib/collections/attempts/instruction-rules";
import { collectNowRefusal, decideCollectNow } from "@/lib/collections/decision/choice/rules";
import { readInvoiceForDecision, readSupplierFacts, toDecisionInput } from "@/lib/collections/decision/data";
import { isBeingRead } from "@/lib/collections/decision/effect-rules";
import { lockInvoice } from "@/lib/collections/decision/mutations";
import { lockDocumentOf } from "@/lib/collections/related/document-mutations";
import { HOLD_DAYS } from "@/lib/collections/types";
import { db, type Tx } from "@/lib/core/database/db";
import type { Prisma } from "@/lib/core/prisma/client";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now, today } from "@/lib/core/time/clock";
import { addDays, type Day, toDate } from "@/lib/core/time/dates";
import { AppError, type FieldError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { isNotWithBank } from "@/lib/statuses/collection-rules";
import { type BlockFacts, blockRefusal, releaseRefusal } from "./rules";

/** The reason why "collect now" is refused in the Standard plan. Its text is with the texts of decision reasons. */
const EARLY = "early_is_premium";

/**
 * Excludes an invoice from collection, or includes it again. A collection that can still be cancelled is cancelled.
 *
 * @throws AppError `not_found`, `too_late_to_cancel` once the bank has the collection, `not_collectable` with the
 * reason if the invoice is over
 */
export async function setExcluded(
  customerId: CustomerId,
  invoiceId: string,
  isExcluded: boolean,
  actor: Actor,
): Promise<void> {
  await db.$transaction((tx) => setExcludedIn(tx, customerId, invoiceId, isExcluded, actor));
}

export async function setExcludedIn(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  isExcluded: boolean,
  actor: Actor,
): Promise<void> {
  const ids = await assertInTime(tx, customerId, invoiceId, isExcluded ? blockRefusal : releaseRefusal);
  // Excluding an invoice also revokes the instructions to collect it now and to retry.
  const data = isExcluded ? { isExcluded, ...instructionsRevoked(now()) } : { isExcluded };
  const action = isExcluded ? "invoice.excluded" : "invoice.included";
  await changeInvoice(tx, customerId, invoiceId, data, { action, ids }, actor);
}

/**
 * Holds an invoice until a later day that the supplier agreed with the payer. Nothing is collected before it, and a
 * collection that can still be cancelled is cancelled. Null releases the invoice.
 *
 * @throws AppError `not_found`; `too_late_to_cancel` once the bank has the collection
 * @throws AppError `not_collectable` with the reason if the invoice is over
 * @throws AppError `invalid_input` for a day that is not in the future, or more than a year ahead
 */
export async function holdInvoice(
  customerId: CustomerId,
  invoiceId: string,
  until: Day | null,
  actor: Actor,
): Promise<void> {
  if (until !== null) assertHoldable(until);
  await db.$transaction((tx) => holdInvoiceIn(tx, customerId, invoiceId, until, actor));
}

export async function holdInvoiceIn(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  until: Day | null,
  actor: Actor,
): Promise<void> {
  const ids = await assertInTime(tx, customerId, invoiceId, until ? blockRefusal : releaseRefusal);
  const data = until ? { heldUntil: toDate(until), collectNowAt: null } : { heldUntil: null };
  const act = until ? { action: "invoice.held", detail: { until } } : { action: "invoice.released" };
  await changeInvoice(tx, customerId, invoiceId, data, { ...act, ids }, actor);
}

/** @throws AppError `invalid_input` for a day that is not in the future, or more than a year ahead */
export function assertHoldable(until: Day): void {
  if (until > today() && until <= addDays(today(), HOLD_DAYS)) return;
  throw new AppError("invalid_input", "Choose a day within the next year.", [{ field: "until", message: "not ahead" }]);
}

/**
 * Stores the instruction to collect an invoice now, on the earliest day that the charge-date rule allows. A collection
 * that waits at GoCardless is cancelled there before the earlier one starts, as with any other change of its day.
 *
 * @throws AppError `not_found`, `not_collectable` with the reason of the decision, `premium_required` for a collection
 * before the due date
 */
export async function collectNow(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await db.$transaction((tx) => collectNowIn(tx, customerId, invoiceId, actor));
}

export async function collectNowIn(tx: Tx, customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await lockInvoice(tx, customerId, invoiceId);
  const row = await readInvoiceForDecision(tx, customerId, invoiceId);
  if (!row) throw new AppError("not_found");
  const input = await toDecisionInput(tx, row, await readSupplierFacts(tx, customerId));
  const { decision, needsPremium } = decideCollectNow(input);
  const reason = collectNowRefusal(decision);
  if (reason) throw notCollectable(isBeingRead(row) ? "undecided" : reason);
  if (needsPremium) throw new AppError("premium_required", undefined, [{ field: "reason", message: EARLY }]);
  await changeInvoice(tx, customerId, invoiceId, { collectNowAt: now() }, { action: "invoice.collect-now" }, actor);
}

/** Stores that the supplier wants a very old invoice collected. */
export async function confirmLate(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await db.$transaction((tx) =>
    changeInvoice(tx, customerId, invoiceId, { lateConfirmedAt: now() }, { action: "invoice.late-confirmed" }, actor),
  );
}

/**
 * Locks all rows of the document, and throws if the instruction comes too late: the bank has the collection, or the
 * invoice is over. Collections made through a previous system count, too. Otherwise the supplier would believe that
 * something was stopped.
 *
 * @returns the ids of all rows of the document
 */
async function assertInTime(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  refusalOf: (facts: BlockFacts) => string | undefined,
): Promise<string[]> {
  const ids = await lockDocumentOf(tx, customerId, invoiceId);
  const row = await tx.invoice.findUnique({ where: { customerId_id: { customerId, id: invoiceId } } });
  if (!row) throw new AppError("not_found");
  const ofDocument = { customerId, invoiceId: { in: ids }, holdsInvoice: true };
  const live = await tx.collection.findMany({ where: ofDocument, select: { status: true } });
  const furthest = live.find(({ status }) => !isNotWithBank(status)) ?? live[0];
  const reason = refusalOf({ bookStatus: row.bookStatus, live: furthest?.status ?? null });
  if (reason === "too_late_to_change") throw new AppError("too_late_to_cancel", undefined, reasonField(reason));
  if (reason) throw notCollectable(reason);
  return ids;
}

/** @param reason a reason of decisions */
export function notCollectable(reason: string): AppError {
  return new AppError("not_collectable", undefined, reasonField(reason));
}

function reasonField(reason: string): FieldError[] {
  return [{ field: "reason", message: reason }];
}

async function changeInvoice(
  tx: Tx,
  customerId: CustomerId,
  invoiceId: string,
  data: Prisma.InvoiceUpdateManyMutationInput,
  { ids = [invoiceId], ...act }: { action: string; detail?: Prisma.InputJsonObject; ids?: string[] },
  actor: Actor,
): Promise<void> {
  const changed = await tx.invoice.updateMany({
    where: { customerId, id: { in: ids } },
    data: { ...data, needsDecision: true },
  });
  if (changed.count === 0) throw new AppError("not_found");
  await writeAudit(tx, customerId, actor, { ...act, subject: invoiceId });
  await enqueue(tx, jobs.decideInvoices, { customerId });
}
