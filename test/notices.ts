import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/database/db";
import { dismissNotices } from "@/lib/notices/mutations";

/** A user dismisses all notices of a kind, whatever their date. */
export async function dismissAll(customerId: CustomerId, kind: string): Promise<void> {
  const actor = { userId: "usr_erika", userName: "Erika Beispiel", ip: "192.0.2.1" };
  await db.$transaction((tx) => dismissNotices(tx, customerId, { kind, until: new Date("2100-01-01") }, actor));
}
