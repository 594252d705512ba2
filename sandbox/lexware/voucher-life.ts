import { voucherEvent } from "./callbacks";
import type { PaymentItem, Voucher } from "./model";
import { linesFor } from "./new-voucher";
import { takeCreditNoteNumber } from "./organisations";
import { isRevenue, openCents } from "./voucher-amounts";
import { newId, type World } from "./world";

/**
 * Stores a new document and sends its events. Like all functions here, it does not check whether the change is allowed.
 */
export function keepNewVoucher(world: World, voucher: Voucher, isSilent = false): Voucher {
  world.vouchers.put(voucher.id, voucher);
  if (isSilent) return voucher;
  world.emit(voucher.organisationId, voucherEvent(voucher.type, "created"), voucher.id);
  // A finalised document was a draft before, also if it is created in one step. (guess)
  if (voucher.status !== "draft")
    world.emit(voucher.organisationId, voucherEvent(voucher.type, "status.changed"), voucher.id);
  return voucher;
}

/** Adds a payment item and closes the voucher when nothing is open any more. */
export function addPayment(world: World, voucher: Voucher, item: PaymentItem): Voucher {
  return settle(world, { ...voucher, payments: [...voucher.payments, item] }, voucher);
}

export function removePayments(world: World, voucher: Voucher, isTaken: (item: PaymentItem) => boolean): Voucher {
  return settle(world, { ...voucher, payments: voucher.payments.filter((item) => !isTaken(item)) }, voucher);
}

/** Sets the status by the open amount. Payments alone do not change version and updatedDate. (guess) */
function settle(world: World, next: Voucher, before: Voucher): Voucher {
  const isPaid = openCents({ ...next, status: "open" }) <= 0;
  let settled = next;
  if (isPaid && next.status !== "paid") settled = restated(world, { ...next, status: "paid", paidDay: world.today() });
  if (!isPaid && next.status === "paid") settled = restated(world, { ...next, status: "open", paidDay: null });
  world.vouchers.put(settled.id, settled);
  world.emit(settled.organisationId, "payment.changed", settled.id);
  if (settled.status !== before.status)
    world.emit(settled.organisationId, voucherEvent(settled.type, "status.changed"), settled.id);
  return settled;
}

export function voidVoucher(world: World, voucher: Voucher): Voucher {
  const next = world.vouchers.put(voucher.id, restated(world, { ...voucher, status: "voided" }));
  world.emit(next.organisationId, voucherEvent(next.type, "status.changed"), next.id);
  return next;
}

/** The user edits the document in Lexware: version and updatedDate change. */
export function changeVoucher(world: World, voucher: Voucher, change: Partial<Voucher>): Voucher {
  const changed = { ...voucher, ...change };
  const isSettleable = changed.status === "open" || changed.status === "paid";
  const isPaid = isSettleable && openCents({ ...changed, status: "open" }) <= 0 && changed.payments.length > 0;
  const status = isSettleable ? (isPaid ? "paid" : "open") : changed.status;
  const paidDay = isPaid ? (changed.paidDay ?? world.today()) : null;
  const next = world.vouchers.put(voucher.id, restated(world, { ...changed, status, paidDay }));
  world.emit(next.organisationId, voucherEvent(next.type, "changed"), next.id);
  if (status !== voucher.status) world.emit(next.organisationId, voucherEvent(next.type, "status.changed"), next.id);
  return next;
}

export function deleteDraft(world: World, voucher: Voucher): void {
  world.vouchers.delete(voucher.id);
  world.emit(voucher.organisationId, voucherEvent(voucher.type, "deleted"), voucher.id);
}

/** Credits an invoice: the credit note is settled at once and lowers the invoice's open amount. */
export function creditVoucher(
  world: World,
  voucher: Voucher,
  cents: number,
): { invoice: Voucher; creditNote: Voucher } {
  const organisation = world.organisations.get(voucher.organisationId);
  if (!organisation) throw new Error(`voucher ${voucher.id} has no organisation`);
  const number = takeCreditNoteNumber(world, organisation);
  const creditNote: Voucher = {
    ...voucher,
    ...linesFor("Gutschrift", cents, 19),
    id: newId(),
    type: "creditnote",
    status: "paidoff",
    number,
    date: world.today(),
    dueDate: null,
    createdAt: world.now(),
    updatedAt: world.now(),
    version: 1,
    term: null,
    title: "Rechnungskorrektur",
    related: [{ id: voucher.id, voucherNumber: voucher.number, voucherType: voucher.type }],
    payments: [],
    paidDay: world.today(),
    deductions: null,
    closingInvoiceId: null,
  };
  keepNewVoucher(world, creditNote);
  const related = [...voucher.related, { id: creditNote.id, voucherNumber: number, voucherType: creditNote.type }];
  const item: PaymentItem = { type: "partPaymentCreditNote", day: world.today(), cents };
  return { invoice: addPayment(world, { ...voucher, related }, item), creditNote };
}

export function isCollectable(voucher: Voucher): boolean {
  return isRevenue(voucher) && (voucher.status === "open" || voucher.status === "sepadebit") && openCents(voucher) > 0;
}

function restated(world: World, voucher: Voucher): Voucher {
  return { ...voucher, version: voucher.version + 1, updatedAt: world.now() };
}
