import { addTargetDays, type Day } from "../kit/calendar";
import { feeTenths, newEntry, openEntries } from "./balance";
import { emit } from "./events";
import { emitPayment, setPaymentStatus } from "./payment-life";
import type { BalanceEntry, Creditor, EventRecord, Payment, Payout } from "./records";
import { newId, nowIso, type World } from "./world";

/** TARGET days from the charge to the payout. */
const PAYOUT_AFTER = 3;

/** Pays out what is due on `day`, one payout per creditor. */
export function runPayouts(world: World, day: Day): void {
  for (const creditor of world.records.creditors.all()) {
    const due = world.records.payments.filter(
      (payment) =>
        payment.creditor === creditor.id &&
        payment.status === "confirmed" &&
        addTargetDays(payment.charge_date, PAYOUT_AFTER) <= day,
    );
    if (due.length > 0 || openEntries(world, creditor).length > 0) payOut(world, creditor, due);
  }
}

/**
 * Creates one payout of these payments and of every open balance entry. Undefined if the creditor is not verified or
 * the sum is not positive; everything then waits for a later day.
 */
export function payOut(world: World, creditor: Creditor, payments: Payment[]): Payout | undefined {
  const entries = entriesFor(world, creditor, payments);
  const amount = amountOf(entries);
  if (creditor.verification_status !== "successful" || amount < 1) return undefined;
  const fees = entries.filter((entry) => entry.type === "gocardless_fee" || entry.type === "app_fee");
  const grossTenths = entries.filter((entry) => !fees.includes(entry)).reduce((sum, entry) => sum + entry.tenths, 0);
  creditor.payoutCount += 1;
  world.records.creditors.put(creditor.id, creditor);
  const payout: Payout = {
    id: newId("PO"),
    organisation: creditor.organisation,
    created_at: nowIso(world),
    amount,
    // Gross amounts are whole cents, so this is the sum of the fees, rounded once, together with the amount.
    deducted_fees: grossTenths / 10 - amount,
    reference: `GOCARDLESS-${creditor.id.slice(-4)}-${String(creditor.payoutCount).padStart(4, "0")}`,
    arrival_date: null,
    status: "pending",
    creditor: creditor.id,
    payoutAccount: creditor.payoutAccount,
    metadata: {},
  };
  world.records.payouts.put(payout.id, payout);
  for (const entry of entries) world.records.balance.put(entry.id, { ...entry, payout: payout.id });
  sendPayout(world, payout, payments, entries);
  return payout;
}

function entriesFor(world: World, creditor: Creditor, payments: Payment[]): BalanceEntry[] {
  return [...payments.flatMap((payment) => creditsOf(world, payment)), ...openEntries(world, creditor)];
}

/** Adds up tenths of a cent and rounds once. */
function amountOf(entries: BalanceEntry[]): number {
  return Math.round(entries.reduce((sum, entry) => sum + entry.tenths, 0) / 10);
}

/** Returns the amount that a payout of these payments would have now. */
export function amountDue(world: World, creditor: Creditor, payments: Payment[]): number {
  return amountOf(entriesFor(world, creditor, payments));
}

function sendPayout(world: World, payout: Payout, payments: Payment[], entries: BalanceEntry[]): void {
  world.records.payouts.put(
    payout.id,
    Object.assign(payout, { status: "paid", arrival_date: world.kit.clock.today() }),
  );
  const parent = emit(world, {
    organisation: payout.organisation,
    resource_type: "payouts",
    action: "paid",
    origin: "gocardless",
    cause: "payout_paid",
    links: { payout: payout.id, creditor: payout.creditor },
    resourceMetadata: payout.metadata,
  });
  for (const payment of payments) {
    payment.payout = payout.id;
    setPaymentStatus(world, payment, "paid_out");
    emitPayment(world, payment, "paid_out", { origin: "gocardless", cause: "payment_paid_out", parent });
  }
  for (const entry of entries) reportSettlement(world, entry, parent);
}

/**
 * The merchant's bank sends the money back. The event belongs to the creditor and does not name the payout, because no
 * document says that it does. The payments stay paid out (guessed: no document mentions them).
 */
export function bouncePayout(world: World, payout: Payout): void {
  world.records.payouts.put(payout.id, Object.assign(payout, { status: "bounced" }));
  emit(world, {
    organisation: payout.organisation,
    resource_type: "creditors",
    action: "bounced_payout",
    origin: "gocardless",
    cause: "bounced_payout",
    links: { creditor: payout.creditor },
  });
}

function reportSettlement(world: World, entry: BalanceEntry, parent: EventRecord): void {
  const payment = entry.payment ? world.records.payments.get(entry.payment) : undefined;
  const origin = "gocardless";
  if (entry.type === "payment_failed" && payment) {
    emitPayment(world, payment, "late_failure_settled", { origin, cause: "late_failure_settled", parent });
  }
  if (entry.type === "payment_charged_back" && payment) {
    emitPayment(world, payment, "chargeback_settled", { origin, cause: "chargeback_settled", parent });
  }
  const refund = entry.refund ? world.records.refunds.get(entry.refund) : undefined;
  if (!refund || (entry.type !== "payment_refunded" && entry.type !== "refund")) return;
  emit(world, {
    organisation: refund.organisation,
    resource_type: "refunds",
    action: "refund_settled",
    origin,
    cause: "refund_settled",
    links: { refund: refund.id },
    resourceMetadata: refund.metadata,
    parent,
  });
}

function creditsOf(world: World, payment: Payment): BalanceEntry[] {
  const paid = newEntry(world, payment, "payment_paid_out", payment.amount * 10);
  const fee = newEntry(world, payment, "gocardless_fee", -feeTenths(payment.amount));
  const appFee = payment.appFee > 0 ? [newEntry(world, payment, "app_fee", -payment.appFee * 10)] : [];
  return [paid, fee, ...appFee];
}
