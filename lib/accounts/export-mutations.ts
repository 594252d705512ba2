import { countTry } from "@/lib/auth/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db } from "@/lib/core/db";
import { exportAccount } from "./export-data";

/**
 * Hands everything out, and writes down to whom before the first byte leaves: names and addresses of payers leave the house
 * with it.
 *
 * @throws AppError `too_many_requests`
 */
export async function takeExport(customerId: CustomerId, actor: Actor): Promise<AsyncGenerator<Uint8Array>> {
  await countTry("export", customerId);
  await db.$transaction((tx) => writeAudit(tx, customerId, actor, { action: "account.exported", subject: customerId }));
  return exportAccount(customerId);
}
