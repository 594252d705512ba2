import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now, today } from "@/lib/core/clock";
import { addDays, type Day, toDate } from "@/lib/core/dates";
import { db, type Prisma, type Tx } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { nextTargetDay } from "@/lib/core/target-calendar";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { decideAnew } from "./choice-data";
import { retryRefusal } from "./choice-rules";
import { FOR_DECISION } from "./data";
import { lockDocumentOf } from "./document-mutations";
import { type FormerInvoice, readFormer } from "./elsewhere-data";
import { mandateFactOf } from "./mandate-rules";
import { attemptsOf, retryChanceOf } from "./return-rules";
import { isNotWithBank } from "./status-rules";
import { type Decision, type MandateFact, RETRY_DAYS } from "./types";
import { notAgain, type RetryShown, retryShown } from "./word-rules";

const include = {
  collections: { orderBy: { attempt: "desc" }, include: { mandate: { include: { replacedBy: true } } } },
  customer: { select: { noticeDays: true } },
  contact: FOR_DECISION.contact,
} satisfies Prisma.InvoiceInclude;
type Row = Prisma.InvoiceGetPayload<{ include: typeof include }> & { former: FormerInvoice[] };

/**
 * The supplier has talked to the payer: a debit that came back is tried once more, on the day that was agreed or on the
 * earliest one. Whether it is carried out is decided like every debit, by the facts of that moment. A try that is
 * planned already moves to the new day.
 *
 * @param shown what the person had before their eyes: they have not approved what stands there since
 * @returns the day on which it will be debited by the stored charge date of the mandate: ask for that first (`askChargeDate`);
 * null as long as the debit has to wait, for a mandate or an account
 * @throws AppError `not_found`, `conflict` if it is not so any more, `retry_not_possible`, `payer_deceased`, `retry_by_provider`, `retry_limit_reached`, `retry_day_too_early`,
 * `invalid_input` for a day more than a year ahead, `not_collectable` with the reason for what would be left alone all the same
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
    const mandate = mandateFactOf(row, attemptsOf(row));
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
    // The word was given here, for this day: none that was given in other books counts beside it.
    await tx.invoice.updateMany({
      where: others,
      data: { retryApprovedAt: null, retryOn: null, retryMandateId: null },
    });
    // GoCardless, which may have told of the stop, has another clock.
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

/** @throws AppError `conflict` if something else has come back since, was planned or said, or another mandate would be used */
function assertIsSo(shown: RetryShown, row: Row, mandate: MandateFact): void {
  const is = retryShown(row, attemptsOf(row), mandate);
  const names = ["returnedAt", "otherMandateId", "plannedFor", "isStopped"] satisfies (keyof RetryShown)[];
  if (names.some((name) => is[name] !== shown[name])) throw new AppError("conflict");
}

/**
 * Nobody is promised a day on which nothing will be debited: the books still say paid, or the invoice is left out.
 *
 * @throws AppError `not_collectable` with the reason; what was stored before is undone with the transaction
 */
async function assertWouldBegin(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<Decision | undefined> {
  const decision = await decideAnew(tx, customerId, invoiceId);
  const reason = decision && retryRefusal(decision);
  if (reason) throw new AppError("not_collectable", undefined, [{ field: "reason", message: reason }]);
  return decision;
}

/** The earliest day of another try by the stored facts. @throws AppError as `approveRetry` does */
export async function readEarliestRetry(customerId: CustomerId, invoiceId: string): Promise<Day> {
  return await db.$transaction(async (tx) => {
    const { row } = await readInvoice(tx, customerId, invoiceId);
    return earliestFor(row, mandateFactOf(row, attemptsOf(row)));
  });
}

/** @throws AppError for every return that is not a person's to try again */
function earliestFor(row: Row, mandate: MandateFact): Day {
  const { noticeDays } = row.customer;
  const isDeceased = Boolean(row.contact?.deceasedAt);
  const chance = retryChanceOf(attemptsOf(row), mandate, { today: today(), noticeDays, isDeceased });
  if (chance?.state === "possible") return chance.earliest;
  if (chance?.state === "deceased") throw new AppError("payer_deceased");
  if (chance?.state === "provider") throw new AppError("retry_by_provider");
  throw new AppError(chance?.state === "limit" ? "retry_limit_reached" : "retry_not_possible");
}

/**
 * "Not again": a try that is planned and can still be stopped is stopped, and the machine leaves the invoice alone until
 * somebody approves a retry.
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
      data: { ...notAgain(now()), needsDecision: true },
    });
    await writeAudit(tx, customerId, actor, { action: "invoice.retry-stopped", subject: invoiceId });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}

/** @returns the row, and the ids of all rows of its document */
async function readInvoice(tx: Tx, customerId: CustomerId, invoiceId: string): Promise<{ row: Row; ids: string[] }> {
  const ids = await lockDocumentOf(tx, customerId, invoiceId);
  const row = await tx.invoice.findUnique({ where: { customerId_id: { customerId, id: invoiceId } }, include });
  if (!row) throw new AppError("not_found");
  return { row: { ...row, former: await readFormer(tx, row) }, ids };
}
