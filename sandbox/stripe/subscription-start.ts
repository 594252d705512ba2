import type { Item, Subscription } from "./billing-records";
import { showSubscription } from "./billing-shapes";
import { priceOf } from "./catalog";
import { isDiscount, type Redeemable, redeem } from "./discounts";
import { cardError, invalid } from "./errors";
import { emit } from "./events";
import { collect, finalize } from "./invoice-life";
import { count, groups, mergedMetadata, type Params, text } from "./params";
import { foreseenFailure, type Outcome } from "./payments";
import { periodEnd } from "./periods";
import type { Customer, Discount, Metadata } from "./records";
import { billPeriod, changeSubscription, hasMethod } from "./subscription-life";
import { newId, now, randomText, type World } from "./world";

export interface NewSubscription {
  customer: Customer;
  items: { price: string; quantity: number; metadata: Metadata }[];
  trialEnd: number | null;
  discounts: (Redeemable | Discount)[];
  method: string | null;
  automaticTax: boolean;
  metadata: Metadata;
  description: string | null;
  missingMethod: Subscription["missing_payment_method"];
  anchor: number | null;
  collection: Subscription["collection_method"];
  daysUntilDue: number | null;
  saveMethod: Subscription["save_default_payment_method"];
  cancelAtPeriodEnd: boolean;
  cancelAt: number | null;
  session: string | null;
}

/** Returns the items of a create call: recurring prices of one currency and one interval. */
export function itemsFrom(world: World, params: Params): NewSubscription["items"] {
  const given = groups(params, "items") ?? [];
  if (given.length === 0) throw invalid("Missing required param: items.", "items", "parameter_missing");
  if (given.length > 20) throw invalid("A subscription may have at most 20 items.", "items");
  const items = given.map((one, i) => {
    for (const name of ["price_data", "plan", "billing_thresholds", "current_trial"])
      if (name in one) throw invalid(`This sandbox knows no items with ${name}.`, `items[${i}][${name}]`);
    const id = text(one, "price");
    if (!id) throw invalid(`Missing required param: items[${i}][price].`, `items[${i}][price]`, "parameter_missing");
    const quantity = count(one, "quantity") ?? 1;
    if (quantity < 0)
      throw invalid("Invalid non-negative integer", `items[${i}][quantity]`, "parameter_invalid_integer");
    recurringPrice(world, id, `items[${i}][price]`);
    return { price: id, quantity, metadata: mergedMetadata(one) };
  });
  const first = world.records.prices.get(items[0]?.price ?? "");
  for (const item of items) {
    const price = world.records.prices.get(item.price);
    if (price?.currency !== first?.currency)
      throw invalid("All prices on a subscription must have the same `currency`.", "items");
    if (price?.recurring?.interval !== first?.recurring?.interval)
      throw invalid("All prices on a subscription must have the same `recurring.interval` here.", "items");
  }
  if (new Set(items.map((item) => item.price)).size < items.length)
    throw invalid("Cannot add multiple subscription items with the same price.", "items");
  return items;
}

/** Refuses more than two years, as documented. */
export function trialLimit(days: number | undefined, least: number, param: string): void {
  if (days !== undefined && (days < least || days > 730))
    throw invalid(`Invalid trial_period_days: must be between ${least} and 730.`, param);
}

export function recurringPrice(world: World, id: string, param: string): void {
  const price = priceOf(world, id, param);
  if (!price.recurring)
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    );
  if (!price.active) throw invalid("The price specified is inactive. This field only accepts active prices.", param);
}

/** Creates the subscription with its first invoice, which is final at once. */
export function beginSubscription(world: World, made: NewSubscription): Subscription {
  const at = now(world, made.customer.id);
  const price = priceOf(world, made.items[0]?.price ?? "");
  const isTrial = made.trialEnd !== null && made.trialEnd > at;
  const anchor = isTrial ? (made.trialEnd ?? at) : (made.anchor ?? at);
  const end = isTrial ? anchor : price.recurring ? periodEnd(anchor, price.recurring, at) : at;
  const items: Item[] = made.items.map((item) => ({
    id: `si_${randomText(14)}`,
    created: at,
    ...item,
    current_period_start: at,
    current_period_end: end,
  }));
  const subscription: Subscription = {
    id: newId("sub"),
    created: at,
    metadata: made.metadata,
    customer: made.customer.id,
    currency: price.currency,
    status: isTrial ? "trialing" : "incomplete",
    items,
    discounts: [],
    pending: [],
    billing_cycle_anchor: anchor,
    start_date: at,
    trial_start: isTrial ? at : null,
    trial_end: isTrial ? made.trialEnd : null,
    missing_payment_method: made.missingMethod,
    cancel_at: made.cancelAtPeriodEnd ? end : made.cancelAt,
    cancel_at_period_end: made.cancelAtPeriodEnd,
    canceled_at: made.cancelAtPeriodEnd || made.cancelAt ? at : null,
    ended_at: null,
    cancellation: { comment: null, feedback: null, reason: made.cancelAtPeriodEnd ? "cancellation_requested" : null },
    collection_method: made.collection,
    days_until_due: made.daysUntilDue,
    default_payment_method: made.method,
    save_default_payment_method: made.saveMethod,
    description: made.description,
    latest_invoice: null,
    pause_collection: null,
    paused: null,
    pending_setup_intent: null,
    schedule: null,
    automatic_tax: made.automaticTax,
    checkout_session: made.session,
    announced: { trialEnd: null, renewal: null },
  };
  world.records.subscriptions.put(subscription.id, subscription);
  const owner = { customer: made.customer.id, subscription: subscription.id, checkout_session: made.session };
  subscription.discounts = made.discounts.map((one) => (isDiscount(one) ? one : redeem(world, one, owner)).id);
  billPeriod(world, subscription, "subscription_create", at);
  return subscription;
}

export type PaymentBehavior =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";

/** Takes the first payment; the caller's payment behaviour decides what a decline leads to. */
export function payFirst(
  world: World,
  subscription: Subscription,
  behavior: PaymentBehavior,
  isAuthenticated = false,
): Outcome {
  const invoice = world.records.invoices.get(subscription.latest_invoice ?? "");
  if (!invoice) return { result: "succeeded" };
  finalize(world, invoice);
  announce(world, subscription);
  const isSent = subscription.collection_method === "send_invoice";
  if (invoice.status !== "open" || behavior === "default_incomplete") return { result: "succeeded" };
  if (isSent) {
    changeSubscription(world, subscription, () => Object.assign(subscription, { status: "active" }));
    return { result: "succeeded" };
  }
  const outcome = collect(world, invoice, { isAuthenticated });
  return outcome;
}

function announce(world: World, subscription: Subscription): void {
  emit(world, "customer.subscription.created", showSubscription(world, subscription));
}

/** Refuses an `error_if_incomplete` call before anything is created, if its payment would fail. */
export function refuseIfDeclined(world: World, method: string | null, behavior: PaymentBehavior): void {
  const failure = behavior === "error_if_incomplete" ? foreseenFailure(world, method) : undefined;
  if (failure) throw cardError(failure);
}

/** Refuses a subscription that costs money and has no payment method. */
export function checkMethod(world: World, made: NewSubscription, behavior: PaymentBehavior): void {
  const probe = { default_payment_method: made.method, customer: made.customer.id, collection_method: made.collection };
  const costs = made.trialEnd === null || made.trialEnd <= now(world, made.customer.id);
  const amount = made.items.reduce((all, one) => all + priceOf(world, one.price).unit_amount * one.quantity, 0);
  if (costs && amount > 0) refuseIfDeclined(world, made.method ?? made.customer.default_payment_method, behavior);
  if (!costs || amount === 0 || behavior === "default_incomplete" || hasMethod(world, probe as Subscription)) return;
  throw invalid(
    "This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.",
    undefined,
    "resource_missing",
  );
}
