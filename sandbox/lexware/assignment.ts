import { dayOf } from "./input";
import type { Hint, Transaction, Voucher } from "./model";
import { openCents } from "./voucher-amounts";
import { addPayment, isCollectable, removePayments } from "./voucher-life";
import type { World } from "./world";

/**
 * Matches a new hint with transactions; `assignByTransaction` does the reverse. In mode "auto" a match is booked at
 * once, in mode "confirm" it waits for the user (control panel: POST /lexware/transactions/:id/confirm).
 */
export function assignByHint(world: World, hint: Hint): void {
  const matching = world.transactions.filter(
    (transaction) => transaction.organisationId === hint.organisationId && isMeant(hint, transaction),
  );
  for (const transaction of matching) match(world, hint, transaction);
}

export function assignByTransaction(world: World, transaction: Transaction): void {
  const hints = world.hints.filter(
    (hint) => hint.organisationId === transaction.organisationId && isMeant(hint, transaction),
  );
  for (const hint of hints) match(world, hint, world.transactions.get(transaction.id) ?? transaction);
}

export function unassignedCents(transaction: Transaction): number {
  return transaction.cents - transaction.assignments.reduce((sum, one) => sum + one.cents, 0);
}

export function transactionState(transaction: Transaction): string | null {
  if (transaction.ignore) return "invisible";
  if (transaction.assignments.length === 0) return null;
  return unassignedCents(transaction) === 0 ? "completely_assigned" : "partly_assigned";
}

/** Books the smaller of two amounts: what is open on the voucher, and what is unused of the transaction. */
export function assign(world: World, transaction: Transaction, voucher: Voucher): Transaction {
  const cents = Math.min(unassignedCents(transaction), openCents(voucher));
  const assignments = [...transaction.assignments, { voucherId: voucher.id, cents }];
  const next = { ...transaction, assignments, proposedVoucherId: null, updatedAt: world.now() };
  world.transactions.put(next.id, next);
  addPayment(world, voucher, {
    type: "partPaymentFinancialTransaction",
    day: dayOf(transaction.bookingDate),
    cents,
    transactionId: transaction.id,
  });
  return next;
}

/** The user undoes every assignment of the voucher, as after a returned payment: it is open again. */
export function undoAssignments(world: World, voucher: Voucher): Voucher {
  for (const transaction of world.transactions.filter((one) => one.assignments.some((a) => a.voucherId === voucher.id)))
    world.transactions.put(transaction.id, {
      ...transaction,
      assignments: transaction.assignments.filter((one) => one.voucherId !== voucher.id),
      refusedVoucherIds: [...transaction.refusedVoucherIds, voucher.id],
      updatedAt: world.now(),
    });
  return removePayments(world, voucher, (item) => item.type === "partPaymentFinancialTransaction");
}

function isMeant(hint: Hint, transaction: Transaction): boolean {
  if (hint.externalReference) return transaction.externalReference === hint.externalReference;
  return transaction.endToEndId !== null && transaction.endToEndId === hint.endToEndId;
}

function match(world: World, hint: Hint, transaction: Transaction): void {
  const voucher = world.vouchers.get(hint.voucherId);
  if (!voucher || !isCollectable(voucher) || transaction.ignore) return;
  if (transaction.cents <= 0 || unassignedCents(transaction) <= 0) return;
  if (transaction.refusedVoucherIds.includes(voucher.id)) return;
  if (world.config.assignment === "auto") assign(world, transaction, voucher);
  else world.transactions.put(transaction.id, { ...transaction, proposedVoucherId: voucher.id });
}
