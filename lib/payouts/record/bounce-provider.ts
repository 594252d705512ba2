import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { now } from "@/lib/core/time/clock";
import { archivePayout } from "./provider";

/** How far back bounced payouts are compared. A bank sends a payout back within days. */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;

/**
 * Reads each payout again that GoCardless and we disagree about: bounced there and not here, or the reverse.
 * The event `bounced_payout` says that a payout has bounced, but not which one.
 */
export async function followBounces(customerId: CustomerId): Promise<void> {
  const since = new Date(now().getTime() - LOOK_BACK_MS);
  const told = await withDirectDebit(customerId, (gc) => gc.payouts.bounced(since));
  const known = await db.payout.findMany({
    where: { customerId, status: "bounced", paidAt: { gte: since } },
    select: { providerId: true },
  });
  const knownIds = known.map((row) => row.providerId);
  const differing = [...told.filter((id) => !knownIds.includes(id)), ...knownIds.filter((id) => !told.includes(id))];
  for (const id of differing) await archivePayout(customerId, id);
}
