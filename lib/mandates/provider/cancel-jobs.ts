import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { isUsable } from "@/lib/statuses/mandate-rules";
import { isOfConnection } from "@/lib/vendors/rules";
import { importMandate } from "./import-provider";

/**
 * Cancels a mandate at GoCardless if the supplier requested it. One that has ended there meanwhile is only read again.
 */
export const cancelMandateJob = work(jobs.cancelMandate, async ({ customerId, mandateId }) => {
  const row = await db.mandate.findUnique({ where: { customerId_id: { customerId, id: mandateId } } });
  if (!row?.cancelRequestedAt || !isUsable(row.status)) return;
  try {
    await withDirectDebit(customerId, async (gc) => {
      await importMandate(customerId, gc, await gc.mandates.cancel(row.providerId));
    });
  } catch (error) {
    // Without a connection nothing can be cancelled. The job is enqueued again once GoCardless is connected.
    if (isOfConnection(error)) return;
    throw error;
  }
});
