import type { BalanceEntry, Creditor, Payment } from "./records";
import { newId, nowIso, type World } from "./world";

/** Returns the fee in tenths of a cent: 1 % and 20 cents, at most 4 euros. */
export function feeTenths(amountCents: number): number {
  return Math.min(4_000, Math.round(amountCents / 10) + 200);
}

/** Returns the creditor's balance entries since the last payout. */
export function openEntries(world: World, creditor: Creditor): BalanceEntry[] {
  return world.records.balance.filter((entry) => entry.creditor === creditor.id && entry.payout === null);
}

/** Debits a payment that had been paid out: its amount leaves the balance, and its fees are given back. */
export function debitPayment(world: World, payment: Payment, type: "payment_failed" | "payment_charged_back"): void {
  const entries = [
    newEntry(world, payment, type, -payment.amount * 10),
    newEntry(world, payment, "gocardless_fee", feeTenths(payment.amount)),
  ];
  if (payment.appFee > 0) entries.push(newEntry(world, payment, "app_fee", payment.appFee * 10));
  for (const entry of entries) world.records.balance.put(entry.id, entry);
}

export function newEntry(
  world: World,
  payment: Payment,
  type: BalanceEntry["type"],
  tenths: number,
  refund: string | null = null,
): BalanceEntry {
  const { organisation, creditor } = payment;
  const created_at = nowIso(world);
  const base = { id: newId("BE"), organisation, creditor, created_at, payment: payment.id, mandate: null };
  return { ...base, type, tenths, refund, payout: null };
}
