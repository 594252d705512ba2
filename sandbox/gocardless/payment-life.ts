import { addTargetDays, type Day } from "../kit/calendar";
import { debitPayment } from "./balance";
import { type BankReason, MANDATE_ENDING } from "./causes";
import { emit } from "./events";
import type { Metadata } from "./fields";
import { endMandate, isUsable, presentMandate, type Why } from "./mandate-life";
import type { EventRecord, Mandate, Payment, PaymentStatus } from "./records";
import { newId, nextPossibleChargeDate, nowIso, type World } from "./world";

export interface NewPayment {
  amount: number;
  appFee: number;
  chargeDate: Day;
  description: string | null;
  reference: string | null;
  retryIfPossible: boolean;
  metadata: Metadata;
  idempotencyKey: string | null;
}

export function createPayment(world: World, mandate: Mandate, wanted: NewPayment): Payment {
  const at = nowIso(world);
  const payment: Payment = {
    id: newId("PM"),
    organisation: mandate.organisation,
    created_at: at,
    amount: wanted.amount,
    appFee: wanted.appFee,
    amount_refunded: 0,
    charge_date: wanted.chargeDate,
    description: wanted.description,
    reference: wanted.reference,
    retry_if_possible: wanted.retryIfPossible,
    metadata: wanted.metadata,
    status: "pending_submission",
    mandate: mandate.id,
    creditor: mandate.creditor,
    payout: null,
    history: [{ status: "pending_submission", at, chargeDate: wanted.chargeDate }],
    idempotencyKey: wanted.idempotencyKey,
    retries: 0,
    autoRetryOn: null,
  };
  world.records.payments.put(payment.id, payment);
  emitPayment(world, payment, "created", { origin: "api", cause: "payment_created" });
  return payment;
}

export function emitPayment(
  world: World,
  payment: Payment,
  action: string,
  why: Why,
  details?: Record<string, unknown>,
): EventRecord {
  return emit(world, {
    organisation: payment.organisation,
    resource_type: "payments",
    action,
    links: { payment: payment.id },
    resourceMetadata: payment.metadata,
    details,
    ...why,
  });
}

export function setPaymentStatus(world: World, payment: Payment, status: PaymentStatus): void {
  payment.status = status;
  payment.history.push({ status, at: nowIso(world), chargeDate: payment.charge_date });
  world.records.payments.put(payment.id, payment);
}

export function mandateOf(world: World, payment: Payment): Mandate {
  const mandate = world.records.mandates.get(payment.mandate);
  if (!mandate) throw new Error(`payment ${payment.id} has no mandate`);
  return mandate;
}

export function submitPayment(world: World, payment: Payment): void {
  presentMandate(world, mandateOf(world, payment));
  setPaymentStatus(world, payment, "submitted");
  emitPayment(world, payment, "submitted", { origin: "gocardless", cause: "payment_submitted" });
}

export function confirmPayment(world: World, payment: Payment): void {
  setPaymentStatus(world, payment, "confirmed");
  emitPayment(world, payment, "confirmed", { origin: "gocardless", cause: "payment_confirmed" });
}

/** The bank refuses a submitted payment. Some causes end the mandate as well. */
export function failPayment(world: World, payment: Payment, reason: BankReason, willRetry = false): void {
  if (willRetry) payment.autoRetryOn = addTargetDays(world.kit.clock.today(), 2);
  const event = reportFailure(world, payment, reason, willRetry);
  const mandate = mandateOf(world, payment);
  if (willRetry || !MANDATE_ENDING.includes(reason.cause) || !isUsable(mandate)) return;
  const why: Why = { origin: "bank", cause: reason.cause, reasonCode: reason.code, parent: event };
  endMandate(world, mandate, "cancelled", why);
}

/**
 * Returns a payment after `confirmed` or `paid_out`. The event has the same name as for a failure; only the history
 * shows the difference.
 */
export function failLate(world: World, payment: Payment, reason: BankReason): void {
  const wasPaidOut = payment.status === "paid_out";
  reportFailure(world, payment, reason, false);
  if (wasPaidOut) debitPayment(world, payment, "payment_failed");
}

function reportFailure(world: World, payment: Payment, reason: BankReason, willRetry: boolean): EventRecord {
  setPaymentStatus(world, payment, "failed");
  const why: Why = { origin: "bank", cause: reason.cause, reasonCode: reason.code };
  return emitPayment(world, payment, "failed", why, { will_attempt_retry: willRetry });
}

export function chargeBack(world: World, payment: Payment, reason: BankReason): void {
  const wasPaidOut = payment.status === "paid_out";
  setPaymentStatus(world, payment, "charged_back");
  const why: Why = { origin: "bank", cause: reason.cause, reasonCode: reason.code };
  const event = emitPayment(world, payment, "charged_back", why);
  if (wasPaidOut) debitPayment(world, payment, "payment_charged_back");
  const mandate = mandateOf(world, payment);
  if (reason.cause !== "mandate_cancelled" || !isUsable(mandate)) return;
  endMandate(world, mandate, "cancelled", { ...why, parent: event });
}

export function cancelPayment(world: World, payment: Payment, why: Why): void {
  setPaymentStatus(world, payment, "cancelled");
  emitPayment(world, payment, "cancelled", why);
}

/** Resubmits a failed payment, as early as possible unless a day was given. */
export function resubmitPayment(world: World, payment: Payment, why: Why, chargeDate?: Day): void {
  payment.charge_date = chargeDate ?? nextPossibleChargeDate(world);
  payment.autoRetryOn = null;
  payment.retries += 1;
  setPaymentStatus(world, payment, "pending_submission");
  emitPayment(world, payment, "resubmission_requested", why);
}

/** Moves a payment up to `confirmed`, with every event on the way. */
export function walkToConfirmed(world: World, payment: Payment): void {
  if (payment.status === "pending_submission") submitPayment(world, payment);
  if (payment.status === "submitted") confirmPayment(world, payment);
}
