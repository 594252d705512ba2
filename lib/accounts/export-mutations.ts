import { countTry } from "@/lib/auth/limits";
import type { CustomerId } from "@/lib/auth/scope";
import { type Actor, writeAudit } from "@/lib/core/audit";
import { db } from "@/lib/core/db";
import { exportAccount } from "./export-data";

/**
 * Hands everything out, and writes down to whom: names and addresses of payers leave the house with it.
 *
 * @throws AppError `too_many_requests`
 */
export async function takeExport(customerId: CustomerId, actor: Actor): Promise<Uint8Array<ArrayBuffer>> {
  await countTry("export", customerId);
  const zip = await exportAccount(customerId);
  await db.$transaction((tx) => writeAudit(tx, customerId, actor, { action: "account.exported", subject: customerId }));
  return zip;
}
