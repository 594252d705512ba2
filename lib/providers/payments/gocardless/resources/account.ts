import { ProviderError } from "@/lib/core/web/provider-error";
import type { GocardlessCaller } from "@/lib/providers/payments/gocardless/client";
import {
  mapCreditor,
  mapEvent,
  mapPayout,
  mapPayoutItem,
  PAGE_SIZE,
  pageOf,
} from "@/lib/providers/payments/gocardless/map";
import type { Account, ExternalSchedules, Payouts, ProviderPayoutItem } from "@/lib/providers/payments/port";

/**
 * Maximum number of pages of a list that is read completely. Longer lists of items are refused, others are counted up
 * to here.
 */
const MAX_PAGES = 100;

export function gocardlessAccount(gc: GocardlessCaller): Account {
  return {
    creditor: async () => {
      const ask = async () => (await gc.call((client) => client.creditors.list({ limit: 1 }))).creditors[0];
      // An empty list may have lost its only row: it counts as empty only if it comes twice.
      const creditor = (await ask()) ?? (await ask());
      if (!creditor) throw new ProviderError("refused", "GoCardless: the organisation has no creditor");
      return mapCreditor(creditor);
    },
    externalSchedules: async () => {
      const subscriptions = { count: 0, cents: 0 };
      await eachPage(async (after) => {
        const page = await gc.call((client) =>
          client.subscriptions.list({ status: ["active"], limit: PAGE_SIZE, after }),
        );
        for (const one of page.subscriptions) count(subscriptions, one.amount);
        return page.meta.cursors.after;
      });
      const instalments = { count: 0, cents: 0 };
      await eachPage(async (after) => {
        const page = await gc.call((client) =>
          client.instalmentSchedules.list({ status: ["pending", "active"], limit: PAGE_SIZE, after }),
        );
        for (const one of page.instalment_schedules) count(instalments, one.total_amount);
        return page.meta.cursors.after;
      });
      return { subscriptions, instalments };
    },
    events: async (window) => {
      const page = await gc.call((client) => client.events.list(pageOf(window)));
      return { rows: page.events.map(mapEvent), next: page.meta.cursors.after ?? undefined };
    },
  };
}

function count(sum: ExternalSchedules["subscriptions"], cents: unknown): void {
  sum.count += 1;
  sum.cents += Number(cents ?? 0);
}

/** Reads pages until there is no further one, at most `MAX_PAGES`. @returns whether that was the whole list */
async function eachPage(read: (after: string | undefined) => Promise<string | null | undefined>): Promise<boolean> {
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    after = (await read(after)) ?? undefined;
    if (!after) return true;
  }
  return false;
}

export function gocardlessPayouts(gc: GocardlessCaller): Payouts {
  return {
    bounced: async (since) => {
      const answer = await gc.call((client) =>
        client.payouts.list({
          status: "bounced",
          payout_type: "merchant",
          created_at: { gte: since.toISOString() },
          limit: PAGE_SIZE,
        }),
      );
      return answer.payouts.map((payout) => mapPayout(payout).id);
    },
    read: async (payoutId) => mapPayout(await gc.call((client) => client.payouts.find(payoutId))),
    list: async (window) => {
      const page = await gc.call((client) => client.payouts.list({ ...pageOf(window), payout_type: "merchant" }));
      return { rows: page.payouts.map(mapPayout), next: page.meta.cursors.after ?? undefined };
    },
    items: async (payoutId) => {
      const items: ProviderPayoutItem[] = [];
      const isWhole = await eachPage(async (after) => {
        const page = await gc.call((client) => client.payoutItems.list({ payout: payoutId, limit: PAGE_SIZE, after }));
        items.push(...page.payout_items.map(mapPayoutItem));
        return page.meta.cursors.after;
      });
      // An incomplete list must not be booked.
      if (!isWhole)
        throw new ProviderError("refused", `GoCardless: more than ${MAX_PAGES * PAGE_SIZE} items of a payout`);
      return items;
    },
  };
}
