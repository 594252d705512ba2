import type { Booking, Payout } from "@/lib/core/prisma/client";
import { type Day, dayOf, fromDate } from "@/lib/core/time/dates";
import { movementOf, type StatementItem, type StatementLine, toLines } from "@/lib/payouts/rules";
import type { DatevLine, DatevPayout } from "@/lib/providers/accounting/datev/extf/postings";
import { capabilitiesOf } from "@/lib/providers/accounting/systems";

/** Why a payout is excluded from the DATEV files. */
export type NotBooked = "not_proven" | "bounced" | "not_paid";

export type DatevFacts = Pick<
  Payout,
  "providerId" | "reference" | "status" | "amountCents" | "arrivalDate" | "paidAt" | "isProven" | "archivedAt"
>;

/** The page with the file of a payout that was handed over while DATEV was in use. */
export const DATEV_OUTBOX = capabilitiesOf("DATEV").outbox;

/** Maps an invoice id to the invoice's number, its payer's name and DATEV debtor account. */
export type InvoiceFacts = Map<string, { number: string; payerName: string; debtor: string | null }>;

/** A line that a previous system has taken. */
export type BookedLine = Pick<Booking, "kind" | "invoiceId" | "amountCents" | "feeCents">;

/**
 * Returns an archived payout as it is booked for the tax adviser, or the reason why it is excluded. The lines that a
 * previous system has taken are not in it.
 * All its rows carry the day it reached the bank, as the bank statement does.
 */
export function toDatevPayout(
  payout: DatevFacts,
  items: StatementItem[],
  invoices: InvoiceFacts,
  booked: BookedLine[] = [],
): DatevPayout | NotBooked {
  if (!payout.isProven || !payout.archivedAt) return "not_proven";
  if (payout.status === "bounced") return "bounced";
  const bookedOn = dayBooked(payout);
  if (payout.status !== "paid" || !bookedOn) return "not_paid";
  const { lines, before } = withoutBooked(toLines(items, payout.amountCents), booked);
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
    ...(before.length > 0 ? { before: sumsOf(before) } : {}),
  };
}

/**
 * Separates the lines that a previous system has taken. Lines that agree in all compared fields are interchangeable.
 */
function withoutBooked(lines: StatementLine[], booked: BookedLine[]) {
  const left = [...booked];
  const before: StatementLine[] = [];
  const open = lines.filter((line) => {
    const at = left.findIndex(
      (one) =>
        one.kind === line.kind &&
        one.invoiceId === line.invoiceId &&
        one.amountCents === line.amountCents &&
        one.feeCents === line.feeCents,
    );
    if (at < 0) return true;
    left.splice(at, 1);
    before.push(line);
    return false;
  });
  return { lines: open, before };
}

function sumsOf(before: StatementLine[]): { cents: number; holdsArrival: boolean } {
  const movements = before.filter(({ kind }) => kind !== "payout");
  return {
    cents: movements.reduce((sum, line) => sum + line.amountCents + line.feeCents, 0),
    holdsArrival: movements.length < before.length,
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
  return movementOf(item.type);
}
