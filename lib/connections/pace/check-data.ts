import { db } from "@/lib/core/database/db";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { hoursBetweenReadings } from "./check-rules";

const COUNT_MS = 10 * 60_000;
let counted: { accounts: Promise<number>; until: number } | undefined;

/**
 * Returns every how many hours GoCardless' events of a supplier without open business are read here. It depends on how
 * many suppliers have connected GoCardless, as counted in the last ten minutes.
 */
export async function readHoursBetweenReadings(): Promise<number> {
  if (!counted || counted.until < Date.now()) {
    const accounts = crossTenant(() => db.connection.count({ where: { type: "GOCARDLESS", status: "connected" } }));
    // A failed count is repeated by the next caller.
    accounts.catch(() => {
      counted = undefined;
    });
    counted = { accounts, until: Date.now() + COUNT_MS };
  }
  return hoursBetweenReadings(await counted.accounts);
}
