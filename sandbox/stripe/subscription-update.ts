import type { Invoice, Subscription } from "./billing-records";
import { showDiscount } from "./catalog-shapes";
import { endDiscount, replaceDiscounts } from "./discounts";
import { invalid, missing } from "./errors";
import { checkTaxLocation, type NewInvoice, type NewLine, periodLines } from "./invoice-build";
import { collect, finalize, storeInvoice } from "./invoice-life";
import { count, flag, group, kept, mergedMetadata, type Params, text } from "./params";
import { methodOf } from "./payment-methods";
import { type Plan, planChange } from "./proration";
import type { Wire } from "./records";
import { changeSubscription, customerFor, discountsAt, endSubscription } from "./subscription-life";
import { discountsFrom, refuseNotPlayed } from "./subscription-params";
import { type PaymentBehavior, refuseIfDeclined } from "./subscription-start";
import { now, type World } from "./world";

const AFTER_THE_END = ["cancellation_details", "metadata", "expand"];

export function updateSubscription(world: World, subscription: Subscription, params: Params): void {
  refuseNotPlayed(params);
  checkUpdatable(subscription, params);
  const at = now(world, subscription.customer);
  const method = methodFrom(world, subscription, params);
  const automaticTax = flag(group(params, "automatic_tax") ?? {}, "enabled");
  if (automaticTax) checkTaxLocation(customerFor(world, subscription), true);
  const discounts = discountsFrom(world, params, subscription.customer);
  const plan = planChange(world, subscription, params, at);
  const behavior = (text(params, "payment_behavior") ?? "allow_incomplete") as PaymentBehavior;
  if (behavior === "pending_if_incomplete")
    throw invalid("This sandbox does not play pending updates.", "payment_behavior", "parameter_not_played");
  const payer =
    method ?? subscription.default_payment_method ?? customerFor(world, subscription).default_payment_method;
  if (plan.billsNow) refuseIfDeclined(world, payer, behavior);
  changeSubscription(world, subscription, () => {
    Object.assign(subscription, plan.next);
    if (method) subscription.default_payment_method = method;
    if (automaticTax !== undefined) subscription.automatic_tax = automaticTax;
    if (discounts) replaceDiscounts(world, subscription, discounts);
    if (!plan.billsNow) subscription.pending.push(...plan.lines);
    fillPlain(subscription, params);
    fillEnd(subscription, params, at);
  });
  if (plan.billsNow) billNow(world, subscription, plan, params, behavior);
}

function checkUpdatable(subscription: Subscription, params: Params): void {
  const names = Object.keys(params);
  if (subscription.ended_at !== null && names.some((name) => !AFTER_THE_END.includes(name)))
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  const managed = ["items", "cancel_at_period_end", "cancel_at", "trial_end", "billing_cycle_anchor"];
  const touched = names.find((name) => managed.includes(name));
  if (subscription.schedule && touched)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating ${touched} directly is not allowed. Please update the schedule instead.`,
      touched,
    );
}

function methodFrom(world: World, subscription: Subscription, params: Params): string | undefined {
  const id = text(params, "default_payment_method");
  if (!id) return undefined;
  const method = methodOf(world, id, "default_payment_method");
  if (method.customer === subscription.customer) return method.id;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    "default_payment_method",
    "resource_missing",
  );
}

function fillPlain(subscription: Subscription, params: Params): void {
  subscription.description = kept(params, "description", subscription.description);
  subscription.metadata = mergedMetadata(params, subscription.metadata);
  subscription.days_until_due = count(params, "days_until_due") ?? subscription.days_until_due;
  subscription.collection_method = (text(params, "collection_method") ??
    subscription.collection_method) as Subscription["collection_method"];
  const trial = text(group(group(params, "trial_settings") ?? {}, "end_behavior") ?? {}, "missing_payment_method");
  if (trial) subscription.missing_payment_method = trial as Subscription["missing_payment_method"];
  const save = text(group(params, "payment_settings") ?? {}, "save_default_payment_method");
  if (save) subscription.save_default_payment_method = save as Subscription["save_default_payment_method"];
  if (!("pause_collection" in params)) return;
  const pause = group(params, "pause_collection");
  subscription.pause_collection = pause
    ? { behavior: text(pause, "behavior") as "keep_as_draft", resumes_at: count(pause, "resumes_at") ?? null }
    : null;
}

function fillEnd(subscription: Subscription, params: Params, at: number): void {
  const end = Math.min(...subscription.items.map((item) => item.current_period_end));
  const details = group(params, "cancellation_details");
  if (details) {
    subscription.cancellation.comment = kept(details, "comment", subscription.cancellation.comment);
    subscription.cancellation.feedback = kept(details, "feedback", subscription.cancellation.feedback);
  }
  const wanted = flag(params, "cancel_at_period_end");
  if (wanted !== undefined && "cancel_at" in params)
    throw invalid("You may only specify one of these parameters: cancel_at, cancel_at_period_end.", "cancel_at");
  if (wanted !== undefined) setEnd(subscription, wanted ? end : null, wanted, at);
  if (!("cancel_at" in params)) return;
  const time = params.cancel_at;
  if (typeof time === "number" && time <= at)
    throw invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", "cancel_at");
  setEnd(subscription, typeof time === "number" ? time : time === null ? null : end, false, at);
}

function setEnd(subscription: Subscription, cancelAt: number | null, atPeriodEnd: boolean, at: number): void {
  const isEnding = cancelAt !== null;
  Object.assign(subscription, {
    cancel_at: cancelAt,
    cancel_at_period_end: atPeriodEnd,
    canceled_at: isEnding ? at : null,
  });
  subscription.cancellation.reason = isEnding ? "cancellation_requested" : null;
}

function billNow(
  world: World,
  subscription: Subscription,
  plan: Plan,
  params: Params,
  behavior: PaymentBehavior,
): Invoice {
  const invoice = storeInvoice(world, changeInvoiceFor(world, subscription, plan, params));
  finalize(world, invoice);
  const pays = invoice.status === "open" && subscription.collection_method === "charge_automatically";
  if (pays && behavior !== "default_incomplete") collect(world, invoice);
  return invoice;
}

/** Returns the invoice of a change; `subscription` is the state after the change. */
export function changeInvoiceFor(world: World, subscription: Subscription, plan: Plan, params: Params): NewInvoice {
  const first = subscription.items[0];
  return {
    customer: customerFor(world, subscription),
    subscription,
    lines: [
      ...pendingLines([...subscription.pending, ...plan.lines]),
      ...(plan.restarts ? periodLines(world, subscription) : []),
    ],
    discounts: discountsAt(world, subscription, plan.at),
    reason: "subscription_update",
    at: plan.at,
    period: { start: plan.restarts ? plan.at : (first?.current_period_start ?? plan.at), end: plan.at },
    automaticTax: subscription.automatic_tax,
    prorationDate: plan.lines.length > 0 ? (count(params, "proration_date") ?? plan.at) : null,
  };
}

export function pendingLines(lines: Subscription["pending"]): NewLine[] {
  return lines.map((line) => ({ ...line, isProration: true }));
}

/** Ends the subscription at once; on request with a credit for the rest of the period and a last invoice. */
export function cancelNow(world: World, subscription: Subscription, params: Params): void {
  if (subscription.ended_at !== null) throw missing("subscription", subscription.id);
  const at = now(world, subscription.customer);
  const details = group(params, "cancellation_details");
  if (details) {
    subscription.cancellation.comment = kept(details, "comment", subscription.cancellation.comment);
    subscription.cancellation.feedback = kept(details, "feedback", subscription.cancellation.feedback);
  }
  if (flag(params, "prorate")) {
    const anchor = { billing_cycle_anchor: { type: "now" } };
    const plan = planChange(world, subscription, anchor, at);
    subscription.pending.push(...plan.lines);
  }
  if (flag(params, "invoice_now") && subscription.pending.length > 0) {
    const nothing = { next: subscription, lines: [], restarts: false, billsNow: true, at };
    billNow(world, subscription, nothing, {}, "allow_incomplete");
  }
  endSubscription(world, subscription, "cancellation_requested");
}

export function removeDiscount(world: World, subscription: Subscription): Wire {
  const [id] = subscription.discounts;
  const discount = world.records.discounts.get(id ?? "");
  if (!discount) throw invalid("This subscription does not have a discount.", "id", "resource_missing");
  changeSubscription(world, subscription, () => {
    endDiscount(world, discount.id);
    subscription.discounts = subscription.discounts.filter((one) => one !== discount.id);
  });
  const { end: _end, ...shown } = showDiscount(world, discount);
  return { ...shown, deleted: true };
}
