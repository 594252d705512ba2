import { countTry } from "@/lib/auth/limits/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { type Actor, writeAudit } from "@/lib/core/telemetry/audit";
import { notifyOwners } from "@/lib/outbox/owner-mutations";
import { exportAccount } from "./data";

/**
 * Returns an export of all data of the supplier. Before the first byte is sent, it writes an audit entry and informs
 * the other owners, because the export has names and addresses of payers.
 *
 * @throws AppError `too_many_requests`
 */
export async function takeExport(customerId: CustomerId, actor: Actor): Promise<AsyncGenerator<Uint8Array>> {
  await countTry("export", customerId);
  await db.$transaction(async (tx) => {
    await writeAudit(tx, customerId, actor, { action: "account.exported", subject: customerId });
    await notifyOwners(tx, customerId, { event: "exported", actor });
  });
  return exportAccount(customerId);
}
