import type { CustomerId } from "@/lib/auth/scope";
import { withDirectDebit } from "@/lib/connections/access";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/core/db";
import { archivePayout } from "./mutations";

/** A bank sends a payout back within days. */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;

/**
 * GoCardless tells that a payout has bounced, but not which one: those it holds as bounced are compared with what we
 * know, and each of which the two differ is read again.
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
