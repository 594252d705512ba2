import { DeskError, mandateFor, type On, organisationFrom } from "./desk-targets";
import type { Subscription } from "./engine-records";
import { showInstalmentSchedule, showSubscription } from "./engines";
import { type Fields, requiredCents } from "./fields";
import { isUsable } from "./mandate-life";
import type { Mandate } from "./records";
import { newId, nextPossibleChargeDate, nowIso, type World } from "./world";

const INTERVALS = ["weekly", "monthly", "yearly"] as const;

/** Adds routes through which another app of the merchant creates external schedules on an existing mandate. */
export function deskEngineRoutes(world: World, on: On): void {
  on("/gocardless/subscriptions", (_request, body) => {
    const mandate = mandateFrom(world, body);
    const unit = INTERVALS.find((one) => one === (body.interval ?? "monthly"));
    if (!unit) throw new DeskError(422, `interval must be one of ${INTERVALS.join(", ")}`);
    const subscription: Subscription = {
      ...ownedBy(world, mandate, "SB"),
      amount: centsFrom(world, body),
      name: typeof body.name === "string" ? body.name : null,
      interval: 1,
      interval_unit: unit,
      start_date: nextPossibleChargeDate(world),
      status: "active",
      mandate: mandate.id,
    };
    world.records.subscriptions.put(subscription.id, subscription);
    return { subscription: showSubscription(subscription) };
  });
  on("/gocardless/subscriptions/:id/cancel", ({ params }) => {
    const found = world.records.subscriptions.get(params.id ?? "");
    if (found?.status !== "active") throw new DeskError(404, `no active subscription ${params.id}`);
    const subscription = world.records.subscriptions.put(found.id, { ...found, status: "cancelled" });
    return { subscription: showSubscription(subscription) };
  });
  on("/gocardless/instalment-schedules", (_request, body) => {
    const mandate = mandateFrom(world, body);
    const schedule = {
      ...ownedBy(world, mandate, "IS"),
      name: typeof body.name === "string" ? body.name : "Raten",
      total_amount: centsFrom(world, body),
      status: "active" as const,
      mandate: mandate.id,
      customer: mandate.customer,
    };
    world.records.instalmentSchedules.put(schedule.id, schedule);
    return { instalmentSchedule: showInstalmentSchedule(schedule) };
  });
}

function ownedBy(world: World, mandate: Mandate, prefix: string) {
  return { id: newId(prefix), organisation: mandate.organisation, created_at: nowIso(world) };
}

function centsFrom(world: World, body: Fields): number {
  return requiredCents(body, "amountCents", "", world.settings.maxAmountCents);
}

/** Returns the mandate by its id, by the payer's e-mail address, or the newest one of the payer's customer id. */
function mandateFrom(world: World, body: Fields): Mandate {
  const organisation = organisationFrom(world, body).id;
  const named = typeof body.mandate === "string" ? mandateFor(world, body.mandate, { organisation }) : undefined;
  const ofPayer = world.records.mandates
    .filter((one) => one.organisation === organisation && one.customer === body.customer && isUsable(one))
    .at(-1);
  const mandate = named ?? ofPayer;
  if (!mandate || mandate.organisation !== organisation || !isUsable(mandate))
    throw new DeskError(404, "mandate or customer must name a usable mandate of the organisation");
  return mandate;
}
