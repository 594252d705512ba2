import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";
import { addDays, type Day } from "@/lib/core/time/dates";
import { outboxOf } from "@/lib/vendors/rules";

export function isMonth(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
}

/** Returns the first and last day of a month. */
export function daysOf(month: string): { from: Day; to: Day } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
  return { from: `${month}-01`, to: addDays(next, -1) };
}

/**
 * Returns the filter for payouts that can be handed over: they have arrived, add up, and are not completely booked by a
 * previous system.
 *
 * @param bank account on which a file books the arrival; null if the bank statement books it instead
 */
export function toHandOver(bank: string | null) {
  const isSaid = bank ? {} : { kind: { not: "payout" } };
  return {
    archivedAt: { not: null },
    isProven: true,
    status: PayoutStatus.paid,
    bookingStatus: BookingStatus.pending,
    datevBatchId: null,
    arrivalDate: { not: null },
    OR: [{ bookings: { none: {} } }, { bookings: { some: { sentAt: null, ...isSaid } } }],
  };
}

/** True if the payouts of the connected system leave as files for DATEV: its own, or those of a system without its own. */
export function handsOverByFile({ type, status }: { type: string; status: string }): boolean {
  return status === "connected" && outboxOf(type) === outboxOf("DATEV");
}
