import type { Cents } from "@/lib/core/money/money";
import { daysBetween } from "@/lib/core/time/dates";
import { type ProblemCode, problemOf, UnreadableFile } from "@/lib/providers/accounting/datev/import/file-problems";
import { KeyIndex } from "./key-index";
import type { Fault, Movement } from "./movement";

/** Why the rows of a number are not a claim. `reasons` stores the position in this list. */
const REASONS = [
  ...["none", "number_unclear", "twice", "direction_unknown", "due_dates_differ", "amounts_differ", "says_settled"],
  ...["reversal_unclear", "amount_missing"],
] as const satisfies (ProblemCode | "none")[];
type Reason = (typeof REASONS)[number];

const IS_MANY = 1;
const HAS_DEBIT = 2;
const HAS_NEGATIVE_CREDIT = 4;
const HAS_POSITIVE_CREDIT = 8;
const IS_PAID_PARTLY = 16;
const HAS_BALANCE = 32;

export interface ClaimRules {
  /** Rows of one number can be added up: each is known to be a debit or a credit. */
  hasDirection: boolean;
  /** An amount that is not marked as a credit is a debit. If false, a second amount of a number may be a payment. */
  hasSureDebits: boolean;
  /** The balance is the only amount column: several debits of one number may be a running sum. */
  isBalanceAlone: boolean;
  /** The balance of a row is its open amount, which may be less than its amount. */
  isOpenAmount: boolean;
  /** The open amount is a column next to the amount. A number without one may be paid or entirely unpaid. */
  hasOpenAmount: boolean;
}

/**
 * The result for a row: its claim, an error, or undefined if the row is only part of a claim. A paid number yields
 * `spareCents`, the amount paid beyond its debits. A credit without its debit yields `creditCents`. Both may belong to
 * an invoice that is known from an earlier list.
 */
export type Verdict =
  | { openCents: Cents }
  | { spareCents: Cents }
  | { creditCents: Cents }
  | { code: ProblemCode; value: string }
  | undefined;

/**
 * Adds up the rows of a list by debtor and number, and finds the claims that another row may reduce. A claim is a
 * positive sum. Uses about 45 bytes for each row of the file; apart from refusals, nothing else grows with it.
 */
export class Claims {
  private readonly index: KeyIndex;
  private readonly net: Float64Array;
  private readonly debtors: Int32Array;
  /** Line of the number's first debit, or of its first row while it has no debit. */
  private readonly lines: Int32Array;
  private readonly reasons: Uint8Array;
  private readonly reasonLines: Int32Array;
  private readonly due: Int32Array;
  private readonly amounts: Int32Array;
  private readonly flags: Uint8Array;
  /** Balances that equal neither the row's amount nor the sum so far. They must equal the final sum. */
  private readonly expected = new Map<number, Cents>();
  /** By debtor, the first line that may reduce any claim on that debtor. */
  private readonly unassigned = new Map<number, number>();
  /** The debtors in `unassigned` that have at least one claim. */
  private readonly contested = new Set<number>();
  private readonly strayNumbers = new Map<string, number>();
  private strayLine = 0;
  private creditSigns = 0;

  constructor(
    rowCount: number,
    private readonly rules: ClaimRules,
  ) {
    this.index = new KeyIndex(rowCount);
    this.net = new Float64Array(rowCount);
    this.debtors = new Int32Array(rowCount);
    this.lines = new Int32Array(rowCount);
    this.reasons = new Uint8Array(rowCount);
    this.reasonLines = new Int32Array(rowCount);
    this.due = new Int32Array(rowCount);
    this.amounts = new Int32Array(rowCount);
    this.flags = new Uint8Array(rowCount);
  }

  add(line: number, movement: Movement): void {
    const i = this.numberOf(movement.debtor, movement.number);
    const before = this.flags[i] ?? 0;
    const isFirst = this.lines[i] === 0;
    if (isFirst) this.lines[i] = line;
    else this.flags[i] = before | IS_MANY;
    this.net[i] = (this.net[i] ?? 0) + movement.cents;
    if (!isFirst && !this.rules.hasDirection) this.refuse(i, "direction_unknown", line);
    if (movement.cents > 0) this.addDebit(i, line, movement);
    if (movement.cents < 0) {
      const sign = movement.isNegativeCredit ? HAS_NEGATIVE_CREDIT : HAS_POSITIVE_CREDIT;
      this.flags[i] = (this.flags[i] ?? 0) | sign;
      this.creditSigns |= sign;
    }
    this.holdBalance(i, line, movement);
  }

  private addDebit(i: number, line: number, movement: Movement): void {
    const flags = this.flags[i] ?? 0;
    const due = dayNumber(movement.dueDate ?? movement.date);
    if ((flags & HAS_DEBIT) === 0) {
      [this.lines[i], this.due[i], this.amounts[i]] = [line, due, movement.cents];
    } else {
      if (this.rules.isBalanceAlone || !this.rules.hasSureDebits) this.refuse(i, "direction_unknown", line);
      if (this.due[i] !== due) this.refuse(i, "due_dates_differ", line);
      else if (this.amounts[i] === movement.cents) this.refuse(i, "twice", line);
    }
    this.flags[i] = (this.flags[i] ?? 0) | HAS_DEBIT;
    if (movement.paid === "settled") this.refuse(i, "says_settled", line);
    if (movement.paid === "partly" && !this.tellsOpen(movement)) this.flags[i] = (this.flags[i] ?? 0) | IS_PAID_PARTLY;
  }

  /** True if the row states its open amount, which already includes any payment. */
  private tellsOpen({ balance, cents, debitCents }: Movement): boolean {
    const { isOpenAmount, isBalanceAlone } = this.rules;
    return debitCents > cents || (isOpenAmount && (isBalanceAlone || balance !== undefined));
  }

  private holdBalance(i: number, line: number, { balance, cents }: Movement): void {
    if (balance !== undefined) this.flags[i] = (this.flags[i] ?? 0) | HAS_BALANCE;
    if (balance === undefined || balance === cents || balance === this.net[i]) return;
    if (this.rules.isOpenAmount && cents < 0 && balance === 0) return;
    const expected = this.expected.get(i);
    if (expected !== undefined && expected !== balance) this.refuse(i, "amounts_differ", line);
    this.expected.set(i, balance);
  }

  /** Blocks every claim that an unreadable row may reduce. */
  addFault(line: number, { debtor, number, mayReduce }: Omit<Fault, "problem">): void {
    if (debtor !== undefined && number !== "") this.refuse(this.numberOf(debtor, number), "number_unclear", line);
    if (!mayReduce) return;
    if (debtor !== undefined) this.blockDebtor(Number(debtor), line);
    else if (number !== "") this.strayNumbers.set(number, line);
    else this.strayLine ||= line;
  }

  /**
   * Finishes the sums after the last row. A credit without a matching debit may belong to any claim on its debtor, so
   * it blocks them all.
   */
  close(): void {
    for (const [i, balance] of this.expected) {
      const net = this.net[i] ?? 0;
      if (balance === net) continue;
      const isMany = ((this.flags[i] ?? 0) & IS_MANY) !== 0;
      if (this.rules.isOpenAmount && !isMany && balance >= 0 && balance < net) this.net[i] = balance;
      else this.refuse(i, "amounts_differ", this.lines[i] ?? 0);
    }
    const isMixed = this.creditSigns === (HAS_NEGATIVE_CREDIT | HAS_POSITIVE_CREDIT);
    for (let i = 0; i < this.index.count; i += 1) {
      if (isMixed && ((this.flags[i] ?? 0) & HAS_NEGATIVE_CREDIT) !== 0)
        this.refuse(i, "reversal_unclear", this.lines[i] ?? 0);
      this.closeSettled(i);
      if ((this.net[i] ?? 0) < 0) this.blockDebtor(this.debtors[i] ?? 0, this.lines[i] ?? 0);
    }
    if (this.unassigned.size === 0) return;
    for (let i = 0; i < this.index.count; i += 1) {
      const debtor = this.debtors[i] ?? 0;
      if ((this.net[i] ?? 0) > 0 && this.unassigned.has(debtor)) this.contested.add(debtor);
    }
  }

  /**
   * Compares notes about payments with the credits of the number. Accepts "paid" if the credits cover the debits, and
   * "partly paid" if there are credits. Otherwise the claim is refused, and also if its open amount is missing.
   */
  private closeSettled(i: number): void {
    const flags = this.flags[i] ?? 0;
    const isPaid = (this.net[i] ?? 0) <= 0;
    if (isPaid && REASONS[this.reasons[i] ?? 0] === "says_settled") this.reasons[i] = 0;
    const hasCredit = (flags & (HAS_NEGATIVE_CREDIT | HAS_POSITIVE_CREDIT)) !== 0;
    if (!isPaid && !hasCredit && (flags & IS_PAID_PARTLY) !== 0) this.refuse(i, "says_settled", this.lines[i] ?? 0);
    if (!isPaid && this.rules.hasOpenAmount && (flags & HAS_BALANCE) === 0)
      this.refuse(i, "amount_missing", this.lines[i] ?? 0);
  }

  /** Returns the result for a row that was added. Valid after `close`. */
  verdict(line: number, { debtor, number }: Movement): Verdict {
    const i = this.numberOf(debtor, number);
    const account = this.debtors[i] ?? 0;
    const reason: Reason = REASONS[this.reasons[i] ?? 0] ?? "none";
    const reasonLine = this.reasonLines[i] ?? 0;
    if (reason !== "none" && line === reasonLine && reason !== "number_unclear")
      return { code: reason, value: `${debtor}/${number}` };
    if (line !== this.lines[i]) return undefined;
    if (reason !== "none") return { code: "number_unclear", value: String(reasonLine) };
    const net = this.net[i] ?? 0;
    if (net < 0 && this.contested.has(account)) return { code: "credit_unassigned", value: number || debtor };
    if (net === 0 || (net < 0 && ((this.flags[i] ?? 0) & HAS_DEBIT) !== 0))
      return number ? { spareCents: 0 - net } : undefined;
    if (net < 0) return { creditCents: 0 - net };
    const other = this.unassigned.get(account);
    if (other !== undefined) return { code: "debtor_unclear", value: String(other) };
    const stray = this.strayNumbers.get(number) ?? this.strayLine;
    return stray > 0 ? { code: "list_unclear", value: String(stray) } : { openCents: net };
  }

  private numberOf(debtor: string, number: string): number {
    const i = this.index.numberOf(`${debtor}/${number}`);
    if (i >= this.net.length) throw new UnreadableFile(problemOf(0, "changed_meanwhile"));
    this.debtors[i] = Number(debtor);
    return i;
  }

  private refuse(i: number, reason: Reason, line: number): void {
    if (this.reasons[i] !== 0) return;
    this.reasons[i] = REASONS.indexOf(reason);
    this.reasonLines[i] = line;
  }

  private blockDebtor(debtor: number, line: number): void {
    if (!this.unassigned.has(debtor)) this.unassigned.set(debtor, line);
  }
}

function dayNumber(day: string | undefined): number {
  return day === undefined ? -1 : daysBetween("1970-01-01", day);
}
