import type { Item, PendingLine, Subscription } from "./billing-records";
import { priceOf } from "./catalog";
import { discountAmounts } from "./discounts";
import { invalid, missing } from "./errors";
import { nameOf, total } from "./invoice-build";
import { count, flag, group, groups, mergedMetadata, type Params, text } from "./params";
import { dayText, periodEnd } from "./periods";
import { discountsAt } from "./subscription-life";
import { recurringPrice } from "./subscription-start";
import { randomText, type World } from "./world";

export interface Plan {
  /** The subscription after the change. */
  next: Subscription;
  /** Credits and charges for the rest of the period. */
  lines: PendingLine[];
  /** Whether a new period begins now and is billed in full. */
  restarts: boolean;
  /** Whether an invoice is created at once. */
  billsNow: boolean;
  at: number;
}

/** Returns what a change of items, trial or interval costs. It changes nothing, so previews and updates share it. */
export function planChange(world: World, subscription: Subscription, params: Params, at: number): Plan {
  const next = structuredClone(subscription);
  const behavior = text(params, "proration_behavior") ?? "create_prorations";
  const when = prorationDate(subscription, params, at);
  const changes = changedItems(world, next, params, at);
  const trial = trialChange(next, params, at);
  const anchor = text(group(params, "billing_cycle_anchor") ?? {}, "type");
  const isTrialing = next.status === "trialing";
  const changesRhythm = changes.some(
    (one) => one.before && one.after && rhythm(world, one.before) !== rhythm(world, one.after),
  );
  const restarts = trial === "ends" || ((anchor === "now" || changesRhythm) && !isTrialing);
  const prorates = behavior !== "none" && subscription.status !== "trialing" && subscription.status !== "paused";
  const lines = prorates ? changes.flatMap((one) => linesFor(world, subscription, one, when, restarts)) : [];
  if (prorates && restarts && changes.length === 0)
    for (const item of subscription.items)
      lines.push(...linesFor(world, subscription, { before: item, after: item }, when, true));
  if (restarts) restart(world, next, at);
  const billsNow = restarts || (behavior === "always_invoice" && lines.length > 0);
  return { next, lines, restarts, billsNow, at };
}

interface Change {
  before: Item | null;
  after: Item | null;
}

function prorationDate(subscription: Subscription, params: Params, at: number): number {
  const date = count(params, "proration_date");
  const first = subscription.items[0];
  if (date === undefined || !first) return at;
  if (date < first.current_period_start || date > first.current_period_end)
    throw invalid("Cannot specify `proration_date` outside the current period.", "proration_date");
  return date;
}

/** Applies the items of an update to `next` and returns the changes. An item without an id is added. */
function changedItems(world: World, next: Subscription, params: Params, at: number): Change[] {
  const changes: Change[] = [];
  for (const [i, given] of (groups(params, "items") ?? []).entries()) {
    const param = `items[${i}]`;
    const id = text(given, "id");
    const item = id ? next.items.find((one) => one.id === id) : undefined;
    if (id && !item) throw missing("subscription_item", id, `${param}[id]`);
    const before = item ? { ...item } : null;
    if (flag(given, "deleted")) {
      if (!item) throw invalid(`Missing required param: ${param}[id].`, `${param}[id]`, "parameter_missing");
      next.items = next.items.filter((one) => one !== item);
      changes.push({ before, after: null });
      continue;
    }
    const price = text(given, "price");
    if (price) recurringPrice(world, price, `${param}[price]`);
    if (!item && !price)
      throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, "parameter_missing");
    const target = item ?? newItem(next, price ?? "", at);
    Object.assign(target, { price: price ?? target.price, quantity: count(given, "quantity") ?? target.quantity });
    target.metadata = mergedMetadata(given, target.metadata);
    if (before?.price !== target.price || before?.quantity !== target.quantity)
      changes.push({ before, after: { ...target } });
  }
  if (next.items.length === 0) throw invalid("A subscription must have at least one active plan.", "items");
  const prices = next.items.map((one) => one.price);
  if (new Set(prices).size < prices.length)
    throw invalid("Cannot add multiple subscription items with the same price.", "items");
  if (new Set(next.items.map((one) => rhythm(world, one))).size > 1)
    throw invalid("All prices on a subscription must have the same `recurring.interval` here.", "items");
  return changes;
}

function newItem(next: Subscription, price: string, at: number): Item {
  const first = next.items[0];
  const item: Item = {
    id: `si_${randomText(14)}`,
    created: at,
    metadata: {},
    price,
    quantity: 1,
    current_period_start: first?.current_period_start ?? at,
    current_period_end: first?.current_period_end ?? at,
  };
  next.items.push(item);
  return item;
}

function rhythm(world: World, item: Item): string {
  const { recurring } = priceOf(world, item.price);
  return `${recurring?.interval_count} ${recurring?.interval}`;
}

function trialChange(next: Subscription, params: Params, at: number): "ends" | "moves" | null {
  const end = params.trial_end;
  if (end === undefined) return null;
  if (end === "now") {
    if (next.status !== "trialing") return null;
    next.trial_end = at;
    next.status = "active";
    return "ends";
  }
  if (typeof end !== "number") return null;
  if (end <= at) throw invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", "trial_end");
  if (next.status !== "trialing") next.trial_start = at;
  Object.assign(next, { trial_end: end, status: "trialing", billing_cycle_anchor: end });
  for (const item of next.items) item.current_period_end = end;
  return "moves";
}

function restart(world: World, next: Subscription, at: number): void {
  next.billing_cycle_anchor = at;
  for (const item of next.items) {
    const { recurring } = priceOf(world, item.price);
    item.current_period_start = at;
    if (recurring) item.current_period_end = periodEnd(at, recurring, at);
  }
}

/** Credits what was paid and will not be used, and charges what will be used instead. */
function linesFor(world: World, now: Subscription, change: Change, when: number, restarts: boolean): PendingLine[] {
  const lines: PendingLine[] = [];
  const span = change.before ?? change.after;
  if (!span) return lines;
  const { current_period_start: start, current_period_end: end } = span;
  const part = end > start ? Math.max(0, Math.min(1, (end - when) / (end - start))) : 0;
  const line = (item: Item, sign: 1 | -1, what: string): PendingLine => ({
    item: item.id,
    price: item.price,
    quantity: item.quantity,
    amount: sign * Math.round(netAmount(world, now, item, when) * part),
    description: `${what} ${item.quantity > 1 ? `${item.quantity} × ` : ""}${nameOf(world, world.records.prices.get(item.price))} after ${dayText(when)}`,
    period: { start: when, end },
  });
  if (change.before) lines.push(line(change.before, -1, "Unused time on"));
  if (change.after && !restarts) lines.push(line(change.after, 1, "Remaining time on"));
  return lines;
}

/** Returns the price of one item for a whole period, less its discounts. */
function netAmount(world: World, subscription: Subscription, item: Item, when: number): number {
  const price = priceOf(world, item.price);
  const amount = price.unit_amount * item.quantity;
  const line = { amount, product: price.product, isProration: false };
  const [taken = []] = discountAmounts(world, [line], discountsAt(world, subscription, when));
  return amount - total(taken.map((one) => one.amount));
}
