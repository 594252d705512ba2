import { addTargetDays, type Day, isTargetDay } from "../kit/calendar";
import { chargebackReason, failureReason } from "./causes";
import { emit } from "./events";
import { endMandate, expireMandate, finishReinstatement, isUsable } from "./mandate-life";
import {
  chargeBack,
  confirmPayment,
  failLate,
  failPayment,
  mandateOf,
  resubmitPayment,
  submitPayment,
} from "./payment-life";
import { runPayouts } from "./payout-run";
import type { Payment } from "./records";
import { submissionDay, type World } from "./world";

/** Does what the vendor and the banks do on a new day. Banks work only on TARGET days. */
export function runDay(world: World, day: Day): void {
  expireUnused(world, day);
  if (isTargetDay(day)) {
    // In this order no payment changes its status twice on one day.
    takeBackPaidOut(world, day);
    runPayouts(world, day);
    moveRefunds(world, day);
    confirmDue(world, day);
    finishReinstatements(world);
    submitDue(world, day);
    autoRetry(world, day);
  }
  world.outbox.dispatch();
}

function inStatus(world: World, status: Payment["status"]): Payment[] {
  return world.records.payments.filter((payment) => payment.status === status);
}

/** Returns the payer's given name: for certain names, the vendor's own sandbox simulates a scenario. */
function story(world: World, payment: Payment): string | null {
  return world.records.customers.get(mandateOf(world, payment).customer)?.given_name ?? null;
}

function submitDue(world: World, day: Day): void {
  for (const payment of inStatus(world, "pending_submission")) {
    // An earlier payment of this loop may have ended the mandate and cancelled this one.
    if (payment.status !== "pending_submission" || submissionDay(payment.charge_date) > day) continue;
    const mandate = mandateOf(world, payment);
    const unknownAccount = story(world, payment) === "Invalid" && mandate.status === "pending_submission";
    const why = { origin: "bank", cause: "invalid_bank_details", reasonCode: "AC01" } as const;
    if (unknownAccount) endMandate(world, mandate, "failed", why);
    else submitPayment(world, payment);
  }
}

function confirmDue(world: World, day: Day): void {
  for (const payment of inStatus(world, "submitted")) {
    if (addTargetDays(payment.charge_date, 1) > day) continue;
    if (story(world, payment) === "Penniless") failPayment(world, payment, failureReason());
    else confirmPayment(world, payment);
  }
}

function takeBackPaidOut(world: World, day: Day): void {
  for (const payment of inStatus(world, "paid_out")) {
    const name = story(world, payment);
    if ((name !== "Fickle" && name !== "Late") || addTargetDays(payment.charge_date, 4) > day) continue;
    if (name === "Fickle") chargeBack(world, payment, chargebackReason());
    else failLate(world, payment, failureReason());
  }
}

function autoRetry(world: World, day: Day): void {
  for (const payment of inStatus(world, "failed")) {
    if (!payment.autoRetryOn || payment.autoRetryOn > day) continue;
    if (isUsable(mandateOf(world, payment))) {
      resubmitPayment(world, payment, { origin: "gocardless", cause: "payment_autoretried" });
    } else world.records.payments.put(payment.id, Object.assign(payment, { autoRetryOn: null }));
  }
}

function finishReinstatements(world: World): void {
  const asked = world.records.mandates.filter(
    (mandate) => mandate.status === "submitted" && mandate.reinstatements > 0,
  );
  for (const mandate of asked) finishReinstatement(world, mandate);
}

function expireUnused(world: World, day: Day): void {
  for (const mandate of world.records.mandates.filter(isUsable)) {
    const name = world.records.customers.get(mandate.customer)?.given_name;
    if (name === "Expired" || monthsLater(mandate.lastUsedOn, 36) <= day) expireMandate(world, mandate);
  }
}

function monthsLater(day: Day, months: number): Day {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 10);
}

/** Submits refunds on the next TARGET day and pays them on the day after that. */
function moveRefunds(world: World, day: Day): void {
  for (const refund of world.records.refunds.filter((one) => one.status === "created" || one.status === "submitted")) {
    if (refund.created_at.slice(0, 10) >= day) continue;
    const status = refund.status === "created" ? "submitted" : "paid";
    world.records.refunds.put(refund.id, Object.assign(refund, { status }));
    if (status !== "paid") continue;
    emit(world, {
      organisation: refund.organisation,
      resource_type: "refunds",
      action: "paid",
      origin: "gocardless",
      cause: "refund_paid",
      links: { refund: refund.id },
      resourceMetadata: refund.metadata,
    });
  }
}
