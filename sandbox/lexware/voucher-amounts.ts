import type { Day } from "../kit/calendar";
import type { Voucher } from "./model";

const EXPENSES = new Set(["creditnote", "salescreditnote", "purchaseinvoice"]);

/** True if the money for this document is owed to the organisation. */
export function isRevenue(voucher: Voucher): boolean {
  return !EXPENSES.has(voucher.type);
}

/**
 * Returns what a document claims. A closing invoice claims its total without what down payments had brought when it was
 * written.
 */
export function claimedCents(voucher: Voucher): number {
  const received = (voucher.deductions ?? []).reduce((sum, one) => sum + one.receivedCents, 0);
  return voucher.totalCents - received;
}

export function openCents(voucher: Voucher): number {
  if (voucher.status === "voided" || voucher.status === "draft" || voucher.status === "paidoff") return 0;
  const settled = voucher.payments.reduce((sum, item) => sum + item.cents, 0);
  return claimedCents(voucher) - settled;
}

export function receivedCents(voucher: Voucher): number {
  return voucher.payments.reduce((sum, item) => sum + item.cents, 0);
}

/**
 * True if a document is overdue; the status `overdue` is never stored. Without a payment condition a document is
 * overdue on its first day (reference section 4.3, one source).
 */
export function isOverdue(voucher: Voucher, today: Day): boolean {
  if (voucher.status !== "open" && voucher.status !== "sepadebit") return false;
  if (!voucher.dueDate) return false;
  return voucher.term || voucher.dueDate !== voucher.date ? voucher.dueDate < today : voucher.dueDate <= today;
}
