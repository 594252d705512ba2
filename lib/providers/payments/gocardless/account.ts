import { ProviderError } from "@/lib/core/provider-error";
import type { Account, Payouts, ProviderEvent } from "../port";
import type { GocardlessCaller } from "./client";
import { mapCreditor, mapEvent, mapPayout, mapPayoutItem } from "./map";

const PAGE_SIZE = 500;
/** 100 pages: a payout with more items than this is not something we would book by itself. */
const MAX_PAGES = 100;

export function gocardlessAccount(gc: GocardlessCaller): Account {
  return {
    creditor: async () => {
      const { creditors } = await gc.call((client) => client.creditors.list({ limit: 1 }));
      const creditor = creditors[0];
      if (!creditor) throw new ProviderError("refused", "GoCardless: the organisation has no creditor");
      return mapCreditor(creditor);
    },
    events: async (since, limit) => {
      const events: ProviderEvent[] = [];
      let after: string | undefined;
      while (events.length < limit) {
        const page = await gc.call((client) =>
          client.events.list({ created_at: { gte: since.toISOString() }, limit: PAGE_SIZE, after }),
        );
        events.push(...page.events.map(mapEvent));
        after = page.meta.cursors.after ?? undefined;
        if (!after) break;
      }
      return events;
    },
  };
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
    items: async (payoutId) => {
      const items = [];
      let after: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await gc.call((client) =>
          client.payoutItems.list({ payout: payoutId, limit: PAGE_SIZE, after }),
        );
        items.push(...answer.payout_items.map(mapPayoutItem));
        after = answer.meta.cursors.after ?? undefined;
        if (!after) return items;
      }
      throw new ProviderError("refused", "GoCardless: a payout with more than 50,000 items");
    },
  };
}
