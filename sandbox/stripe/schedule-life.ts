import type { Schedule, SchedulePhase, Subscription } from "./billing-records";
import { redeemableFrom, replaceDiscounts } from "./discounts";
import { emit, emitChange } from "./events";
import type { Params } from "./params";
import { showSchedule } from "./schedule-shapes";
import { changeSubscription, endSubscription } from "./subscription-life";
import { now, type World } from "./world";

function scheduleOf(world: World, subscription: Subscription): Schedule | undefined {
  return subscription.schedule ? world.records.schedules.get(subscription.schedule) : undefined;
}

/** Applies the phase that the schedule plans from now on; called at the end of a period. */
export function followSchedule(world: World, subscription: Subscription, at: number): void {
  const schedule = scheduleOf(world, subscription);
  if (schedule?.status !== "active") return;
  const phase = schedule.phases.find((one) => one.start_date <= at && at < one.end_date);
  if (!phase) {
    endOfSchedule(world, subscription, schedule);
    return;
  }
  changeSubscription(world, subscription, () => {
    takeDiscounts(world, subscription, phase);
    for (const [i, planned] of phase.items.entries()) {
      const item = subscription.items[i];
      if (!item) continue;
      // Another interval starts where the old one ends.
      if (rhythmOf(world, item.price) !== rhythmOf(world, planned.price)) subscription.billing_cycle_anchor = at;
      Object.assign(item, { price: planned.price, quantity: planned.quantity });
    }
  });
}

/** Applies the discounts of the running phase: a plan for the end of the period can change nothing else in it. */
export function applyRunningPhase(world: World, schedule: Schedule, subscription: Subscription): void {
  const at = now(world, schedule.customer);
  const phase = schedule.phases.find((one) => one.start_date <= at && at < one.end_date);
  if (phase) changeSubscription(world, subscription, () => takeDiscounts(world, subscription, phase));
}

/** Gives the subscription exactly the phase's discounts. */
function takeDiscounts(world: World, subscription: Subscription, phase: SchedulePhase): void {
  const wanted = phase.discounts.flatMap((one) => {
    const known = world.records.discounts.get(one.discount ?? "");
    if (known) return known.ended ? [] : [known];
    const entry: Params = one.coupon ? { coupon: one.coupon } : { promotion_code: one.promotion_code };
    return [redeemableFrom(world, entry, "discounts", subscription.customer)];
  });
  replaceDiscounts(world, subscription, wanted);
  // A coupon is redeemed once; the phase's next period uses the same discount.
  phase.discounts = subscription.discounts.map((discount) => ({ coupon: null, promotion_code: null, discount }));
}

function rhythmOf(world: World, price: string): string {
  const recurring = world.records.prices.get(price)?.recurring;
  return `${recurring?.interval_count} ${recurring?.interval}`;
}

function endOfSchedule(world: World, subscription: Subscription, schedule: Schedule): void {
  if (schedule.end_behavior === "cancel") {
    change(world, schedule, { status: "completed", completed_at: now(world, schedule.customer) }, "completed");
    endSubscription(world, subscription, null);
    return;
  }
  release(world, schedule);
}

/** Detaches the schedule; the subscription continues unchanged. */
export function release(world: World, schedule: Schedule): void {
  const subscription = world.records.subscriptions.get(schedule.subscription ?? "");
  const released_at = now(world, schedule.customer);
  const left = { status: "released", released_at, released_subscription: schedule.subscription } as const;
  change(world, schedule, { ...left, subscription: null }, "released");
  if (subscription) changeSubscription(world, subscription, () => Object.assign(subscription, { schedule: null }));
}

export function leaveSchedule(world: World, subscription: Subscription, status: "canceled"): void {
  const schedule = scheduleOf(world, subscription);
  if (schedule?.status !== "active") return;
  change(world, schedule, { status, canceled_at: now(world, schedule.customer) }, "canceled");
}

export function change(world: World, schedule: Schedule, to: Partial<Schedule>, type: string): void {
  const before = showSchedule(world, schedule);
  world.records.schedules.put(schedule.id, Object.assign(schedule, to));
  const after = showSchedule(world, schedule);
  if (type === "updated") emitChange(world, "subscription_schedule.updated", before, after);
  else emit(world, `subscription_schedule.${type}`, after);
}
