import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { now } from "@/lib/core/time/clock";
import { AppError } from "@/lib/core/web/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { invalidateContact } from "@/lib/mandates/record/mutations";
import { NOT_WITH_BANK } from "@/lib/statuses/collection-rules";
import { isUsable } from "@/lib/statuses/mandate-rules";

/**
 * Stores the supplier's request to cancel a mandate and enqueues the job that cancels it at GoCardless. From now on no
 * collection starts on it. GoCardless also cancels the mandate's payments that are not yet with the bank; their events
 * are applied like any others.
 *
 * @throws AppError `not_found`, `mandate_ended` if it can no longer be cancelled
 */
export async function cancelMandate(customerId: CustomerId, mandateId: string, actor: Actor): Promise<void> {
  await db.$transaction(async (tx) => {
    const row = await tx.mandate.findUnique({ where: { customerId_id: { customerId, id: mandateId } } });
    if (!row) throw new AppError("not_found");
    const marked = await tx.mandate.updateMany({
      where: { customerId, id: mandateId, cancelRequestedAt: null, status: row.status },
      data: { cancelRequestedAt: now() },
    });
    if (!isUsable(row.status) || marked.count === 0) throw new AppError("mandate_ended");
    const stopped = await tx.collection.aggregate({
      where: { customerId, mandateId, status: { in: NOT_WITH_BANK } },
      _count: true,
      _sum: { amountCents: true },
    });
    await writeAudit(tx, customerId, actor, {
      action: "mandate.cancelled",
      subject: mandateId,
      detail: { reference: row.reference, debits: stopped._count, cents: stopped._sum.amountCents ?? 0 },
    });
    if (row.contactId) {
      await invalidateContact(tx, customerId, row.contactId);
      // Otherwise the next decision about an invoice would request another mandate at once.
      await tx.contact.updateMany({
        where: { customerId, OR: [{ id: row.contactId }, { defaultMandateId: mandateId }] },
        data: { requestsOff: true },
      });
    }
    await enqueue(tx, jobs.cancelMandate, { customerId, mandateId });
  });
}
