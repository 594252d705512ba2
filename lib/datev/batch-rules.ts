import { addDays, type Day } from "@/lib/core/dates";
import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";

export function isMonth(text: string): boolean {
  return /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);
}

/** First and last day of a month. */
export function daysOf(month: string): { from: Day; to: Day } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, "0")}-01`;
  return { from: `${month}-01`, to: addDays(next, -1) };
}

/**
 * Payouts that can be handed over: they have arrived, add up, and other books have not taken all that a file would say.
 *
 * @param bank account by which a file books the arrival; without one the bank statement does, and a file has nothing to say of it
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
