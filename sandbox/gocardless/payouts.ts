import type { TwinReply } from "../kit/http";
import { type Call, owned, type ResourceApi } from "./api";
import { invalidUsage, notFound } from "./errors";
import { allowOnly, metadataOf } from "./fields";
import { invalidFilters, listReply } from "./lists";
import type { BalanceEntry, Payout } from "./records";
import type { World } from "./world";

const ITEM_LIFE_MONTHS = 6;

export function payoutRoutes(world: World, api: ResourceApi): void {
  api.list((call) => list(world, call));
  api.get((call) => showPayout(owned(world.records.payouts, call)));
  api.update((call) => {
    const payout = owned(world.records.payouts, call);
    allowOnly(call.fields, ["metadata"], "/payouts");
    payout.metadata = metadataOf(call.fields, "/payouts");
    world.records.payouts.put(payout.id, payout);
    return showPayout(payout);
  });
}

export function showPayout(payout: Payout): Record<string, unknown> {
  return {
    id: payout.id,
    created_at: payout.created_at,
    amount: payout.amount,
    deducted_fees: payout.deducted_fees,
    currency: "EUR",
    reference: payout.reference,
    arrival_date: payout.arrival_date,
    status: payout.status,
    payout_type: "merchant",
    tax_currency: null,
    metadata: payout.metadata,
    fx: { fx_currency: "EUR", fx_amount: null, exchange_rate: null, estimated_exchange_rate: null },
    links: { creditor: payout.creditor, creditor_bank_account: payout.payoutAccount },
  };
}

function list(world: World, call: Call): TwinReply {
  return listReply(call, {
    name: "payouts",
    docs: world.records.payouts.filter((payout) => payout.organisation === call.organisation),
    idOf: (payout) => payout.id,
    filters: {
      creditor: (payout, wanted) => payout.creditor === wanted,
      creditor_bank_account: (payout, wanted) => payout.payoutAccount === wanted,
      currency: (_payout, wanted) => wanted === "EUR",
      payout_type: (_payout, wanted) => wanted === "merchant",
      reference: (payout, wanted) => payout.reference === wanted,
      status: (payout, wanted) => payout.status === wanted,
    },
    ranges: { created_at: (payout) => payout.created_at },
    show: showPayout,
  });
}

/**
 * Adds the routes for payout items. Items have no id at the vendor, so the cursor here is the id of the balance entry.
 */
export function payoutItemRoutes(world: World, api: ResourceApi): void {
  api.list((call) => {
    const id = call.request.query.get("payout");
    if (!id) throw invalidFilters("payout is required");
    const payout = world.records.payouts.get(id);
    if (!payout || payout.organisation !== call.organisation) throw notFound();
    if (isArchived(world, payout)) {
      throw invalidUsage(410, "payout_items_archived", "Items can be read for payouts of the last 6 months");
    }
    return listReply(call, {
      name: "payout_items",
      // The list shows the payout's order, first line first. It is reversed here because `listReply` reverses it again.
      docs: itemsOf(world, payout).reverse(),
      idOf: (entry) => entry.id,
      filters: { payout: () => true, include_2020_tax_cutover: () => true },
      show: showItem,
    });
  });
}

function isArchived(world: World, payout: Payout): boolean {
  const limit = new Date(payout.created_at);
  limit.setUTCMonth(limit.getUTCMonth() + ITEM_LIFE_MONTHS);
  return limit < world.kit.clock.now();
}

export function itemsOf(world: World, payout: Payout): BalanceEntry[] {
  return world.records.balance.filter((entry) => entry.payout === payout.id);
}

/** Shows an item; its amount is a text in cents with one decimal. */
export function showItem(entry: BalanceEntry): Record<string, unknown> {
  const links: Record<string, string> = {};
  if (entry.payment) links.payment = entry.payment;
  if (entry.refund) links.refund = entry.refund;
  if (entry.mandate) links.mandate = entry.mandate;
  return { type: entry.type, amount: (entry.tenths / 10).toFixed(1), links, taxes: [] };
}
