import { withDirectDebit } from "@/lib/connections/access";
import { isOfConnection } from "@/lib/connections/rules";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { closeDifferences } from "./mutations";
import { comparePayments } from "./payment-mutations";
import { comparePayouts } from "./payout-mutations";

/**
 * Holds what GoCardless has against what we have. Mandates and documents are read whole every night anyway and compared
 * there (`mandates.recognise`, `invoices.sync`). It stores how far it came page by page, and goes on there.
 */
export const compareCustomer = work(jobs.compareCustomer, async ({ customerId }) => {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } };
  const own = await db.connection.findUnique({ where });
  if (own?.status !== "connected") return;
  try {
    await withDirectDebit(customerId, async (gc) => {
      await comparePayments(customerId, gc, own.accountSince ?? now());
      await comparePayouts(customerId, gc, own.accountSince ?? now());
    });
  } catch (error) {
    // The connection ended meanwhile: there is nobody to ask, and the supplier has been told.
    if (!isOfConnection(error)) throw error;
    // What was found while it was being disconnected came too late to be closed with it.
    const left = await db.connection.findUnique({ where });
    if (left?.status === "disconnected") await closeDifferences(db, customerId, ["GOCARDLESS"]);
  }
});
