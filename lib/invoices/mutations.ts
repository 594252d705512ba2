import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now, today } from "@/lib/core/clock";
import { addDays, type Day, toDate } from "@/lib/core/dates";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { HOLD_DAYS } from "./types";

/** The supplier leaves an invoice out, or takes it in again; a debit that can still be stopped is stopped. */
export async function setExcluded(
  customerId: CustomerId,
  invoiceId: string,
  isExcluded: boolean,
  actor: Actor,
): Promise<void> {
  await changeInvoice(
    customerId,
    invoiceId,
    { isExcluded },
    isExcluded ? "invoice.excluded" : "invoice.included",
    actor,
  );
}

/**
 * The supplier has agreed on a later day with the payer: nothing is debited before it, and a debit that can still be
 * stopped is stopped. Null releases it.
 *
 * @throws AppError `invalid_input` for a day that is not ahead, or more than a year ahead
 */
export async function holdInvoice(
  customerId: CustomerId,
  invoiceId: string,
  until: Day | null,
  actor: Actor,
): Promise<void> {
  if (until !== null && (until <= today() || until > addDays(today(), HOLD_DAYS)))
    throw new AppError("invalid_input", "Choose a day within the next year.", [
      { field: "until", message: "not ahead" },
    ]);
  const heldUntil = until ? toDate(until) : null;
  await changeInvoice(customerId, invoiceId, { heldUntil }, until ? "invoice.held" : "invoice.released", actor);
}

/** The supplier wants a very old invoice collected all the same. */
export async function confirmLate(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeInvoice(customerId, invoiceId, { lateConfirmedAt: now() }, "invoice.late-confirmed", actor);
}

async function changeInvoice(
  customerId: CustomerId,
  invoiceId: string,
  data: Prisma.InvoiceUpdateManyMutationInput,
  actionName: string,
  actor: Actor,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const changed = await tx.invoice.updateMany({
      where: { customerId, id: invoiceId },
      data: { ...data, needsDecision: true },
    });
    if (changed.count === 0) throw new AppError("not_found");
    await writeAudit(tx, customerId, actor, { action: actionName, subject: invoiceId });
    await enqueue(tx, jobs.decideInvoices, { customerId });
  });
}
