import type { Item, Subscription } from "./billing-records";
import { showPrice } from "./catalog-shapes";
import type { Price, Wire } from "./records";
import type { World } from "./world";

export function showSubscription(world: World, one: Subscription): Wire {
  return {
    id: one.id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: one.automatic_tax,
      liability: one.automatic_tax ? { type: "self" } : null,
    },
    billing_cycle_anchor: one.billing_cycle_anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible", updated_at: one.created },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: one.cancel_at,
    cancel_at_period_end: one.cancel_at_period_end,
    canceled_at: one.canceled_at,
    cancellation_details: { ...one.cancellation, feedback_option: null },
    collection_method: one.collection_method,
    created: one.created,
    currency: one.currency,
    customer: one.customer,
    customer_account: null,
    days_until_due: one.days_until_due,
    default_payment_method: one.default_payment_method,
    default_source: null,
    default_tax_rates: [],
    description: one.description,
    discounts: [...one.discounts],
    ended_at: one.ended_at,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: one.items.map((item) => showItem(world, one, item)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${one.id}`,
    },
    latest_invoice: one.latest_invoice,
    livemode: false,
    managed_payments: null,
    metadata: one.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: one.pause_collection && { ...one.pause_collection },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: one.save_default_payment_method,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: one.pending_setup_intent,
    pending_update: null,
    schedule: one.schedule,
    start_date: one.start_date,
    status: one.status,
    ...(one.paused ? { status_details: pausedDetails(one.paused) } : {}),
    test_clock: world.records.customers.get(one.customer)?.test_clock ?? null,
    transfer_data: null,
    trial_end: one.trial_end,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: one.missing_payment_method },
    },
    trial_start: one.trial_start,
  };
}

function pausedDetails({ at, type }: { at: number; type: string }): Wire {
  return { paused: { subscription: { type }, transitioned_at: at, type: "subscription" } };
}

export function showItem(world: World, subscription: Subscription, item: Item): Wire {
  const price = world.records.prices.get(item.price);
  return {
    id: item.id,
    object: "subscription_item",
    billing_thresholds: null,
    created: item.created,
    current_period_end: item.current_period_end,
    current_period_start: item.current_period_start,
    current_trial: null,
    discounts: [],
    metadata: item.metadata,
    ...(price ? { plan: planOf(price), price: showPrice(world, price) } : {}),
    quantity: item.quantity,
    subscription: subscription.id,
    tax_rates: [],
  };
}

/** Returns the older form of a price, which the vendor still sends in addition. */
function planOf(price: Price): Wire {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval,
    interval_count: price.recurring?.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: "licensed",
  };
}
