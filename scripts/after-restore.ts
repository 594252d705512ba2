import { trustedCustomerId } from "../lib/auth/scope";
import { importOrphanedPayments } from "../lib/collections/execution/orphan-provider";
import { db } from "../lib/core/database/db";
import { refreshClock } from "../lib/core/time/clock";

/**
 * `npm run after-restore`: run on a restored database before web and worker start. Imports orphaned payments, which
 * exist at GoCardless but not in the database. It collects nothing and may be repeated.
 */
await refreshClock();
const connected = await db.connection.findMany({ where: { type: "GOCARDLESS", status: "connected" } });
let failures = 0;
for (const { customerId } of connected) {
  try {
    const { lost, followed } = await importOrphanedPayments(trustedCustomerId.parse(customerId));
    if (lost + followed > 0) console.log(`${customerId}: ${lost} debits taken in, ${followed} followed`);
  } catch (error) {
    failures += 1;
    console.error(`${customerId}: ${error instanceof Error ? error.message : error}`);
  }
}
await db.$disconnect();
console.log(`${connected.length - failures} of ${connected.length} suppliers agree with GoCardless`);
process.exit(failures > 0 ? 1 : 0);
