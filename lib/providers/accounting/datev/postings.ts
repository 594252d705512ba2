import type { Day } from "@/lib/core/dates";
import type { Cents } from "@/lib/core/money";
import { toBookingText, toDocumentNumber, toOrderNumber, toSettlement } from "./batch-text";
import { type DatevSettings, isDebtor } from "./settings";

/** What money did, in words of the provider's statement. */
export type DatevLineKind = "payment" | "return" | "refund" | "foreign" | "other";

/** One movement of a payout, without fees. */
export interface DatevLine {
  kind: DatevLineKind;
  /** Signed: money for the supplier is positive. */
  amountCents: Cents;
  providerPaymentId: string | null;
  /** Null where no invoice of ours is paid. */
  invoice: { number: string; payerName: string; debtor: string | null } | null;
}

/** A payout as it is booked: lines and fees are the sum that arrived. */
export interface DatevPayout {
  providerId: string;
  reference: string;
  bookedOn: Day;
  amountCents: Cents;
  /** Signed: what was charged is negative. */
  feeCents: Cents;
  lines: DatevLine[];
  /** Of a payout that other books had begun to book: what they took of its lines and fees, and whether its arrival, too. */
  before?: { cents: Cents; holdsArrival: boolean };
}

/** One row of a batch; the amount is positive and stands in debit on `account`, in credit on `contra`. */
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

/** What the supplier should see before he hands the file on: open items are cleared by number and debtor. */
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
 * The rows of one payout. Every row has the clearing account on one side, so that it stands where it stood before once
 * the payout has reached the bank, but for what other books took of it before. A sum of zero is no booking.
 *
 * @throws Error if lines, fees and what was booked before are not the payout: what does not add up is never booked
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

/** The debtor whose open item moves, or the account of what is nobody's. */
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
