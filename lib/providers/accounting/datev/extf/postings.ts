import type { Cents } from "@/lib/core/money/money";
import type { Day } from "@/lib/core/time/dates";
import { type DatevSettings, isDebtor } from "@/lib/providers/accounting/datev/settings";
import { toBookingText, toDocumentNumber, toOrderNumber, toSettlement } from "./batch-text";

/** Kinds of movements, as on the provider's statement. */
export type DatevLineKind = "payment" | "return" | "refund" | "foreign" | "other";

/** One movement of a payout, without fees. */
export interface DatevLine {
  kind: DatevLineKind;
  /** Signed: money for the supplier is positive. */
  amountCents: Cents;
  providerPaymentId: string | null;
  /** Null if the movement belongs to no invoice of ours. */
  invoice: { number: string; payerName: string; debtor: string | null } | null;
}

/** A payout to book: its lines and fees add up to the amount that arrived. */
export interface DatevPayout {
  providerId: string;
  reference: string;
  bookedOn: Day;
  amountCents: Cents;
  /** Signed: charged fees are negative. */
  feeCents: Cents;
  lines: DatevLine[];
  /**
   * For a payout whose booking began in the previous system. `cents` of its lines and fees were booked there;
   * `holdsArrival` if the arrival at the bank was, too.
   */
  before?: { cents: Cents; holdsArrival: boolean };
}

/** One row of a batch. The amount is positive: a debit on `account` and a credit on `contra`. */
export interface Posting {
  cents: Cents;
  account: string;
  contra: string;
  taxKey: string;
  day: Day;
  documentNumber: string;
  text: string;
  orderNumber: string;
  settlement: string;
}

/** Notes that the supplier should read before forwarding the file. DATEV clears open items by number and debtor. */
export type DatevNote =
  | { kind: "number_changed"; number: string; writtenAs: string }
  | { kind: "number_ambiguous"; number: string; writtenAs: string }
  | { kind: "debtor_collective"; number: string; payerName: string }
  | { kind: "debtor_unusable"; number: string; debtor: string }
  | { kind: "unassigned"; settlement: string; amountCents: Cents }
  | { kind: "booked_before"; settlement: string; amountCents: Cents };

const WORDS: Record<DatevLineKind, { in: string; out: string }> = {
  payment: { in: "Lastschrift", out: "Lastschrift Storno" },
  return: { in: "Rücklastschrift aufgehoben", out: "Rücklastschrift" },
  refund: { in: "Erstattung zurück", out: "Erstattung" },
  foreign: { in: "Lastschrift anderes Programm", out: "Rücklastschrift anderes Programm" },
  other: { in: "Sonstiges", out: "Sonstiges" },
};

/**
 * Returns the rows of one payout. Every row has the clearing account on one side. Once the payout is booked to the
 * bank, that account has its former balance again, except for amounts booked in the previous system. Amounts of zero
 * are not booked.
 *
 * @throws Error if lines, fees and the amount booked before do not add up to the payout
 */
export function toPostings(payout: DatevPayout, settings: DatevSettings): { postings: Posting[]; notes: DatevNote[] } {
  const { accounts } = settings;
  const settlement = toSettlement(payout.providerId);
  const notes: DatevNote[] = [];
  const { before } = payout;
  if (before) notes.push({ kind: "booked_before", settlement, amountCents: before.cents });
  const total = payout.lines.reduce((sum, line) => sum + line.amountCents, payout.feeCents + (before?.cents ?? 0));
  if (total !== payout.amountCents) throw new Error(`lines of payout ${payout.providerId} do not add up`);
  const move = (cents: Cents, other: string, more: Partial<Posting> & { text: string }): Posting => {
    const [account, contra] = cents > 0 ? [accounts.transit, other] : [other, accounts.transit];
    const rest = { taxKey: "", orderNumber: "", documentNumber: toDocumentNumber(payout.reference), ...more };
    return { ...rest, cents: Math.abs(cents), account, contra, day: payout.bookedOn, settlement };
  };
  const postings = payout.lines
    .filter((line) => line.amountCents !== 0)
    .map((line) => {
      const other = otherAccount(line, settings, settlement, notes);
      return move(line.amountCents, other, describeLine(line, payout, notes));
    });
  if (payout.feeCents !== 0) {
    const text = toBookingText(`GoCardless ${payout.feeCents < 0 ? "Gebühr" : "Gebühr zurück"} ${payout.reference}`);
    postings.push(move(payout.feeCents, accounts.fees, { text, taxKey: settings.feeTaxKey }));
  }
  if (accounts.bank !== null && payout.amountCents !== 0 && !before?.holdsArrival) {
    const text = toBookingText(`GoCardless Auszahlung ${payout.reference}`);
    postings.push(move(-payout.amountCents, accounts.bank, { text }));
  }
  return { postings, notes };
}

/**
 * Returns the debtor whose open item changes. Without a usable debtor that is the collective debtor; without an invoice
 * it is the account for unassigned money. Adds a note in these cases.
 */
function otherAccount(line: DatevLine, settings: DatevSettings, settlement: string, notes: DatevNote[]): string {
  const { accounts, accountLength } = settings;
  if (!line.invoice) {
    notes.push({ kind: "unassigned", settlement, amountCents: line.amountCents });
    return accounts.unassigned;
  }
  const { number, payerName, debtor } = line.invoice;
  if (debtor === null) notes.push({ kind: "debtor_collective", number, payerName });
  else if (isDebtor(debtor, accountLength)) return debtor;
  else notes.push({ kind: "debtor_unusable", number, debtor });
  return accounts.collectiveDebtor;
}

function describeLine(line: DatevLine, payout: DatevPayout, notes: DatevNote[]) {
  const word = WORDS[line.kind][line.amountCents > 0 ? "in" : "out"];
  const orderNumber = toOrderNumber(line.providerPaymentId ?? "");
  if (!line.invoice) {
    const name = line.providerPaymentId ?? payout.reference;
    return { text: toBookingText(`${word} ${name}`), orderNumber, documentNumber: toDocumentNumber(name) };
  }
  const { number, payerName } = line.invoice;
  const documentNumber = toDocumentNumber(number);
  if (documentNumber !== number) notes.push({ kind: "number_changed", number, writtenAs: documentNumber });
  return { text: toBookingText(`${word} ${number} ${payerName}`), orderNumber, documentNumber };
}
