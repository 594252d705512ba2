import { requirePassword } from "@/lib/accounts/password/mutations";
import type { CustomerId } from "@/lib/auth/scope";
import { disconnect } from "@/lib/connections/record/provider";
import { db } from "@/lib/core/database/db";
import type { Actor } from "@/lib/core/telemetry/audit";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { AppError } from "@/lib/core/web/errors";
import { endContract } from "@/lib/subscriptions/contract/provider";
import { CONNECTABLE } from "@/lib/vendors/types";
import { closeAccountIn, countUnderWay } from "./mutations";

/**
 * Closes a supplier's account. It ends the subscription and the connections at the vendors, signs everybody out, and
 * deletes people, contacts without a collection, mails and vendors' events. Accounting and tax law require us to keep
 * invoices, collections, mandates, payouts, bookings and the audit log. It can be interrupted anywhere and repeated.
 *
 * @throws AppError `wrong_credentials`, `debits_under_way` while money is still on its way
 */
export async function closeAccount(customerId: CustomerId, password: string, actor: Actor): Promise<void> {
  await requirePassword(actor.userId, password);
  if ((await countUnderWay(customerId)) > 0)
    throw new AppError("debits_under_way", "Cancel the debits under way, or wait until they are settled.");
  await endContract(customerId);
  const connections = await db.connection.findMany({ where: { customerId, status: { not: "disconnected" } } });
  for (const type of CONNECTABLE)
    if (connections.some((row) => row.type === type)) await disconnect(customerId, type, actor, { isClosing: true });
  // People who work for no other supplier are deleted, which is not allowed in one supplier's scope. Years of mails and
  // events may take longer than the usual limit of fifteen seconds for a transaction.
  await crossTenant(() =>
    db.$transaction(async (tx) => await closeAccountIn(tx, customerId, actor), { timeout: 60_000 }),
  );
}
