import { importOrphanedPayments } from "@/lib/collections/execution/orphan-provider";
import { db } from "@/lib/core/database/db";
import { env } from "@/lib/core/env";
import { log } from "@/lib/core/telemetry/log";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue, enqueueNow } from "@/lib/jobs/queue";
import { work } from "@/lib/jobs/runner";
import { raiseNotice } from "@/lib/notices/mutations";
import { billedCustomers, connectedCustomers } from "@/lib/schedule/data";
import { isOfConnection } from "@/lib/vendors/rules";

/** After a failover: enqueues the recovery of every supplier. */
export const recoverAll = work(jobs.recoverAll, async () => {
  // A call to GoCardless that was under way then may still make a payment until it times out.
  const startAfterSeconds = Math.ceil(env().PROVIDER_TIMEOUT_MS / 1_000);
  for (const customerId of await connectedCustomers()) {
    await enqueue(db, jobs.recoverCustomer, { customerId, attempt: "early" });
    await enqueue(db, jobs.recoverCustomer, { customerId, attempt: "final" }, { startAfterSeconds });
  }
  for (const customerId of await billedCustomers()) await enqueueNow(jobs.refreshContract, { customerId });
});

/**
 * Imports what happened in the lost seconds: payments at GoCardless, changes in the accounting system, and events whose
 * webhooks were answered and then lost. The check enqueues the work whose jobs were lost.
 */
export const recoverCustomer = work(jobs.recoverCustomer, async ({ customerId, attempt }) => {
  try {
    const { lost, followed } = await importOrphanedPayments(customerId);
    if (lost + followed > 0) {
      log.warn({ lost, followed }, "database went back: payments found at GoCardless");
      await db.$transaction((tx) => raiseNotice(tx, customerId, { key: "database-went-back", kind: "records_lost" }));
    }
  } catch (error) {
    // Without a connection nothing can be asked; connecting again asks for everything.
    if (!isOfConnection(error)) throw error;
  }
  if (attempt === "final") await enqueueNow(jobs.checkCustomer, { customerId });
});
