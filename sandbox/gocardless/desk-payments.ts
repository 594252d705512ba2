import { type Day, rollForward } from "../kit/calendar";
import { isDay } from "../kit/fields";
import { openEntries } from "./balance";
import { chargebackReason, failureReason } from "./causes";
import { DeskError, mandateFor, type On, paymentFor } from "./desk-targets";
import type { Fields } from "./fields";
import { isUsable } from "./mandate-life";
import { creditorOf } from "./organisations";
import {
  cancelPayment,
  chargeBack,
  createPayment,
  emitPayment,
  failLate,
  failPayment,
  mandateOf,
  resubmitPayment,
  setPaymentStatus,
  submitPayment,
  walkToConfirmed,
} from "./payment-life";
import { showPayment } from "./payments";
import { amountDue, bouncePayout, payOut } from "./payout-run";
import { itemsOf, showItem, showPayout } from "./payouts";
import type { Payment, Payout } from "./records";
import { refundObstacle, refundPayment } from "./refunds";
import { nextPossibleChargeDate, type World } from "./world";

type Step = (world: World, payment: Payment, body: Fields) => Payout | undefined;

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);

export function deskPaymentRoutes(world: World, on: On): void {
  on("/gocardless/payments", (_request, body) => addForeignPayment(world, body));
  on("/gocardless/payouts/:id/bounce", ({ params: { id = "" } }) => bounce(world, id));
  on("/gocardless/payments/:id/:what", ({ params: { id = "", what = "" } }, body) => {
    const step = STEPS[what];
    if (!step) throw new DeskError(404, `unknown: ${what}; one of ${Object.keys(STEPS).join(", ")}`);
    const payment = paymentFor(world, id, body);
    const payout = step(world, payment, body);
    const more = payout ? { payout: showPayout(payout), payoutItems: itemsOf(world, payout).map(showItem) } : {};
    return { payment: showPayment(payment), ...more };
  });
}

/** The merchant's bank sends a payout back. */
function bounce(world: World, id: string): unknown {
  const payout = world.records.payouts.get(id);
  if (!payout) throw new DeskError(404, `no payout ${id}`);
  if (payout.status !== "paid") throw new DeskError(422, `payout ${id} is ${payout.status}: cannot bounce`);
  bouncePayout(world, payout);
  return { payout: showPayout(payout) };
}

function refuse(payment: Payment, what: string, hint = ""): never {
  throw new DeskError(422, `payment ${payment.id} is ${payment.status}: cannot ${what}${hint}`);
}

/**
 * Returns the named day, rolled forward to a TARGET day; undefined if none was named. Refuses a day that is too early.
 */
function dayFrom(world: World, wanted: unknown): Day | undefined {
  if (wanted === undefined) return undefined;
  const earliest = nextPossibleChargeDate(world);
  if (!isDay(wanted) || wanted < earliest) throw new DeskError(422, `chargeDate must be a day, ${earliest} or later`);
  return rollForward(wanted);
}

function mustBe(payment: Payment, what: string, ...allowed: Payment["status"][]): void {
  if (!allowed.includes(payment.status)) refuse(payment, what);
}

const STEPS: Record<string, Step> = {
  submit(world, payment) {
    mustBe(payment, "submit", "pending_submission");
    submitPayment(world, payment);
    return undefined;
  },
  confirm(world, payment) {
    mustBe(payment, "confirm", "pending_submission", "submitted");
    walkToConfirmed(world, payment);
    return undefined;
  },
  fail(world, payment, body) {
    if (payment.status === "confirmed" || payment.status === "paid_out") refuse(payment, "fail", "; use late-fail");
    mustBe(payment, "fail", "pending_submission", "submitted");
    if (payment.status === "pending_submission") submitPayment(world, payment);
    failPayment(world, payment, failureReason(text(body.cause), text(body.code)), body.willAttemptRetry === true);
    return undefined;
  },
  "late-fail"(world, payment, body) {
    mustBe(payment, "late-fail", "pending_submission", "submitted", "confirmed", "paid_out");
    walkToConfirmed(world, payment);
    failLate(world, payment, failureReason(text(body.cause), text(body.code)));
    return undefined;
  },
  "charge-back"(world, payment, body) {
    mustBe(payment, "charge-back", "pending_submission", "submitted", "confirmed", "paid_out");
    walkToConfirmed(world, payment);
    chargeBack(world, payment, chargebackReason(text(body.cause), text(body.code)));
    return undefined;
  },
  "cancel-charge-back"(world, payment) {
    mustBe(payment, "cancel-charge-back", "charged_back");
    withdrawChargeback(world, payment);
    return undefined;
  },
  /** Somebody presses "Cancel" in GoCardless' own dashboard. */
  cancel(world, payment) {
    mustBe(payment, "cancel", "pending_submission");
    cancelPayment(world, payment, { origin: "api", cause: "payment_cancelled" });
    return undefined;
  },
  /** Somebody presses "Retry" in GoCardless' own dashboard: for the earliest day, or for `chargeDate`. */
  retry(world, payment, body) {
    mustBe(payment, "retry", "failed");
    if (!isUsable(mandateOf(world, payment))) refuse(payment, "retry", ": its mandate is not usable");
    resubmitPayment(world, payment, { origin: "api", cause: "payment_retried" }, dayFrom(world, body.chargeDate));
    return undefined;
  },
  /** Somebody refunds in GoCardless' own dashboard: all that is left of the payment, or `amountCents`. */
  refund(world, payment, body) {
    const amount = Number(body.amountCents ?? payment.amount - payment.amount_refunded);
    if (!Number.isInteger(amount) || amount < 1)
      throw new DeskError(422, "amountCents must be a positive whole number");
    const obstacle = refundObstacle(world, payment, amount);
    if (obstacle) throw new DeskError(422, obstacle.message);
    refundPayment(world, payment, { amount, reference: null, metadata: {} });
    return undefined;
  },
  settle(world, payment) {
    mustBe(payment, "settle", "failed", "charged_back");
    const creditor = creditorOf(world, payment.organisation);
    const waiting = openEntries(world, creditor).some((entry) => entry.payment === payment.id && isDebit(entry.type));
    if (!waiting) refuse(payment, "settle", ": it was not paid out before, or is settled already");
    // Undefined if the balance stays negative: a later payout then settles it.
    return payOut(world, creditor, []);
  },
  "pay-out"(world, payment, body) {
    mustBe(payment, "pay-out", "pending_submission", "submitted", "confirmed");
    const creditor = creditorOf(world, payment.organisation);
    if (creditor.verification_status !== "successful") {
      refuse(payment, "pay-out", `: creditor is ${creditor.verification_status}, payouts wait`);
    }
    const together = [payment, ...othersOf(world, payment, body)];
    for (const one of together) mustBe(one, "pay-out", "pending_submission", "submitted", "confirmed");
    if (amountDue(world, creditor, together) < 1) {
      refuse(payment, "pay-out", ": the balance would not become positive, it waits for more payments");
    }
    for (const one of together) walkToConfirmed(world, one);
    return payOut(world, creditor, together);
  },
};

/** Returns the payments in `with`: further payments of the same creditor to be paid out in the same sum. */
function othersOf(world: World, payment: Payment, body: Fields): Payment[] {
  const ids = Array.isArray(body.with) ? body.with.map(String) : [];
  return ids.map((id) => {
    const other = paymentFor(world, id, body);
    if (other.creditor !== payment.creditor) refuse(other, "pay-out", ": it is another creditor's");
    return other;
  });
}

function isDebit(type: string): boolean {
  return type === "payment_failed" || type === "payment_charged_back";
}

function withdrawChargeback(world: World, payment: Payment): void {
  const before = payment.history.at(-2)?.status === "paid_out" ? "paid_out" : "confirmed";
  const open = openEntries(world, creditorOf(world, payment.organisation)).filter(
    (entry) => entry.payment === payment.id,
  );
  if (before === "paid_out" && open.length === 0) refuse(payment, "cancel-charge-back", ": it is settled already");
  for (const entry of open) world.records.balance.delete(entry.id);
  setPaymentStatus(world, payment, before);
  emitPayment(world, payment, "chargeback_cancelled", { origin: "bank", cause: "payment_confirmed" });
}

/** Creates a payment as another tool of the merchant would. */
function addForeignPayment(world: World, body: Fields): unknown {
  const mandate = mandateFor(world, text(body.mandate) ?? "", body);
  if (!mandate) throw new DeskError(404, `no mandate ${String(body.mandate)}`);
  if (!isUsable(mandate)) throw new DeskError(422, `mandate ${mandate.id} is ${mandate.status}`);
  const amount = Number(body.amountCents);
  if (!Number.isInteger(amount) || amount < 1) throw new DeskError(422, "amountCents must be a positive whole number");
  const payment = createPayment(world, mandate, {
    amount,
    appFee: 0,
    chargeDate: nextPossibleChargeDate(world),
    description: text(body.description) ?? null,
    reference: text(body.reference) ?? null,
    retryIfPossible: false,
    metadata: {},
    idempotencyKey: null,
  });
  return { payment: showPayment(payment), mandate: mandateOf(world, payment).id };
}
