import type { CustomerId } from "@/lib/auth/scope";
import { type RetryShown, retryShown, withoutRetry } from "@/lib/collections/attempts/instruction-rules";
import { mandateFactOf } from "@/lib/collections/attempts/mandate-rules";
import { attemptsOf, retryEligibilityOf } from "@/lib/collections/attempts/return-rules";
import { decideNewCollection } from "@/lib/collections/decision/choice/data";
import { retryRefusal } from "@/lib/collections/decision/choice/rules";
import { FOR_DECISION } from "@/lib/collections/decision/data";
import { type PreviousInvoice, readPrevious } from "@/lib/collections/related/data";
import { lockDocumentOf } from "@/lib/collections/related/document-mutations";
import { type Decision, type MandateFact, RETRY_DAYS } from "@/lib/collections/types";
import { db, type Prisma, type Tx } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now, today } from "@/lib/core/time/clock";
import { addDays, type Day, toDate } from "@/lib/core/time/dates";
import { nextTargetDay } from "@/lib/core/time/target-calendar";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { isNotWithBank } from "@/lib/statuses/collection-rules";

const include = {
  collections: { orderBy: { attempt: "desc" }, include: { mandate: { include: { replacedBy: true } } } },
  customer: { select: { noticeDays: true } },
  contact: FOR_DECISION.contact,
} satisfies Prisma.InvoiceInclude;
type Row = Prisma.InvoiceGetPayload<{ include: typeof include }> & { former: PreviousInvoice[] };

/**
 * Approves one more attempt at a returned collection, after the supplier has talked to the payer. It is for the agreed
 * day, or for the earliest one. Whether it is executed is decided like every collection, by the facts of that moment. A
 * retry that is already planned moves to the new day.
 *
 * @param shown what the person saw on the screen: the approval does not cover anything stored since
 * @returns the charge date, by the mandate's stored earliest day: call `askChargeDate` before. Null while the
 * collection has to wait, for a mandate or an account
 * @throws AppError `not_found`, `retry_not_possible`, `payer_deceased`, `retry_by_provider`, `retry_limit_reached`,
 * `retry_day_too_early`. `conflict` if `shown` is no longer true. `invalid_input` for a day more than a year ahead.
 * `not_collectable` with the reason if the invoice would not be collected all the same
 */
export async function approveRetry(
  customerId: CustomerId,
  invoiceId: string,
  actor: Actor,
  retryOn: Day | null = null,
  shown?: RetryShown,
): Promise<{ day: Day | null }> {
  return await db.$transaction(async (tx) => {
    const { row, ids } = await readInvoice(tx, customerId, invoiceId);
    const mandate = mandateFactOf(row, attemptsOf(row), today());
    const earliest = earliestFor(row, mandate);
    if (shown) assertIsSo(shown, row, mandate);
    if (retryOn && retryOn < earliest) throw new AppError("retry_day_too_early", `not before ${earliest}`);
    if (retryOn && retryOn > addDays(today(), RETRY_DAYS))
      throw new AppError("invalid_input", "Choose a day within the next year.", [
        { field: "retryOn", message: "too far ahead" },
      ]);
    const day = nextTargetDay(retryOn ?? earliest);
    const at = now();
    await tx.invoice.update({
      where: { customerId_id: { customerId, id: invoiceId } },
      data: {
        retryApprovedAt: at,
        retryMandateId: mandate.state === "usable" ? mandate.mandateId : null,
        retryOn: retryOn ? toDate(day) : null,
        retryDueDate: row.dueDate,
        needsDecision: true,
      },
    });
    const others = { customerId, id: { in: ids.filter((id) => id !== invoiceId) } };
    // This approval is for this day: none that was given in another accounting system counts next to it.
    await tx.invoice.updateMany({
      where: others,
      data: { retryApprovedAt: null, retryOn: null, retryMandateId: null },
    });
    // A stop that GoCardless reported has the time of its clock, which may be ahead of ours.
    const stoppedLater = { customerId, id: { in: ids }, retryStoppedAt: { gt: at } };
    await tx.invoice.updateMany({ where: stoppedLater, data: { retryStoppedAt: at } });
    const decision = await assertWouldBegin(tx, customerId, invoiceId);
    const detail = retryOn ? { retryOn: day } : {};
    await writeAudit(tx, customerId, actor, { action: "invoice.retry-approved", subject: invoiceId, detail });
    await enqueue(tx, jobs.decideInvoices, { customerId });
    // A decision that has to wait has no charge date. Without an agreed day the due date counts, too.
    return { day: decision?.chargeDate && retryOn ? day : (decision?.chargeDate ?? null) };
  });
}

/**
 * Compares the screen's facts with the current ones.
 *
 * @throws AppError `conflict` if there is another return, plan or stop since, or another mandate would be used
 */
function assertIsSo(shown: RetryShown, row: Row, mandate: MandateFact): void {
  const is = retryShown(row, attemptsOf(row), mandate);
  const names = ["returnedAt", "otherMandateId", "plannedFor", "isStopped"] satisfies (keyof RetryShown)[];
  if (names.some((name) => is[name] !== shown[name])) throw new AppError("conflict");
}

/**
 * Makes sure that the retry could start, so that nobody is promised a day on which nothing is debited. It could not if,
 * for example, the accounting system still says paid, or the invoice is excluded.
 *
 * @throws AppError `not_collectable` with the reason; the transaction then undoes what was stored before
 */
async function assertWouldBegin(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<Decision | undefined> {
  const decision = await decideNewCollection(tx, customerId, invoiceId);
  const reason = decision && retryRefusal(decision);
  if (reason) throw new AppError("not_collectable", undefined, [{ field: "reason", message: reason }]);
  return decision;
}

/**
 * Returns the earliest day of another retry by the stored facts.
 *
 * @throws AppError as `approveRetry` does
 */
export async function readEarliestRetry(customerId: CustomerId, invoiceId: string): Promise<Day> {
  return await db.$transaction(async (tx) => {
    const { row } = await readInvoice(tx, customerId, invoiceId);
    return earliestFor(row, mandateFactOf(row, attemptsOf(row), today()));
  });
}

/**
 * Returns the earliest day of a person's retry.
 *
 * @throws AppError if a person may not have this return retried
 */
function earliestFor(row: Row, mandate: MandateFact): Day {
  const { noticeDays } = row.customer;
  const isDeceased = Boolean(row.contact?.deceasedAt);
  const chance = retryEligibilityOf(attemptsOf(row), mandate, { today: today(), noticeDays, isDeceased });
  if (chance?.state === "possible") return chance.earliest;
  if (chance?.state === "deceased") throw new AppError("payer_deceased");
  if (chance?.state === "provider") throw new AppError("retry_by_provider");
  throw new AppError(chance?.state === "limit" ? "retry_limit_reached" : "retry_not_possible");
}

/**
 * Stores the instruction not to retry. A planned retry that can still be cancelled is cancelled, and nothing is retried
 * automatically until somebody approves a retry.
 *
 * @throws AppError `not_found`, `too_late_to_cancel` once the bank has it
 */
export async function stopRetry(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const { row, ids } = await readInvoice(tx, customerId, invoiceId);
    const live = attemptsOf(row).filter((attempt) => attempt.holdsInvoice);
    if (live.some(({ status }) => !isNotWithBank(status))) throw new AppError("too_late_to_cancel");
    await tx.invoice.updateMany({
      where: { customerId, id: { in: ids } },
      data: { ...withoutRetry(now()), needsDecision: true },
    });
    await writeAudit(tx, customerId, actor, { action: "invoice.retry-stopped", subject: invoiceId });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/**
 * Locks the document and reads the invoice.
 *
 * @returns the row, and the ids of all rows of its document
 */
async function readInvoice(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<{ row: Row; ids: string[] }> {
  const ids = await lockDocumentOf(tx, customerId, invoiceId);
  const row = await tx.invoice.findUnique({ where: { customerId_id: { customerId, id: invoiceId } }, include });
  if (!row) throw new AppError("not_found");
  return { row: { ...row, former: await readPrevious(tx, row) }, ids };
}
