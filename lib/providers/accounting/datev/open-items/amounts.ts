import type { Cents } from "@/lib/core/money";
import type { ProblemCode } from "../file-problems";
import { type Amount, type DayOrder, readAmount } from "../table-values";
import { type ColumnMapping, mappedPositions, type OpenItemColumn, plainTitle } from "./columns";
import type { ColumnContent, Survey } from "./survey";
import { isTermsTitle, kindOf, readsAsCredit, type Side, sideOf } from "./words";

export type Cell = (column: OpenItemColumn) => string;

/** How the rows of this list say what is a debit and what a credit. */
export interface AmountRules {
  mapping: ColumnMapping;
  plainTitles: string[];
  /** Positions that no column is mapped to: their texts may say that an item is paid. */
  texts: number[];
  /** The same without terms of payment, and with the number and a name that may be a text: they may say that a row is a credit. */
  creditTexts: number[];
  /** Columns of amounts without any comma: a dot in them may be a thousand's or a decimal one. */
  wholeColumns: OpenItemColumn[];
  /** How six digits are read in these columns; undefined where both ways are as likely. */
  dayOrders: Record<"date" | "dueDate", DayOrder | undefined>;
  /** Of the list: its days are near. */
  year: number;
  /** The column of amounts has signs or letters of its own somewhere. */
  hasSigns: boolean;
  /** An empty cell of the column S/H is a debit: only credits are marked, or nothing is. */
  isDebitUnmarked: boolean;
  /** Credits are marked in a column of their own. */
  hasMarks: boolean;
}

export interface RowAmounts {
  cents: Cents;
  /** The debit alone, where the row has both sides. */
  debitCents: Cents;
  balance?: Cents;
  isNegativeCredit: boolean;
  /** The column that decided. */
  column: OpenItemColumn;
}
export interface AmountFault {
  code: ProblemCode;
  column: OpenItemColumn;
}

/** 297 with three decimals, or 297 thousand. */
const ONE_DOT = /^[^.]*\d\.\d{3}[^.\d]*$/;
const MONEY = ["debit", "credit", "amount", "balance"] as const;

function dayOrder(content: ColumnContent | undefined): DayOrder | undefined {
  const { dayFirst = 0, yearFirst = 0 } = content ?? {};
  if (dayFirst + yearFirst === 0) return "day";
  return dayFirst === yearFirst ? undefined : dayFirst > yearFirst ? "day" : "year";
}

export function amountRules({ titles, columns }: Survey, mapping: ColumnMapping, year: number): AmountRules {
  const taken = [...mappedPositions(mapping), ...(mapping.ignored ?? [])];
  const plainTitles = titles.map(plainTitle);
  const named = [mapping.number, plainTitles[mapping.name ?? -1] === "bezeichnung" ? mapping.name : undefined];
  const texts = titles.flatMap((_, at) => (taken.includes(at) ? [] : [at]));
  const single = columns[mapping.amount ?? mapping.balance ?? -1];
  const side = columns[mapping.side ?? -1];
  return {
    mapping,
    ...{ plainTitles, texts, year },
    creditTexts: [
      ...texts.filter((at) => !isTermsTitle(plainTitles[at] ?? "")),
      ...named.filter((at) => at !== undefined),
    ],
    wholeColumns: MONEY.filter((column) => columns[mapping[column] ?? -1]?.withCents === 0),
    dayOrders: { date: dayOrder(columns[mapping.date ?? -1]), dueDate: dayOrder(columns[mapping.dueDate ?? -1]) },
    hasSigns: (single?.negatives ?? 0) + (single?.sidedAmounts ?? 0) > 0,
    isDebitUnmarked: (side?.debitWords ?? 0) === 0,
    hasMarks: (side?.debitWords ?? 0) + (side?.creditWords ?? 0) > 0,
  };
}

/** The row's amount with debits above zero, and its balance; or the column that keeps it from being told. */
export function readAmounts(cell: Cell, rules: AmountRules, cells: string[]): RowAmounts | AmountFault {
  const read: Partial<Record<OpenItemColumn, Amount>> = {};
  for (const column of MONEY) {
    if (cell(column) === "") continue;
    const amount = readAmount(cell(column));
    const isUnclear = rules.wholeColumns.includes(column) && ONE_DOT.test(cell(column));
    if (!amount || isUnclear) return { code: "amount_form", column };
    read[column] = amount;
  }
  if (cell("side") !== "" && !sideOf(cell("side"))) return { code: "side_form", column: "side" };
  const { mapping } = rules;
  if (mapping.credit !== undefined || mapping.debit !== undefined) return twoSides(cell, rules, cells, read);
  const column = mapping.amount === undefined ? "balance" : "amount";
  const value = read[column];
  if (!value) return { code: "amount_missing", column };
  const moved = signed(value, column, cell, rules, cells);
  if ("code" in moved || column === "balance") return moved;
  return { ...moved, balance: read.balance && withSide(read.balance, read.balance.side) };
}

/** A column for debits and one for credits; a column of invoice totals may be the former. */
function twoSides(
  cell: Cell,
  rules: AmountRules,
  cells: string[],
  read: Partial<Record<OpenItemColumn, Amount>>,
): RowAmounts | AmountFault {
  const { mapping } = rules;
  const debitColumn = mapping.debit === undefined ? "amount" : "debit";
  const { credit } = read;
  const debit = read[debitColumn];
  if (!debit && !credit && !read.balance) return { code: "amount_missing", column: debitColumn };
  if (credit?.side === "debit") return { code: "side_differs", column: "credit" };
  const debitCents = debit ? withSide(debit, debit.side) : 0;
  const cents = debitCents - Math.abs(credit?.cents ?? 0);
  const sides = [cents, debitCents, credit?.cents ?? 0].map(Math.abs);
  if (mapping.debit !== undefined && read.amount && !sides.includes(Math.abs(read.amount.cents)))
    return { code: "amounts_differ", column: "amount" };
  const side = sideOf(cell("side"));
  const isOfBalance = mapping.balance !== undefined;
  if (side === "credit" && !isOfBalance && cents > 0) return { code: "side_differs", column: "side" };
  const balance = read.balance && withSide(read.balance, read.balance.side ?? side);
  // A column of totals has those of credit notes, too; what was paid of a row explains a text about payments.
  if (mapping.debit === undefined && !side && debitCents > 0) {
    const unmarked = unmarkedSide(debitColumn, cell, rules, credit?.cents ? [] : cells);
    if (typeof unmarked === "object") return unmarked;
    if (unmarked === "credit" && credit?.cents) return { code: "reads_as_credit", column: "kind" };
    if (unmarked === "credit")
      return { cents: 0 - debitCents, debitCents: 0, balance, isNegativeCredit: false, column: debitColumn };
  }
  return { cents, debitCents, balance, isNegativeCredit: (credit?.cents ?? 0) < 0, column: debitColumn };
}

/** One column for both: by S/H, by its sign, or by the kind of document. */
function signed(
  value: Amount,
  column: OpenItemColumn,
  cell: Cell,
  rules: AmountRules,
  cells: string[],
): RowAmounts | AmountFault {
  const marked = sideOf(cell("side"));
  if (marked && value.side && marked !== value.side) return { code: "side_differs", column: "side" };
  const side = marked ?? value.side;
  const { cents } = value;
  const movement = (moved: Cents) => ({
    ...{ cents: moved, debitCents: moved, isNegativeCredit: side === "credit" && cents < 0, column },
  });
  if (side) return movement(withSide(value, side));
  if (cents <= 0) return movement(cents);
  if (rules.mapping.side !== undefined && !rules.isDebitUnmarked) return { code: "side_form", column: "side" };
  const unmarked = unmarkedSide(column, cell, rules, cells);
  if (typeof unmarked === "object") return unmarked;
  return movement(unmarked === "credit" ? 0 - cents : cents);
}

/** The side of an amount above zero that has no mark, by the kind of document and the texts of its row. */
function unmarkedSide(
  column: OpenItemColumn,
  cell: Cell,
  { mapping, hasSigns, hasMarks, creditTexts }: AmountRules,
  cells: string[],
): Side | AmountFault {
  const kind = mapping.kind === undefined ? "invoice" : kindOf(cell("kind"));
  if (kind === undefined) return { code: "kind_unknown", column: "kind" };
  // Where credits have a minus, one without it is either no credit or taken back.
  if (kind === "credit") return hasSigns ? { code: "reads_as_credit", column: "kind" } : "credit";
  if (!hasMarks && creditTexts.some((at) => readsAsCredit(cells[at] ?? ""))) return { code: "reads_as_credit", column };
  return "debit";
}

/** A credit is below zero whichever sign it has; the minus of a debit is one that was taken back. */
function withSide({ cents }: Amount, side: "debit" | "credit" | undefined): Cents {
  return side === "credit" ? 0 - Math.abs(cents) : cents;
}
