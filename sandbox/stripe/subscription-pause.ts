import type { Subscription } from "./billing-records";
import { invalid } from "./errors";
import { collect, finalize } from "./invoice-life";
import { group, type Params, text } from "./params";
import { periodEnd } from "./periods";
import { billPeriod, changeSubscription, pauseSubscription } from "./subscription-life";
import { now, type World } from "./world";

/** Pauses the whole subscription: no invoices are created, and periods do not advance. */
export function pauseCall(world: World, subscription: Subscription, params: Params): void {
  if ("bill_for" in params || "invoicing_behavior" in params)
    throw invalid("This sandbox plays the pause without billing for it.", "bill_for", "parameter_not_played");
  if (!["active", "trialing", "past_due"].includes(subscription.status))
    throw invalid(`This subscription cannot be paused because it is ${subscription.status}.`, "id");
  if (subscription.schedule)
    throw invalid("A subscription with a schedule cannot be paused; use pause_schedules.", "id");
  if (subscription.cancel_at !== null) throw invalid("A subscription that is set to cancel cannot be paused.", "id");
  pauseSubscription(world, subscription, "pause_requested");
}

export function resumeCall(world: World, subscription: Subscription, params: Params): void {
  if (subscription.status !== "paused") throw invalid("This subscription is not paused.", "id");
  const at = now(world, subscription.customer);
  const first = subscription.items[0];
  const anchor = text(group(params, "billing_cycle_anchor") ?? {}, "type") ?? "now";
  const isOver = (first?.current_period_end ?? 0) <= at;
  const restarts = anchor === "now" || isOver;
  changeSubscription(
    world,
    subscription,
    () => {
      Object.assign(subscription, { status: "active", paused: null });
      if (!restarts) return;
      subscription.billing_cycle_anchor = at;
      for (const item of subscription.items) {
        const recurring = world.records.prices.get(item.price)?.recurring;
        item.current_period_start = at;
        if (recurring) item.current_period_end = periodEnd(at, recurring, at);
      }
    },
    "customer.subscription.resumed",
  );
  if (!restarts) return;
  const invoice = billPeriod(world, subscription, "subscription_update", at);
  finalize(world, invoice);
  if (invoice.status === "open") collect(world, invoice);
}
