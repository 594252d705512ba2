import type { Invoice, Subscription } from "./billing-records";
import { showSubscription } from "./billing-shapes";
import { endDiscount } from "./discounts";
import { emit, emitChange } from "./events";
import { checkTaxLocation, periodLines, trialLines } from "./invoice-build";
import { finalize, markUncollectible, storeInvoice, voidInvoice } from "./invoice-life";
import { periodEnd } from "./periods";
import type { Customer, Discount } from "./records";
import { followSchedule, leaveSchedule } from "./schedule-life";
import { now, type World } from "./world";

/** Changes a subscription and sends an event with the previous values. */
export function changeSubscription(
  world: World,
  subscription: Subscription,
  change: () => void,
  type = "customer.subscription.updated",
): void {
  const before = showSubscription(world, subscription);
  change();
  world.records.subscriptions.put(subscription.id, subscription);
  const after = showSubscription(world, subscription);
  if (type === "customer.subscription.updated") emitChange(world, type, before, after);
  else emit(world, type, after);
}

export function customerFor(world: World, subscription: Subscription): Customer {
  const customer = world.records.customers.get(subscription.customer);
  if (!customer) throw new Error(`no customer of ${subscription.id}`);
  return customer;
}

/** Returns the discounts still in force at `at`. */
export function discountsAt(world: World, subscription: Subscription, at: number): Discount[] {
  return subscription.discounts.flatMap((id) => {
    const discount = world.records.discounts.get(id);
    return discount && !discount.ended && (discount.end === null || discount.end > at) ? [discount] : [];
  });
}

/** Creates the invoice with which a subscription begins, or begins again. */
export function billPeriod(world: World, subscription: Subscription, reason: string, at: number): Invoice {
  const customer = customerFor(world, subscription);
  checkTaxLocation(customer, subscription.automatic_tax);
  const first = subscription.items[0];
  const isTrial = subscription.status === "trialing";
  const lines = isTrial ? trialLines(world, subscription) : periodLines(world, subscription);
  const pending = subscription.pending.map((line) => ({ ...line, isProration: true }));
  return storeInvoice(world, {
    customer,
    subscription,
    lines: [...pending, ...lines],
    discounts: discountsAt(world, subscription, at),
    reason,
    at,
    period: { start: first?.current_period_start ?? at, end: isTrial ? (first?.current_period_end ?? at) : at },
    automaticTax: subscription.automatic_tax,
  });
}

/** Handles the end of the current period: the next period, the end of a trial, or the end of the subscription. */
export function renew(world: World, subscription: Subscription, at: number): Invoice | undefined {
  const wasTrial = subscription.status === "trialing";
  if (subscription.cancel_at_period_end) {
    endSubscription(world, subscription, "cancellation_requested");
    return undefined;
  }
  if (wasTrial && !hasMethod(world, subscription) && subscription.missing_payment_method !== "create_invoice") {
    if (subscription.missing_payment_method === "cancel") endSubscription(world, subscription, null);
    else pauseSubscription(world, subscription, "trial_end_without_payment_method");
    return undefined;
  }
  followSchedule(world, subscription, at);
  if (subscription.ended_at !== null) return undefined;
  dropOldDiscounts(world, subscription, at);
  const previous = subscription.items[0];
  const period = { start: previous?.current_period_start ?? at, end: previous?.current_period_end ?? at };
  changeSubscription(world, subscription, () => {
    for (const item of subscription.items) {
      const recurring = world.records.prices.get(item.price)?.recurring;
      item.current_period_start = item.current_period_end;
      if (recurring)
        item.current_period_end = periodEnd(subscription.billing_cycle_anchor, recurring, item.current_period_start);
    }
    if (wasTrial) subscription.status = "active";
  });
  return cycleInvoice(world, subscription, at, period);
}

function cycleInvoice(
  world: World,
  subscription: Subscription,
  at: number,
  period: Invoice["lines"][0]["period"],
): Invoice {
  const pending = subscription.pending.map((line) => ({ ...line, isProration: true }));
  const invoice = storeInvoice(world, {
    customer: customerFor(world, subscription),
    subscription,
    lines: [...pending, ...periodLines(world, subscription)],
    discounts: discountsAt(world, subscription, at),
    reason: "subscription_cycle",
    at,
    period,
    automaticTax: subscription.automatic_tax,
  });
  const pause = subscription.pause_collection?.behavior;
  const isHeld = pause === "keep_as_draft" || subscription.status === "unpaid";
  invoice.auto_advance = !pause && !isHeld;
  invoice.automatically_finalizes_at = isHeld || pause ? null : at + world.settings.draftSeconds;
  world.records.invoices.put(invoice.id, invoice);
  if (pause === "void" || pause === "mark_uncollectible") {
    finalize(world, invoice);
    if (invoice.status === "open") pause === "void" ? voidInvoice(world, invoice) : markUncollectible(world, invoice);
  }
  return invoice;
}

function dropOldDiscounts(world: World, subscription: Subscription, at: number): void {
  const living = discountsAt(world, subscription, at).map((one) => one.id);
  for (const id of subscription.discounts) if (!living.includes(id)) endDiscount(world, id);
  subscription.discounts = living;
}

export function hasMethod(world: World, subscription: Subscription): boolean {
  const id = subscription.default_payment_method ?? customerFor(world, subscription).default_payment_method;
  return id !== null || subscription.collection_method === "send_invoice";
}

/** A payment succeeded or is in progress: the subscription is active again. */
export function invoicePaid(world: World, invoice: Invoice): void {
  const subscription = world.records.subscriptions.get(invoice.subscription ?? "");
  if (!subscription || subscription.latest_invoice !== invoice.id) return;
  if (!["incomplete", "past_due", "unpaid"].includes(subscription.status)) return;
  changeSubscription(world, subscription, () => {
    subscription.status = "active";
  });
}

/** A payment failed; `isLast` means that no retry will follow. */
export function invoiceFailed(world: World, invoice: Invoice, isLast: boolean): void {
  const subscription = world.records.subscriptions.get(invoice.subscription ?? "");
  if (!subscription || subscription.ended_at !== null || subscription.status === "incomplete") return;
  const { afterRetries } = world.settings;
  if (isLast && afterRetries === "cancel") {
    endSubscription(world, subscription, "payment_failed");
    return;
  }
  changeSubscription(world, subscription, () => {
    if (isLast && afterRetries === "unpaid") subscription.status = "unpaid";
    else if (subscription.status !== "unpaid") subscription.status = "past_due";
  });
}

export function endSubscription(world: World, subscription: Subscription, reason: string | null): void {
  if (subscription.ended_at !== null) return;
  const at = now(world, subscription.customer);
  leaveSchedule(world, subscription, "canceled");
  for (const id of subscription.discounts) endDiscount(world, id);
  changeSubscription(
    world,
    subscription,
    () => {
      Object.assign(subscription, { status: "canceled", ended_at: at, pause_collection: null });
      subscription.canceled_at ??= at;
      subscription.cancellation.reason = reason;
      subscription.pending = [];
    },
    "customer.subscription.deleted",
  );
  // Open invoices are not retried.
  for (const invoice of world.records.invoices.filter((one) => one.subscription === subscription.id))
    if (invoice.status === "open" || invoice.status === "draft")
      world.records.invoices.put(
        invoice.id,
        Object.assign(invoice, { auto_advance: false, next_payment_attempt: null }),
      );
}

export function pauseSubscription(world: World, subscription: Subscription, type: string): void {
  changeSubscription(
    world,
    subscription,
    () => {
      subscription.status = "paused";
      subscription.paused = { at: now(world, subscription.customer), type };
    },
    "customer.subscription.paused",
  );
}

/** Expires a subscription 23 hours after it began without a first payment. */
export function expireIncomplete(world: World, subscription: Subscription): void {
  const invoice = world.records.invoices.get(subscription.latest_invoice ?? "");
  if (invoice?.status === "open") voidInvoice(world, invoice);
  changeSubscription(world, subscription, () => {
    subscription.status = "incomplete_expired";
    subscription.ended_at = now(world, subscription.customer);
  });
}
