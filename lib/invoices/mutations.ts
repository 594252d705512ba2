import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import type { Prisma } from "@/lib/core/prisma/client";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

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

/** The supplier wants a very old invoice collected all the same. */
export async function confirmLate(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeInvoice(customerId, invoiceId, { lateConfirmedAt: now() }, "invoice.late-confirmed", actor);
}

/** The supplier has talked to the payer: a debit that came back is tried once more. */
export async function approveRetry(customerId: CustomerId, invoiceId: string, actor: Actor): Promise<void> {
  await changeInvoice(customerId, invoiceId, { retryApprovedAt: now() }, "invoice.retry-approved", actor);
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
