import type { CustomerId } from "@/lib/auth/scope";
import { decideAllAgain } from "@/lib/collections/again-mutations";
import { db } from "@/lib/core/db";
import type { Creditor } from "@/lib/providers/payments/port";

/** What GoCardless thinks of the supplier; a change decides whether debits may go out. */
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
  // Asked every hour, and hardly ever news.
  if (known && Object.entries(data).every(([name, value]) => known[name as keyof typeof data] === value)) return;
  await db.$transaction(async (tx) => {
    const before = await tx.connection.findUnique({ where });
    await tx.connection.updateMany({ where: { customerId, type: "GOCARDLESS" }, data });
    if (before?.verificationStatus !== creditor.verificationStatus) await decideAllAgain(tx, customerId);
  });
}
