import type { Schedule, SchedulePhase } from "./billing-records";
import type { Wire } from "./records";
import { now, type World } from "./world";

export function showSchedule(world: World, schedule: Schedule): Wire {
  const at = now(world, schedule.customer);
  const running = schedule.phases.find((phase) => phase.start_date <= at && at < phase.end_date);
  const current = schedule.status === "active" && running;
  return {
    id: schedule.id,
    object: "subscription_schedule",
    application: null,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    canceled_at: schedule.canceled_at,
    completed_at: schedule.completed_at,
    created: schedule.created,
    current_phase: current ? { end_date: current.end_date, start_date: current.start_date } : null,
    customer: schedule.customer,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: "automatic",
      billing_thresholds: null,
      collection_method: "charge_automatically",
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: "self" },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: schedule.end_behavior,
    livemode: false,
    metadata: schedule.metadata,
    pause_schedules: [],
    phases: schedule.phases.map((phase) => showPhase(world, phase)),
    released_at: schedule.released_at,
    released_subscription: schedule.released_subscription,
    status: schedule.status,
    subscription: schedule.subscription,
    test_clock: world.records.customers.get(schedule.customer)?.test_clock ?? null,
  };
}

function showPhase(world: World, phase: SchedulePhase): Wire {
  const first = world.records.prices.get(phase.items[0]?.price ?? "");
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: first?.currency ?? "eur",
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: phase.discounts.map((one) => ({ ...one })),
    end_date: phase.end_date,
    invoice_settings: null,
    items: phase.items.map(({ price, quantity }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: price,
      price,
      quantity,
      tax_rates: [],
    })),
    metadata: phase.metadata,
    on_behalf_of: null,
    proration_behavior: phase.proration_behavior,
    start_date: phase.start_date,
    transfer_data: null,
    trial_end: phase.trial_end,
  };
}
