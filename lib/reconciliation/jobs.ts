import { closeDifferences } from "@/lib/comparisons/mutations";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import type { DirectDebit } from "@/lib/providers/payments/port";
import { isOfConnection } from "@/lib/vendors/rules";
import { comparePayments } from "./payment-provider";
import { comparePayouts } from "./payout-provider";

/**
 * Compares the payments and payouts at GoCardless with our rows. Mandates and documents are compared in other jobs,
 * which read all of them every night anyway (`mandates.recognise`, `invoices.sync`). Progress is stored page by page,
 * so a run that was cut off resumes there.
 */
export const compareCustomer = work(jobs.compareCustomer, async ({ customerId }) => {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } };
  const own = await db.connection.findUnique({ where });
  if (own?.status !== "connected") return;
  try {
    const since = own.accountSince ?? now();
    const compare = async (gc: DirectDebit) => {
      await comparePayments(customerId, gc, since);
      await comparePayouts(customerId, gc, since);
    };
    await withDirectDebit(customerId, compare, "checks");
  } catch (error) {
    // The connection ended meanwhile: GoCardless can no longer be called, and the supplier has been notified.
    if (!isOfConnection(error)) throw error;
    // Differences found during the disconnection were stored too late to be closed with it.
    const left = await db.connection.findUnique({ where });
    if (left?.status === "disconnected") await closeDifferences(db, customerId, ["GOCARDLESS"]);
  }
});
