import { type Day, dayOf, fromDate } from "@/lib/core/dates";
import type { Booking, Payout } from "@/lib/core/prisma/client";
import type { DatevLine, DatevPayout } from "@/lib/providers/accounting/datev/postings";
import { capabilitiesOf } from "@/lib/providers/accounting/systems";
import { movementOf, type StatementItem, type StatementLine, toLines } from "./rules";

/** Why a payout is not in the files. */
export type NotBooked = "not_proven" | "bounced" | "not_paid";

export type DatevFacts = Pick<
  Payout,
  "providerId" | "reference" | "status" | "amountCents" | "arrivalDate" | "paidAt" | "isProven" | "archivedAt"
>;

/** Where the file of a payout is found that was made while these were the books. */
export const DATEV_OUTBOX = capabilitiesOf("DATEV").outbox;

/** What an invoice's row and its contact's tell about whom a line is booked on, by the invoice's id. */
export type InvoiceFacts = Map<string, { number: string; payerName: string; debtor: string | null }>;

/** A line that books of before have taken. */
export type BookedLine = Pick<Booking, "kind" | "invoiceId" | "amountCents" | "feeCents">;

/**
 * An archived payout as it is booked for the tax adviser, less what other books have taken of it. All its rows are of the day it reached the bank, on which the
 * bank statement shows it.
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

/** What the former books took. Lines that are alike in all of this are one as good as the other. */
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
