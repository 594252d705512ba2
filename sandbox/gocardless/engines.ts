import { type Call, owned, type ResourceApi } from "./api";
import type { InstalmentSchedule, InstalmentStatus, Subscription, SubscriptionStatus } from "./engine-records";
import { type Filters, invalidFilters, listReply } from "./lists";
import type { World } from "./world";

const SUBSCRIPTION_STATUSES: SubscriptionStatus[] = [
  "pending_customer_approval",
  "customer_approval_denied",
  "active",
  "finished",
  "cancelled",
  "paused",
];
const INSTALMENT_STATUSES: InstalmentStatus[] = [
  "pending",
  "active",
  "creation_failed",
  "completed",
  "cancelled",
  "errored",
];

/** Adds read-only routes for external schedules, which other tools created in the merchant's account. */
export function subscriptionRoutes(world: World, api: ResourceApi): void {
  api.get((call) => showSubscription(owned(world.records.subscriptions, call)));
  api.list((call: Call) => {
    const filters: Filters<Subscription> = {
      customer: (one, wanted) => world.records.mandates.get(one.mandate)?.customer === wanted,
      mandate: (one, wanted) => one.mandate === wanted,
      status: (one, wanted) => statusesOf(wanted, SUBSCRIPTION_STATUSES).includes(one.status),
    };
    checkStatus(call, SUBSCRIPTION_STATUSES);
    return listReply(call, {
      name: "subscriptions",
      docs: world.records.subscriptions.filter((one) => one.organisation === call.organisation),
      idOf: (one) => one.id,
      filters,
      ranges: { created_at: (one) => one.created_at },
      show: showSubscription,
    });
  });
}

export function instalmentRoutes(world: World, api: ResourceApi): void {
  api.get((call) => showInstalmentSchedule(owned(world.records.instalmentSchedules, call)));
  api.list((call: Call) => {
    const filters: Filters<InstalmentSchedule> = {
      customer: (one, wanted) => one.customer === wanted,
      mandate: (one, wanted) => one.mandate === wanted,
      status: (one, wanted) => statusesOf(wanted, INSTALMENT_STATUSES).includes(one.status),
    };
    checkStatus(call, INSTALMENT_STATUSES);
    return listReply(call, {
      name: "instalment_schedules",
      docs: world.records.instalmentSchedules.filter((one) => one.organisation === call.organisation),
      idOf: (one) => one.id,
      filters,
      ranges: { created_at: (one) => one.created_at },
      show: showInstalmentSchedule,
    });
  });
}

function statusesOf(wanted: string, known: readonly string[]): string[] {
  const statuses = wanted.split(",");
  const strange = statuses.find((one) => !known.includes(one));
  if (strange !== undefined) throw invalidFilters(`status ${strange} is not known`);
  return statuses;
}

/** Refuses an unknown status, even if there is nothing to filter. */
function checkStatus(call: Call, known: readonly string[]): void {
  const wanted = call.request.query.get("status");
  if (wanted !== null) statusesOf(wanted, known);
}

export function showSubscription(one: Subscription): Record<string, unknown> {
  return {
    id: one.id,
    created_at: one.created_at,
    amount: one.amount,
    currency: "EUR",
    status: one.status,
    name: one.name,
    start_date: one.start_date,
    end_date: null,
    interval: one.interval,
    interval_unit: one.interval_unit,
    day_of_month: null,
    month: null,
    count: null,
    metadata: {},
    payment_reference: null,
    upcoming_payments: one.status === "active" ? [{ charge_date: one.start_date, amount: one.amount }] : [],
    app_fee: null,
    retry_if_possible: false,
    earliest_charge_date_after_resume: null,
    parent_plan_paused: false,
    links: { mandate: one.mandate },
  };
}

export function showInstalmentSchedule(one: InstalmentSchedule): Record<string, unknown> {
  return {
    id: one.id,
    created_at: one.created_at,
    name: one.name,
    currency: "EUR",
    status: one.status,
    total_amount: one.total_amount,
    metadata: {},
    payment_errors: {},
    links: { customer: one.customer, mandate: one.mandate, payments: [] },
  };
}
