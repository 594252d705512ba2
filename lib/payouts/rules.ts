import { createHash } from "node:crypto";
import { type Cents, centsFromTenths } from "@/lib/core/money";
import { BookingStatus, PayoutStatus } from "@/lib/core/prisma/enums";

/** Payouts that wait to be taken to the books: complete, and on their way to the bank, which has not sent them back. */
export const TO_BOOK = {
  archivedAt: { not: null },
  bookingStatus: BookingStatus.pending,
  status: PayoutStatus.paid,
};

/** Debits are in euros: a payout in another currency is money of other tools, and the books would take it for euros. */
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

/** Rounded once at the end, the items are the payout. */
export function isProven(items: { tenths: number }[], payoutCents: Cents): boolean {
  return centsFromTenths(items.reduce((sum, item) => sum + item.tenths, 0)) === payoutCents;
}

/**
 * What a line of an invoice is called in the books: short, lasting, and the same over all attempts. It is made of what the
 * books say and not of our own id: a database that was restored to an earlier moment reads the invoice anew, and would
 * book money a second time under another name.
 */
export function invoiceReference(
  customerId: string,
  { books, externalId }: { books: string; externalId: string },
): string {
  const mark = createHash("sha256").update(`${customerId}:${books}:${externalId}`).digest("hex");
  return `EZ${mark.slice(0, 14).toUpperCase()}`;
}

/** One line on the transfer account; together with the payout line all lines of a payout sum to zero. */
export interface StatementLine {
  kind: "payment" | "return" | "refund" | "fee" | "other" | "payout";
  /** The item the line stands for; several fee items of one payment are one line. */
  position: number;
  providerPaymentId: string | null;
  invoiceId: string | null;
  collectionId: string | null;
  amountCents: Cents;
  feeCents: Cents;
}

/** Credits, fees, and what came back or was refunded, each in tenths of a cent. */
export interface StatementSums {
  payments: number;
  fees: number;
  deductions: number;
  total: number;
}

export const NO_SUMS: StatementSums = { payments: 0, fees: 0, deductions: 0, total: 0 };

/** In which column of a statement an item stands. */
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

/** What a bank took back. */
const RETURN_TYPES = ["payment_failed", "payment_charged_back"];
/** What the supplier gave back, or got back of it. */
const REFUND_TYPES = ["payment_refunded", "refund", "refund_funds_returned"];

export function isFeeType(type: string): boolean {
  return type.endsWith("_fee");
}

/**
 * The lines to book for a payout. Fees have tenths of a cent, books have cents: what is charged in all is the payout
 * less everything else, and each fee is the step of the running, rounded sum, so that no cent is lost or made.
 * A fee stands on its payment's line; one given back, or without a payment in this payout, is a line of its own.
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

/** What an item other than a fee stands for. */
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

/** How a line finds its invoice in the books, once it is there. */
export type BookingTie = "hinted" | "byHand" | "settled" | "sent";

/**
 * Books in which a line settles its document need no hint, and nobody's hand for a second payment.
 *
 * @param isKnown the invoice is a document of the books in use
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

/** Whether books used before have taken all of a payout. One without lines was never theirs. */
export function isInFormerBooks(lines: { sentAt: Date | null }[]): boolean {
  return lines.length > 0 && lines.every((line) => line.sentAt !== null);
}
