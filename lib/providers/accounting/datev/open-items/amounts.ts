import type { Cents } from "@/lib/core/money/money";
import type { ProblemCode } from "@/lib/providers/accounting/datev/import/file-problems";
import { type Amount, type DayOrder, readAmount } from "@/lib/providers/accounting/datev/import/table-values";
import {
  type ColumnMapping,
  mappedPositions,
  type OpenItemColumn,
  plainTitle,
} from "@/lib/providers/accounting/datev/open-items/columns/columns";
import type { ColumnContent, Survey } from "@/lib/providers/accounting/datev/open-items/columns/survey";
import {
  isTermsTitle,
  kindOf,
  readsAsCredit,
  type Side,
  sideOf,
} from "@/lib/providers/accounting/datev/open-items/columns/words";

export type Cell = (column: OpenItemColumn) => string;

/** How the rows of this list distinguish debits from credits. */
export interface AmountRules {
  mapping: ColumnMapping;
  plainTitles: string[];
  /** Positions of columns that are neither mapped nor ignored: their texts may say that an item is paid. */
  texts: number[];
  /**
   * Positions whose texts may mark a row as a credit: `texts` without payment terms, plus the number, and the name if
   * its title is "Bezeichnung".
   */
  creditTexts: number[];
  /** Amount columns in which no amount has a comma: a dot in them may separate thousands or decimals. */
  wholeColumns: OpenItemColumn[];
  /** How six digits are read in these columns; undefined if both orders are equally likely. */
  dayOrders: Record<"date" | "dueDate", DayOrder | undefined>;
  /** The year in which the list was made. Its days must be close to it. */
  year: number;
  /** The amount column contains minus signs, or letters for debit and credit. */
  hasSigns: boolean;
  /** An empty cell of the S/H column is a debit, because the column never marks a debit. */
  isDebitUnmarked: boolean;
  /** The S/H column marks at least one row as debit or credit. */
  hasMarks: boolean;
}

export interface RowAmounts {
  cents: Cents;
  /** The debit alone, if the row has both sides. */
  debitCents: Cents;
  balance?: Cents;
  isNegativeCredit: boolean;
  /** The column that determined the amount. */
  column: OpenItemColumn;
}
export interface AmountFault {
  code: ProblemCode;
  column: OpenItemColumn;
}

/** One dot before three digits: `297.500` may be 297.5 or 297,500. */
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

/**
 * Returns the row's amount, positive for a debit, and its balance. Returns a fault with its column if they cannot be
 * determined.
 */
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

/** Reads a column for debits and one for credits. A column of invoice totals may take the place of the former. */
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
  // A column of totals includes those of credit notes, so the document's kind and texts decide. If the row states a
  // payment, that explains a text about payments, so the texts are ignored.
  if (mapping.debit === undefined && !side && debitCents > 0) {
    const unmarked = unmarkedSide(debitColumn, cell, rules, credit?.cents ? [] : cells);
    if (typeof unmarked === "object") return unmarked;
    if (unmarked === "credit" && credit?.cents) return { code: "reads_as_credit", column: "kind" };
    if (unmarked === "credit")
      return { cents: 0 - debitCents, debitCents: 0, balance, isNegativeCredit: false, column: debitColumn };
  }
  return { cents, debitCents, balance, isNegativeCredit: (credit?.cents ?? 0) < 0, column: debitColumn };
}

/** Reads one column for both sides: by S/H, by its sign, or by the document's kind. */
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

/** Returns the side of a positive amount without S/H, from the document's kind and the texts of its row. */
function unmarkedSide(
  column: OpenItemColumn,
  cell: Cell,
  { mapping, hasSigns, hasMarks, creditTexts }: AmountRules,
  cells: string[],
): Side | AmountFault {
  const kind = mapping.kind === undefined ? "invoice" : kindOf(cell("kind"));
  if (kind === undefined) return { code: "kind_unknown", column: "kind" };
  // Where credits have a minus, a credit without one is either mislabelled or reversed.
  if (kind === "credit") return hasSigns ? { code: "reads_as_credit", column: "kind" } : "credit";
  if (!hasMarks && creditTexts.some((at) => readsAsCredit(cells[at] ?? ""))) return { code: "reads_as_credit", column };
  return "debit";
}

/**
 * Returns the signed amount. A credit is negative whichever sign it has; a debit with a minus stays negative, because
 * it was reversed.
 */
function withSide({ cents }: Amount, side: "debit" | "credit" | undefined): Cents {
  return side === "credit" ? 0 - Math.abs(cents) : cents;
}
