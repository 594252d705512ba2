import type { Api, Call } from "./api";
import type { Subscription } from "./billing-records";
import { showItem, showSubscription } from "./billing-shapes";
import { invalid, missing } from "./errors";
import { checkTaxLocation } from "./invoice-build";
import { inRange, listOf } from "./lists";
import { count, flag, group, mergedMetadata, text } from "./params";
import { methodOf } from "./payment-methods";
import { requiredCustomer } from "./people-records";
import type { Wire } from "./records";
import { discountsFrom, refuseNotPlayed, trialEndFrom } from "./subscription-params";
import { pauseCall, resumeCall } from "./subscription-pause";
import {
  beginSubscription,
  checkMethod,
  itemsFrom,
  type NewSubscription,
  type PaymentBehavior,
  payFirst,
} from "./subscription-start";
import { cancelNow, removeDiscount, updateSubscription } from "./subscription-update";
import { now, type World } from "./world";

export function subscriptionRoutes(api: Api): void {
  api.on("POST", "/v1/subscriptions", "SubscriptionCreateParams", create);
  api.on("GET", "/v1/subscriptions", "SubscriptionListParams", list);
  api.on("GET", "/v1/subscriptions/:id", "SubscriptionRetrieveParams", ({ world, id }) =>
    showSubscription(world, subscriptionOf(world, id)),
  );
  api.on("POST", "/v1/subscriptions/:id", "SubscriptionUpdateParams", ({ world, id, params }) => {
    const subscription = subscriptionOf(world, id);
    updateSubscription(world, subscription, params);
    return showSubscription(world, subscription);
  });
  api.on("DELETE", "/v1/subscriptions/:id", "SubscriptionCancelParams", ({ world, id, params }) => {
    const subscription = subscriptionOf(world, id);
    cancelNow(world, subscription, params);
    return showSubscription(world, subscription);
  });
  api.on("DELETE", "/v1/subscriptions/:id/discount", "SubscriptionDeleteDiscountParams", ({ world, id }) =>
    removeDiscount(world, subscriptionOf(world, id)),
  );
  api.on("POST", "/v1/subscriptions/:id/pause", "SubscriptionPauseParams", ({ world, id, params }) => {
    const subscription = subscriptionOf(world, id);
    pauseCall(world, subscription, params);
    return showSubscription(world, subscription);
  });
  api.on("POST", "/v1/subscriptions/:id/resume", "SubscriptionResumeParams", ({ world, id, params }) => {
    const subscription = subscriptionOf(world, id);
    resumeCall(world, subscription, params);
    return showSubscription(world, subscription);
  });
  api.on("GET", "/v1/subscription_items", "SubscriptionItemListParams", (call) => {
    const subscription = subscriptionOf(call.world, text(call.params, "subscription") ?? "", "subscription");
    const show = (item: Subscription["items"][0]): Wire => showItem(call.world, subscription, item);
    return listOf(call, { docs: subscription.items, what: "subscription_item", show });
  });
}

export function subscriptionOf(world: World, id: string, param = "id"): Subscription {
  const subscription = world.records.subscriptions.get(id);
  if (!subscription) throw missing("subscription", id, param);
  return subscription;
}

function create({ world, params }: Call): Wire {
  refuseNotPlayed(params);
  const customer = requiredCustomer(world, params);
  const method = text(params, "default_payment_method");
  const known = method ? methodOf(world, method, "default_payment_method") : null;
  if (known && known.customer !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${method}.`,
      "default_payment_method",
      "resource_missing",
    );
  const behavior = (text(params, "payment_behavior") ?? "allow_incomplete") as PaymentBehavior;
  const settings = group(params, "payment_settings") ?? {};
  const trialSettings = group(group(params, "trial_settings") ?? {}, "end_behavior") ?? {};
  const made: NewSubscription = {
    customer,
    items: itemsFrom(world, params),
    trialEnd: trialEndFrom(params, now(world, customer.id)),
    discounts: discountsFrom(world, params, customer.id) ?? [],
    method: known?.id ?? null,
    automaticTax: flag(group(params, "automatic_tax") ?? {}, "enabled") ?? false,
    metadata: mergedMetadata(params),
    description: text(params, "description") ?? null,
    missingMethod: (text(trialSettings, "missing_payment_method") ??
      "create_invoice") as Subscription["missing_payment_method"],
    anchor: count(params, "billing_cycle_anchor") ?? null,
    collection: (text(params, "collection_method") ?? "charge_automatically") as Subscription["collection_method"],
    daysUntilDue: count(params, "days_until_due") ?? null,
    saveMethod: (text(settings, "save_default_payment_method") ?? "off") as Subscription["save_default_payment_method"],
    cancelAtPeriodEnd: flag(params, "cancel_at_period_end") ?? false,
    cancelAt: count(params, "cancel_at") ?? null,
    session: null,
  };
  if (made.collection === "send_invoice" && made.daysUntilDue === null)
    throw invalid(
      "If `collection_method=send_invoice`, you must pass `days_until_due`.",
      "days_until_due",
      "parameter_missing",
    );
  checkTaxLocation(customer, made.automaticTax);
  checkMethod(world, made, behavior);
  const subscription = beginSubscription(world, made);
  payFirst(world, subscription, behavior);
  return showSubscription(world, subscription);
}

function list(call: Call): Wire {
  const { world, params } = call;
  const status = text(params, "status");
  const customer = text(params, "customer");
  const price = text(params, "price");
  const clock = text(params, "test_clock");
  const isWanted = (one: Subscription): boolean => {
    if (status === "all") return true;
    if (status === "ended") return one.ended_at !== null;
    return status ? one.status === status : one.status !== "canceled" && one.status !== "incomplete_expired";
  };
  const docs = world.records.subscriptions.filter(
    (one) =>
      isWanted(one) &&
      (!customer || one.customer === customer) &&
      (!price || one.items.some((item) => item.price === price)) &&
      (!clock || world.records.customers.get(one.customer)?.test_clock === clock) &&
      inRange(params, "current_period_end", one.items[0]?.current_period_end) &&
      inRange(params, "current_period_start", one.items[0]?.current_period_start),
  );
  return listOf(call, { docs, what: "subscription", show: (one) => showSubscription(world, one) });
}
