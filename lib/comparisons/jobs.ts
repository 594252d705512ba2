import { withDirectDebit } from "@/lib/connections/access";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { AppError } from "@/lib/core/errors";
import { jobs } from "@/lib/jobs/catalogue";
import { work } from "@/lib/jobs/runner";
import { comparePayments } from "./payment-mutations";
import { comparePayouts } from "./payout-mutations";

/**
 * Holds what GoCardless has against what we have. Mandates and documents are read whole every night anyway and compared
 * there (`mandates.recognise`, `invoices.sync`). It stores how far it came page by page, and goes on there.
 */
export const compareCustomer = work(jobs.compareCustomer, async ({ customerId }) => {
  const own = await db.connection.findUnique({ where: { customerId_type: { customerId, type: "GOCARDLESS" } } });
  if (own?.status !== "connected") return;
  try {
    await withDirectDebit(customerId, async (gc) => {
      await comparePayments(customerId, gc, own.accountSince ?? now());
      await comparePayouts(customerId, gc, own.accountSince ?? now());
    });
  } catch (error) {
    // The connection ended meanwhile: there is nobody to ask, and the supplier has been told.
    if (!(error instanceof AppError && error.code.startsWith("connection_"))) throw error;
  }
});
