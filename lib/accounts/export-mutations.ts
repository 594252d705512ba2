import { countTry } from "@/lib/auth/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db } from "@/lib/core/db";
import { tellOwners } from "@/lib/notices/owner-mail-mutations";
import { exportAccount } from "./export-data";

/**
 * Hands everything out. Before the first byte leaves, it is written down to whom, and the other owners are told: names and
 * addresses of payers leave the house with it.
 *
 * @throws AppError `too_many_requests`
 */
export async function takeExport(customerId: CustomerId, actor: Actor): Promise<AsyncGenerator<Uint8Array>> {
  await countTry("export", customerId);
  await db.$transaction(async (tx) => {
    await writeAudit(tx, customerId, actor, { action: "account.exported", subject: customerId });
    await tellOwners(tx, customerId, { event: "exported", actor });
  });
  return exportAccount(customerId);
}
