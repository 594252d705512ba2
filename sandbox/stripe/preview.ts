import type { Subscription } from "./billing-records";
import { isDiscount, redeem } from "./discounts";
import { invalid, missing } from "./errors";
import { buildInvoice, checkTaxLocation, type NewInvoice, periodLines } from "./invoice-build";
import { showInvoice } from "./invoice-shapes";
import { flag, group, type Params, text } from "./params";
import { livingCustomer } from "./people-records";
import { periodEnd } from "./periods";
import { planChange } from "./proration";
import type { Discount, Wire } from "./records";
import { customerFor, discountsAt } from "./subscription-life";
import { discountsFrom } from "./subscription-params";
import { itemsFrom } from "./subscription-start";
import { changeInvoiceFor, pendingLines } from "./subscription-update";
import { newId, now, type World } from "./world";

const PLAYED = [
  "items",
  "proration_behavior",
  "proration_date",
  "billing_cycle_anchor",
  "trial_end",
  "cancel_at_period_end",
  "cancel_now",
];
const PLAYED_AT_TOP = [
  "customer",
  "subscription",
  "subscription_details",
  "discounts",
  "preview_mode",
  "automatic_tax",
  "currency",
  "expand",
];

/** Returns the invoice that a change would create. It is built by the code of real invoices and not stored. */
export function previewInvoice(world: World, params: Params): Wire {
  refuseOthers(params, PLAYED_AT_TOP, "");
  const details = group(params, "subscription_details") ?? {};
  refuseOthers(details, PLAYED, "subscription_details");
  const id = text(params, "subscription");
  const made = id ? forExisting(world, id, params, details) : forNew(world, params, details);
  const tax = flag(group(params, "automatic_tax") ?? {}, "enabled") ?? made.automaticTax;
  checkTaxLocation(made.customer, tax);
  const invoice = buildInvoice(world, { ...made, automaticTax: tax, reason: "upcoming" });
  invoice.id = newId("upcoming_in");
  return { ...showInvoice(world, invoice), next_payment_attempt: made.at + world.settings.draftSeconds };
}

function refuseOthers(params: Params, played: string[], at: string): void {
  for (const name of Object.keys(params)) {
    const param = at ? `${at}[${name}]` : name;
    if (!played.includes(name))
      throw invalid(`This sandbox does not play the parameter ${param}.`, param, "parameter_not_played");
  }
}

function forExisting(world: World, id: string, params: Params, details: Params): NewInvoice {
  const subscription = world.records.subscriptions.get(id);
  if (!subscription) throw missing("subscription", id, "subscription");
  const customer = customerFor(world, subscription);
  if (text(params, "customer") && text(params, "customer") !== customer.id)
    throw missing("subscription", id, "subscription");
  const ends = flag(details, "cancel_at_period_end") ?? subscription.cancel_at_period_end;
  const isOver = subscription.ended_at !== null;
  const at = now(world, customer.id);
  const cancels = flag(details, "cancel_now") ?? false;
  const planned = cancels ? { ...details, billing_cycle_anchor: { type: "now" } } : details;
  if (isOver || (ends && !cancels && !("items" in details)))
    throw invalid(`No upcoming invoices for customer: ${customer.id}`, "customer", "invoice_upcoming_none");
  const plan = planChange(world, subscription, planned, at);
  const discounts = previewDiscounts(world, params, plan.next, at);
  if (cancels) {
    const lines = pendingLines([...subscription.pending, ...plan.lines]);
    return { ...changeInvoiceFor(world, subscription, { ...plan, restarts: false }, details), lines, discounts };
  }
  if (plan.billsNow && text(params, "preview_mode") !== "recurring")
    return { ...changeInvoiceFor(world, plan.next, plan, details), discounts };
  return nextCycle(world, plan.next, text(params, "preview_mode") === "recurring" ? [] : plan.lines, discounts);
}

/** Returns the invoice of the next renewal, with the lines that wait for it. */
function nextCycle(
  world: World,
  next: Subscription,
  lines: Subscription["pending"],
  discounts: Discount[],
): NewInvoice {
  const end = Math.min(...next.items.map((item) => item.current_period_end));
  const period = { start: next.items[0]?.current_period_start ?? end, end };
  const moved = structuredClone(next);
  for (const item of moved.items) {
    const recurring = world.records.prices.get(item.price)?.recurring;
    item.current_period_start = item.current_period_end;
    if (recurring)
      item.current_period_end = periodEnd(moved.billing_cycle_anchor, recurring, item.current_period_start);
  }
  return {
    customer: customerFor(world, next),
    subscription: next,
    lines: [...pendingLines([...next.pending, ...lines]), ...periodLines(world, moved)],
    discounts: discounts.filter((one) => one.end === null || one.end > end),
    reason: "upcoming",
    at: end,
    period,
    automaticTax: next.automatic_tax,
    prorationDate: lines[0]?.period.start ?? null,
  };
}

function previewDiscounts(world: World, params: Params, subscription: Subscription, at: number): Discount[] {
  const given = discountsFrom(world, params, subscription.customer);
  if (!given) return discountsAt(world, subscription, at);
  const owner = { customer: subscription.customer, subscription: subscription.id };
  return given.map((one) => (isDiscount(one) ? one : redeem(world, one, owner, true)));
}

/** Returns the invoice of a subscription that does not exist yet. */
function forNew(world: World, params: Params, details: Params): NewInvoice {
  const customer = livingCustomer(world, text(params, "customer") ?? "", "customer");
  const at = now(world, customer.id);
  const items = itemsFrom(world, details).map((item) => {
    const recurring = world.records.prices.get(item.price)?.recurring;
    const end = recurring ? periodEnd(at, recurring, at) : at;
    return { id: newId("si"), created: at, ...item, current_period_start: at, current_period_end: end };
  });
  const currency = world.records.prices.get(items[0]?.price ?? "")?.currency ?? "eur";
  const bare = { items, currency, collection_method: "charge_automatically" } as unknown as Subscription;
  const given = discountsFrom(world, params, customer.id) ?? [];
  const invoice = {
    customer,
    subscription: null,
    lines: periodLines(world, bare),
    discounts: given.map((one) => (isDiscount(one) ? one : redeem(world, one, { customer: customer.id }, true))),
    reason: "upcoming",
    at,
    period: { start: at, end: at },
    automaticTax: false,
  };
  return invoice;
}
