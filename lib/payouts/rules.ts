import { createHash } from "node:crypto";
import { type Cents, centsFromTenths } from "@/lib/core/money/money";
import type { Payout } from "@/lib/core/prisma/client";
import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";

/** Filter for payouts that wait to be booked: complete, paid, and not bounced. */
export const TO_BOOK = {
  archivedAt: { not: null },
  bookingStatus: BookingStatus.pending,
  status: PayoutStatus.paid,
};

/**
 * True if the payout is in euros. Collections are in euros. A payout in another currency is money of other tools, and
 * the accounting system would book it as euros.
 */
export function isInEuros({ currency }: { currency: string }): boolean {
  return currency === "EUR";
}

export interface StatementItem {
  position: number;
  type: string;
  tenths: number;
  providerPaymentId: string | null;
  collectionId: string | null;
  invoiceId: string | null;
  isForeign: boolean;
}

/** Returns the ids of the vendor's payments that the items are about, each once. */
export function paymentsOf(items: { paymentId: string | null }[]): string[] {
  return [...new Set(items.map((item) => item.paymentId).filter((id) => id !== null))];
}

/** True if the items, rounded once at the end, are the amount of the payout. */
export function isProven(items: { tenths: number }[], payoutCents: Cents): boolean {
  return centsFromTenths(items.reduce((sum, item) => sum + item.tenths, 0)) === payoutCents;
}

/**
 * Returns the reference of an invoice in the accounting system: short, lasting, and the same over all attempts.
 * It is derived from the vendor's document id, not from ours. A restored database reads the invoice again under a new
 * id, and would book its money a second time under another reference.
 */
export function invoiceReference(
  customerId: string,
  { books, externalId }: { books: string; externalId: string },
): string {
  const mark = createHash("sha256").update(`${customerId}:${books}:${externalId}`).digest("hex");
  return `EZ${mark.slice(0, 14).toUpperCase()}`;
}

/** One line on the transfer account. With the line of the payout, all lines of a payout sum to zero. */
export interface StatementLine {
  kind: "payment" | "return" | "refund" | "fee" | "other" | "payout";
  /** Position of the item that the line books. Several fee items of one payment are one line. */
  position: number;
  providerPaymentId: string | null;
  invoiceId: string | null;
  collectionId: string | null;
  amountCents: Cents;
  feeCents: Cents;
}

/** Sums of payments, of fees, and of returns and refunds, each in tenths of a cent. */
export interface StatementSums {
  payments: number;
  fees: number;
  deductions: number;
  total: number;
}

export const NO_SUMS: StatementSums = { payments: 0, fees: 0, deductions: 0, total: 0 };

/** Returns the column of a statement that an item belongs to. */
export function sideOf({ type, tenths }: { type: string; tenths: number }): "payments" | "fees" | "deductions" {
  if (isFeeType(type)) return "fees";
  return tenths >= 0 ? "payments" : "deductions";
}

export function sumsOf(items: { type: string; tenths: number }[], before: StatementSums = NO_SUMS): StatementSums {
  const sums = { ...before };
  for (const item of items) {
    sums[sideOf(item)] += item.tenths;
    sums.total += item.tenths;
  }
  return sums;
}

/** Types of items by which a bank took money back. */
const RETURN_TYPES = ["payment_failed", "payment_charged_back"];
/** Types of items by which the supplier refunded money, or got a refund back. */
const REFUND_TYPES = ["payment_refunded", "refund", "refund_funds_returned"];

export function isFeeType(type: string): boolean {
  return type.endsWith("_fee");
}

/**
 * Returns the lines to book for a payout.
 * Fees have tenths of a cent, the accounting system has cents. The sum of all fees is the payout less everything else.
 * Each fee is one step of the rounded running sum, so no cent is lost or made.
 * A fee is booked on its payment's line. A fee given back, or without a payment in this payout, is a line of its own.
 */
export function toLines(items: StatementItem[], payoutCents: Cents): StatementLine[] {
  const lines: StatementLine[] = [];
  const gross = items.filter((item) => !isFeeType(item.type));
  for (const item of gross)
    lines.push({ ...base(item), kind: movementOf(item.type), amountCents: centsFromTenths(item.tenths), feeCents: 0 });
  const fees = items.filter((item) => isFeeType(item.type));
  const feeCents = payoutCents - lines.reduce((sum, line) => sum + line.amountCents, 0);
  for (const { item, cents } of spread(fees, feeCents)) {
    const line =
      cents < 0
        ? lines.find((other) => other.kind === "payment" && other.providerPaymentId === item.providerPaymentId)
        : undefined;
    if (line && item.providerPaymentId) line.feeCents += cents;
    else if (cents !== 0) lines.push({ ...base(item), kind: "fee", amountCents: cents, feeCents: 0 });
  }
  const empty = { position: items.length, providerPaymentId: null, invoiceId: null, collectionId: null, feeCents: 0 };
  return [...lines, { ...empty, kind: "payout", amountCents: -payoutCents }];
}

function base({ position, providerPaymentId, invoiceId, collectionId }: StatementItem) {
  return { position, providerPaymentId, invoiceId, collectionId };
}

/** Returns the kind of line that books an item other than a fee. */
export function movementOf(type: string): "payment" | "return" | "refund" | "other" {
  if (type === "payment_paid_out") return "payment";
  if (RETURN_TYPES.includes(type)) return "return";
  return REFUND_TYPES.includes(type) ? "refund" : "other";
}

function spread(fees: StatementItem[], totalCents: Cents): { item: StatementItem; cents: Cents }[] {
  let tenths = 0;
  let given = 0;
  return fees.map((item, i) => {
    tenths += item.tenths;
    const upTo = i === fees.length - 1 ? totalCents : centsFromTenths(tenths);
    const cents = upTo - given;
    given = upTo;
    return { item, cents };
  });
}

/** How a sent line is assigned to its invoice in the accounting system. */
export type BookingTie = "hinted" | "byHand" | "settled" | "sent";

/**
 * Returns how a line is assigned to its invoice.
 * An accounting system in which a line settles its document needs no hint, and no person has to assign a second
 * payment.
 *
 * @param isKnown true if the invoice is a document of the accounting system in use
 */
export function tieOf(
  { kind, isHinted }: { kind: string; isHinted: boolean },
  settlesBy: "hint" | "line",
  isKnown: boolean,
): BookingTie {
  if (kind !== "payment") return "sent";
  if (settlesBy === "hint") return isHinted ? "hinted" : "byHand";
  return isKnown ? "settled" : "sent";
}

/** True if the previous system has taken every line of a payout. A payout without lines was never booked there. */
export function isInPreviousSystem(lines: { sentAt: Date | null }[]): boolean {
  return lines.length > 0 && lines.every((line) => line.sentAt !== null);
}

/**
 * The state of a payout's booking, for the screen. A bounced payout is `withheld` if nothing was booked, and `to_take_back` if
 * it was booked although no money arrived.
 */
export type BookingState = BookingStatus | "withheld" | "to_take_back";

/** Returns how a payout is booked. */
export function bookingStateOf({ status, bookingStatus }: Pick<Payout, "status" | "bookingStatus">): BookingState {
  if (status !== "bounced" || bookingStatus === "unavailable") return bookingStatus;
  return bookingStatus === "pending" ? "withheld" : "to_take_back";
}
