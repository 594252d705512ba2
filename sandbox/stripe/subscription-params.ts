import { type Redeemable, redeemableFrom } from "./discounts";
import { invalid } from "./errors";
import { count, groups, type Params } from "./params";
import type { Discount } from "./records";
import { trialLimit } from "./subscription-start";
import { DAY, type World } from "./world";

const NOT_PLAYED = [
  "add_invoice_items",
  "application_fee_percent",
  "backdate_start_date",
  "billing_cycle_anchor_config",
  "billing_schedules",
  "billing_thresholds",
  "default_source",
  "default_tax_rates",
  "invoice_settings",
  "on_behalf_of",
  "pending_invoice_item_interval",
  "transfer_data",
  "customer_account",
];

/** Refuses parameters that the vendor has but this twin does not implement: ignoring them would hide a mistake. */
export function refuseNotPlayed(params: Params, names: string[] = NOT_PLAYED): void {
  for (const name of names)
    if (name in params)
      throw invalid(`This sandbox does not play the parameter ${name}.`, name, "parameter_not_played");
}

/** Returns the end of a trial, from its days or its instant. */
export function trialEndFrom(params: Params, at: number): number | null {
  const days = count(params, "trial_period_days");
  if (days !== undefined && "trial_end" in params)
    throw invalid("You may only specify one of these parameters: trial_end, trial_period_days.", "trial_end");
  if (days !== undefined) {
    trialLimit(days, 0, "trial_period_days");
    return days === 0 ? null : at + days * DAY;
  }
  const end = count(params, "trial_end");
  if (end === undefined) return null;
  if (end <= at) throw invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", "trial_end");
  return end;
}

/** Returns the discounts; undefined if the parameter is absent, empty if it was cleared. */
export function discountsFrom(world: World, params: Params, customer: string): (Redeemable | Discount)[] | undefined {
  if (!("discounts" in params)) return undefined;
  return (groups(params, "discounts") ?? []).map((entry, i) =>
    redeemableFrom(world, entry, `discounts[${i}]`, customer),
  );
}
