import { type Day, dayOf, fromDate } from "@/lib/core/dates";
import type { Payout } from "@/lib/core/prisma/client";
import type { DatevLine, DatevPayout } from "@/lib/providers/accounting/datev/postings";
import { type StatementItem, type StatementLine, toLines } from "./rules";

/** Why a payout is not in the files. */
export type NotBooked = "not_proven" | "bounced" | "not_paid" | "foreign_currency";

export type DatevFacts = Pick<
  Payout,
  | "providerId"
  | "reference"
  | "status"
  | "amountCents"
  | "currency"
  | "arrivalDate"
  | "paidAt"
  | "isProven"
  | "archivedAt"
>;

/** What an invoice's row and its contact's tell about whom a line is booked on, by the invoice's id. */
export type InvoiceFacts = Map<string, { number: string; payerName: string; debtor: string | null }>;

/**
 * An archived payout as it is booked for the tax adviser. All its rows are of the day it reached the bank, on which the
 * bank statement shows it.
 */
export function toDatevPayout(
  payout: DatevFacts,
  items: StatementItem[],
  invoices: InvoiceFacts,
): DatevPayout | NotBooked {
  if (payout.currency !== "EUR") return "foreign_currency";
  if (!payout.isProven || !payout.archivedAt) return "not_proven";
  if (payout.status === "bounced") return "bounced";
  const bookedOn = dayBooked(payout);
  if (payout.status !== "paid" || !bookedOn) return "not_paid";
  const lines = toLines(items, payout.amountCents);
  const types = new Map(items.map((item) => [item.position, item]));
  const isMovement = (line: StatementLine) => line.kind !== "fee" && line.kind !== "payout";
  return {
    providerId: payout.providerId,
    reference: payout.reference || payout.providerId,
    bookedOn,
    amountCents: payout.amountCents,
    feeCents: lines.reduce((sum, line) => sum + line.feeCents + (line.kind === "fee" ? line.amountCents : 0), 0),
    lines: lines.filter(isMovement).map((line) => {
      const item = types.get(line.position);
      const invoice = line.invoiceId ? (invoices.get(line.invoiceId) ?? null) : null;
      const { amountCents, providerPaymentId } = line;
      return { kind: kindOf(item, invoice !== null), amountCents, providerPaymentId, invoice };
    }),
  };
}

function dayBooked({ arrivalDate, paidAt }: DatevFacts): Day | undefined {
  if (arrivalDate) return fromDate(arrivalDate);
  return paidAt ? dayOf(paidAt) : undefined;
}

function kindOf(item: StatementItem | undefined, isOurs: boolean): DatevLine["kind"] {
  if (!item) return "other";
  if (item.isForeign) return "foreign";
  if (!isOurs) return "other";
  if (item.type === "payment_paid_out") return "payment";
  if (item.type === "payment_refunded" || item.type === "refund" || item.type === "refund_funds_returned")
    return "refund";
  return item.type === "payment_failed" || item.type === "payment_charged_back" ? "return" : "other";
}
