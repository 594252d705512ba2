import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { invalidateAll } from "@/lib/decision-queue/mutations";
import type { Creditor } from "@/lib/providers/payments/port";

/**
 * Stores GoCardless' data about the supplier. All invoices are decided again if the verification status has changed.
 */
export async function storeCreditor(customerId: CustomerId, creditor: Creditor): Promise<void> {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } } as const;
  const data = {
    creditorId: creditor.id,
    creditorName: creditor.name,
    creditorIdentifier: creditor.identifier,
    creditorCity: creditor.city,
    verificationStatus: creditor.verificationStatus,
  };
  const known = await db.connection.findUnique({ where });
  // The hourly check reads these data, and they seldom change.
  if (known && Object.entries(data).every(([name, value]) => known[name as keyof typeof data] === value)) return;
  await db.$transaction(async (tx) => {
    const before = await tx.connection.findUnique({ where });
    await tx.connection.updateMany({ where: { customerId, type: "GOCARDLESS" }, data });
    if (before?.verificationStatus !== creditor.verificationStatus) await invalidateAll(tx, customerId);
  });
}
