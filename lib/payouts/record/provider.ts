import type { CustomerId } from "@/lib/auth/scope";
import { reconcileSinceStart } from "@/lib/collections/execution/orphan-provider";
import { withDirectDebit } from "@/lib/connections/provider/access";
import { db } from "@/lib/core/database/db";
import { untilNewest } from "@/lib/core/database/stale-version";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";
import { raiseNotice, resolveNotice } from "@/lib/notices/mutations";
import { isInEuros, paymentsOf } from "@/lib/payouts/rules";
import type { ProviderPayoutItem } from "@/lib/providers/payments/port";
import { storePayout } from "./mutations";

/**
 * Reads a payout with its items and stores both, because GoCardless shows items for six months only.
 * The sum is proven before anything is booked. A payout that does not add up is reported, and never booked by guess.
 * Ignores a payout from before we worked for this account, which holds nothing of ours and is booked already, and a
 * payout in another currency.
 * @throws Error while the items do not add up, so that the job reads them again
 */
export async function archivePayout(customerId: CustomerId, providerId: string): Promise<void> {
  await untilNewest(() => readAndArchive(customerId, providerId));
}

async function readAndArchive(customerId: CustomerId, providerId: string): Promise<void> {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" as const } };
  const { accountSince } = await db.connection.findUniqueOrThrow({ where });
  const askedAt = new Date();
  const { payout, items } = await withDirectDebit(customerId, async (gc) => ({
    payout: await gc.payouts.read(providerId),
    items: await gc.payouts.items(providerId),
  }));
  if (!isInEuros(payout) || (accountSince && payout.createdAt < accountSince)) return;
  // A restored database lacks collections made after its backup; their money would be booked as another tool's.
  if (await holdsUnknown(customerId, items)) await reconcileSinceStart(customerId);
  const isWhole = await db.$transaction(
    async (tx) => {
      const { id: payoutId, isProven: isWhole } = await storePayout(tx, customerId, { ...payout, askedAt }, items);
      const key = `payout-unproven:${providerId}`;
      if (!isWhole)
        await raiseNotice(tx, customerId, {
          key,
          kind: "payout_unproven",
          data: { payoutId, reference: payout.reference },
        });
      else {
        await resolveNotice(tx, customerId, key);
        // Money that has not left yet, or bounced, is not booked. Once it leaves, an event reports the payout as paid.
        if (payout.status === "paid") await enqueue(tx, jobs.bookPayouts, { customerId });
      }
      return isWhole;
    },
    { timeout: 60_000 },
  );
  if (!isWhole) throw new Error(`items of payout ${providerId} do not add up yet`);
}

async function holdsUnknown(customerId: CustomerId, items: ProviderPayoutItem[]): Promise<boolean> {
  const ids = paymentsOf(items);
  return (await db.collection.count({ where: { customerId, providerId: { in: ids } } })) < ids.length;
}
