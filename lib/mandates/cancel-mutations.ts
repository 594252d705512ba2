import type { CustomerId } from "@/lib/auth/scope";
import { NOT_WITH_BANK } from "@/lib/collections/status-rules";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { decideContactAgain } from "./mutations";
import { isUsable } from "./rules";

/**
 * The supplier ends a mandate. From now on nothing begins on it; the provider is told by a job, and with the mandate it
 * cancels the debits that are not yet with the bank. Their events bring that here like any other end.
 *
 * @throws AppError `not_found`, `mandate_ended` if there is nothing left to end
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
      await decideContactAgain(tx, customerId, row.contactId);
      // Else the next look at an invoice would ask the payer for another one at once.
      await tx.contact.updateMany({
        where: { customerId, OR: [{ id: row.contactId }, { defaultMandateId: mandateId }] },
        data: { requestsOff: true },
      });
    }
    await enqueue(tx, jobs.cancelMandate, { customerId, mandateId });
  });
}
