import type { Api, Call } from "./api";
import type { PhaseDiscount, Schedule, SchedulePhase, Subscription } from "./billing-records";
import { isDiscount, redeemableFrom } from "./discounts";
import { invalid, missing } from "./errors";
import { emit } from "./events";
import { listOf } from "./lists";
import { count, group, groups, mergedMetadata, type Params, required, text } from "./params";
import { addIntervals } from "./periods";
import type { Interval, Wire } from "./records";
import { applyRunningPhase, change, release } from "./schedule-life";
import { showSchedule } from "./schedule-shapes";
import { changeSubscription, endSubscription } from "./subscription-life";
import { recurringPrice } from "./subscription-start";
import { subscriptionOf } from "./subscriptions";
import { newId, now, type World } from "./world";

export function scheduleRoutes(api: Api): void {
  const base = "/v1/subscription_schedules";
  api.on("POST", base, "SubscriptionScheduleCreateParams", create);
  api.on("GET", base, "SubscriptionScheduleListParams", (call) => {
    const customer = text(call.params, "customer");
    const docs = call.world.records.schedules.filter((one) => !customer || one.customer === customer);
    return listOf(call, { docs, what: "subscription_schedule", show: (one) => showSchedule(call.world, one) });
  });
  api.on("GET", `${base}/:id`, "SubscriptionScheduleRetrieveParams", ({ world, id }) =>
    showSchedule(world, scheduleOf(world, id)),
  );
  api.on("POST", `${base}/:id`, "SubscriptionScheduleUpdateParams", update);
  api.on("POST", `${base}/:id/release`, "SubscriptionScheduleReleaseParams", ({ world, id }) => {
    const schedule = activeSchedule(world, id, "released");
    release(world, schedule);
    return showSchedule(world, schedule);
  });
  api.on("POST", `${base}/:id/cancel`, "SubscriptionScheduleCancelParams", ({ world, id }) => {
    const schedule = activeSchedule(world, id, "canceled");
    endSubscription(world, subscriptionOf(world, schedule.subscription ?? ""), "cancellation_requested");
    return showSchedule(world, schedule);
  });
}

function scheduleOf(world: World, id: string): Schedule {
  const schedule = world.records.schedules.get(id);
  if (!schedule) throw missing("subscription_schedule", id);
  return schedule;
}

function activeSchedule(world: World, id: string, what: string): Schedule {
  const schedule = scheduleOf(world, id);
  if (schedule.status === "active") return schedule;
  throw invalid(
    `You cannot have a subscription schedule ${what} that is currently in the \`${schedule.status}\` status.`,
    "id",
  );
}

/**
 * Plans the portal's change for the end of the period: the running phase, then the new price, then the schedule's
 * release.
 */
export function scheduleNext(world: World, subscription: Subscription, price: string): void {
  recurringPrice(world, price, "price");
  const schedule = attach(world, subscription, {});
  const [running] = schedule.phases;
  if (!running) return;
  const end_date = addIntervals(running.end_date, { interval: "month", interval_count: 1 });
  const next = { ...running, items: [{ price, quantity: 1 }], start_date: running.end_date, end_date, trial_end: null };
  change(world, schedule, { ...schedule, phases: [running, next] }, "updated");
}

function create({ world, params }: Call): Wire {
  for (const name of Object.keys(params))
    if (!["from_subscription", "metadata", "expand"].includes(name))
      throw invalid(
        `This sandbox makes schedules only with from_subscription; ${name} cannot be given with it.`,
        name,
        "parameter_not_played",
      );
  const subscription = subscriptionOf(world, required(params, "from_subscription"), "from_subscription");
  return showSchedule(world, attach(world, subscription, mergedMetadata(params)));
}

function attach(world: World, subscription: Subscription, metadata: Schedule["metadata"]): Schedule {
  if (subscription.schedule)
    throw invalid("You cannot migrate a subscription that is already attached to a schedule.", "from_subscription");
  if (subscription.ended_at !== null) throw invalid("The subscription has ended.", "from_subscription");
  const at = now(world, subscription.customer);
  const schedule: Schedule = {
    id: newId("sub_sched"),
    created: at,
    metadata,
    customer: subscription.customer,
    subscription: subscription.id,
    released_subscription: null,
    status: "active",
    end_behavior: "release",
    phases: [currentPhase(subscription)],
    canceled_at: null,
    completed_at: null,
    released_at: null,
  };
  world.records.schedules.put(schedule.id, schedule);
  emit(world, "subscription_schedule.created", showSchedule(world, schedule));
  changeSubscription(world, subscription, () => Object.assign(subscription, { schedule: schedule.id }));
  return schedule;
}

function currentPhase(subscription: Subscription): SchedulePhase {
  const first = subscription.items[0];
  return {
    items: subscription.items.map(({ price, quantity }) => ({ price, quantity })),
    start_date: first?.current_period_start ?? subscription.start_date,
    end_date: first?.current_period_end ?? subscription.start_date,
    proration_behavior: "create_prorations",
    discounts: subscription.discounts.map((discount) => ({ coupon: null, promotion_code: null, discount })),
    metadata: {},
    trial_end: subscription.trial_end,
  };
}

function update({ world, id, params }: Call): Wire {
  const schedule = activeSchedule(world, id, "updated");
  for (const name of ["default_settings", "pause_schedules"])
    if (name in params)
      throw invalid(`This sandbox does not play the parameter ${name}.`, name, "parameter_not_played");
  const end = text(params, "end_behavior");
  if (end && end !== "release" && end !== "cancel")
    throw invalid("This sandbox plays end_behavior release and cancel.", "end_behavior", "parameter_not_played");
  const given = groups(params, "phases");
  const phases = given ? phasesFrom(world, schedule, given) : schedule.phases;
  const end_behavior = (end ?? schedule.end_behavior) as Schedule["end_behavior"];
  change(world, schedule, { phases, end_behavior, metadata: mergedMetadata(params, schedule.metadata) }, "updated");
  const subscription = world.records.subscriptions.get(schedule.subscription ?? "");
  // What the running phase names takes effect at once.
  if (given && subscription) applyRunningPhase(world, schedule, subscription);
  return showSchedule(world, schedule);
}

const PLAYED = ["items", "start_date", "end_date", "duration", "proration_behavior", "metadata", "discounts"];

function phasesFrom(world: World, schedule: Schedule, given: Params[]): SchedulePhase[] {
  const at = now(world, schedule.customer);
  const current = schedule.phases.find((one) => one.start_date <= at && at < one.end_date) ?? schedule.phases[0];
  let next = current?.start_date ?? at;
  return given.map((phase, i) => {
    const param = `phases[${i}]`;
    for (const name of Object.keys(phase))
      if (!PLAYED.includes(name))
        throw invalid(`This sandbox does not play the parameter ${name}.`, `${param}[${name}]`, "parameter_not_played");
    const start = count(phase, "start_date") ?? (i === 0 ? undefined : next);
    if (start !== next)
      throw invalid(
        "You can not modify the start date of the current phase; phases must follow one another.",
        `${param}[start_date]`,
      );
    const end = endOf(phase, start, param);
    if (end <= start) throw invalid("A phase must end after it starts.", `${param}[end_date]`);
    next = end;
    const items = (groups(phase, "items") ?? []).map((item, j) => {
      const price = text(item, "price") ?? "";
      recurringPrice(world, price, `${param}[items][${j}][price]`);
      return { price, quantity: count(item, "quantity") ?? 1 };
    });
    const proration_behavior = text(phase, "proration_behavior") ?? "create_prorations";
    return {
      items,
      start_date: start,
      end_date: end,
      proration_behavior,
      discounts: phaseDiscountsFrom(world, schedule, phase, param),
      metadata: mergedMetadata(phase),
      trial_end: null,
    };
  });
}

/**
 * Reads a phase's discounts. If absent, the vendor uses the customer's discounts, which this sandbox does not
 * implement: then the subscription has none.
 */
function phaseDiscountsFrom(world: World, schedule: Schedule, phase: Params, param: string): PhaseDiscount[] {
  return (groups(phase, "discounts") ?? []).map((entry, i) => {
    const known = redeemableFrom(world, entry, `${param}[discounts][${i}]`, schedule.customer);
    if (isDiscount(known) && known.subscription !== schedule.subscription)
      throw missing("discount", known.id, `${param}[discounts][${i}][discount]`);
    const given = (name: string): string | null => text(entry, name) ?? null;
    return { coupon: given("coupon"), promotion_code: given("promotion_code"), discount: given("discount") };
  });
}

function endOf(phase: Params, start: number, param: string): number {
  const end = count(phase, "end_date");
  const duration = group(phase, "duration");
  if (end !== undefined && duration)
    throw invalid("You may only specify one of these parameters: end_date, duration.", `${param}[end_date]`);
  if (end !== undefined) return end;
  if (!duration) throw invalid("Missing end_date or duration.", `${param}[end_date]`, "parameter_missing");
  return addIntervals(start, {
    interval: required(duration, "interval") as Interval,
    interval_count: count(duration, "interval_count") ?? 1,
  });
}
