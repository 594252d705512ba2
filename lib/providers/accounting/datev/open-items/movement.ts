import type { Cents } from "@/lib/core/money/money";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import type { Day } from "@/lib/core/time/dates";
import { type Problem, type ProblemCode, problemOf } from "@/lib/providers/accounting/datev/import/file-problems";
import type { TableRow } from "@/lib/providers/accounting/datev/import/table";
import {
  isFormula,
  isFormulaForAmount,
  isFormulaForName,
  readDayNear,
} from "@/lib/providers/accounting/datev/import/table-values";
import {
  type ColumnMapping,
  OPEN_ITEM_COLUMN_NAMES,
  type OpenItemColumn,
} from "@/lib/providers/accounting/datev/open-items/columns/columns";
import { nameOf } from "@/lib/providers/accounting/datev/open-items/columns/guess";
import {
  currencyOf,
  isDebtor,
  isNoNumber,
  isTotal,
  isTotalAlone,
  type Paid,
  paidBy,
} from "@/lib/providers/accounting/datev/open-items/columns/words";
import { type AmountFault, type AmountRules, type Cell, type RowAmounts, readAmounts } from "./amounts";

/** Maximum length of "Belegfeld 1", the number by which DATEV clears items (reference 1.2). */
const MAX_NUMBER_LENGTH = 36;
/** Maximum of an integer column of the database. */
const MAX_CENTS = 2_147_483_647;
const FORMULA: Record<OpenItemColumn, (cell: string) => boolean> = {
  ...{ debtor: isFormula, name: isFormulaForName, number: isFormula, date: isFormula, dueDate: isFormula },
  ...{ debit: isFormulaForAmount, credit: isFormulaForAmount, amount: isFormulaForAmount, balance: isFormulaForAmount },
  ...{ side: isFormula, kind: isFormula, currency: isFormula },
};
const CREDITOR = /^[7-9]\d{4,8}$/;

/** A row of the list as a booking on its debtor's account. */
export interface Movement {
  debtor: string;
  /** Empty for a credit that names no invoice. */
  number: string;
  name: string;
  /** Positive for a debit. */
  cents: Cents;
  debitCents: Cents;
  /** The value of the row's balance column. */
  balance?: Cents;
  /** Always set for a debit; the dates of a credit do not matter. */
  date?: Day;
  /** Undefined if the row has none. */
  dueDate?: Day;
  /** True for a credit with its own minus sign. */
  isNegativeCredit: boolean;
  /** Set for a debit if a cell says that it is paid, completely or partly. */
  paid?: Paid;
}

/** A row that cannot be read, with the debtor and number whose claims it may reduce. */
export interface Fault {
  problem: Problem;
  debtor?: string;
  number: string;
  /** False for a row that reduces nothing: a debit, a creditor's row or a total. */
  mayReduce: boolean;
}

export type RowReading = { movement: Movement } | { fault: Fault } | undefined;

/**
 * Reads a row of the list.
 *
 * @returns a movement, a fault, or undefined for a creditor's row or a total
 */
export function readRow(row: TableRow, columns: ColumnMapping, rules: AmountRules): RowReading {
  const cell: Cell = (column) => row.cells[columns[column] ?? -1] ?? "";
  const debtor = cell("debtor");
  const written = sanitiseLine(cell("number"));
  const amounts = readAmounts(cell, rules, row.cells);
  if (CREDITOR.test(debtor) || isTotalRow(row, cell, amounts)) return undefined;
  const number = isNoNumber(written) ? "" : written;
  const cents = "cents" in amounts ? amounts.cents : undefined;
  const faultOf = (code: ProblemCode, column: OpenItemColumn): RowReading => ({
    fault: {
      problem: problemOf(row.line, code, nameOf(column), cell(column)),
      debtor: isDebtor(debtor) ? debtor : undefined,
      number,
      mayReduce: cents === undefined || cents <= 0 || code === "formula",
    },
  });
  const formula = OPEN_ITEM_COLUMN_NAMES.find(
    (column) => columns[column] !== undefined && FORMULA[column](cell(column)),
  );
  if (formula) return faultOf("formula", formula);
  if (!isDebtor(debtor)) return faultOf("debtor_form", "debtor");
  const currency = cell("currency");
  if (currency !== "" && currencyOf(currency) !== "EUR") return faultOf("currency", "currency");
  if (number.length > MAX_NUMBER_LENGTH) return faultOf("number_too_long", "number");
  if (!("cents" in amounts)) return faultOf(amounts.code, amounts.column);
  if (Math.abs(amounts.cents) > MAX_CENTS) return faultOf("amount_form", amounts.column);
  const isDebit = amounts.cents > 0;
  // A total with a date is not an invoice with that number.
  if (isDebit && (number === "" || isTotalAlone(number))) return faultOf("number_missing", "number");
  const dayOf = (column: "date" | "dueDate") => readDayOf(cell(column), column, rules);
  const date = dayOf(columns.date === undefined ? "dueDate" : "date");
  const due = cell("dueDate");
  if (isDebit && !date) return faultOf("date_form", columns.date === undefined ? "dueDate" : "date");
  if (isDebit && due !== "" && !dayOf("dueDate")) return faultOf("date_form", "dueDate");
  const { balance, isNegativeCredit, debitCents } = amounts;
  const paid = isDebit ? paidOf(row.cells, rules) : undefined;
  const name = sanitiseLine(cell("name"), 200);
  const dueDate = due === "" ? undefined : dayOf("dueDate");
  return {
    movement: {
      debtor,
      number,
      name,
      cents: amounts.cents,
      debitCents,
      balance,
      date,
      dueDate,
      isNegativeCredit,
      paid,
    },
  };
}

/**
 * Returns the fault of a row with the wrong number of cells, with its debtor if readable. `mayReduce` is false for a
 * creditor's row or a total.
 */
export function faultOfWidth(row: TableRow, columns: ColumnMapping): Omit<Fault, "problem"> {
  const cell: Cell = (column) => row.cells[columns[column] ?? -1] ?? "";
  const debtor = cell("debtor");
  const mayReduce = !CREDITOR.test(debtor) && !isTotalRow(row, cell);
  return { debtor: isDebtor(debtor) ? debtor : undefined, number: "", mayReduce };
}

/**
 * True for a row with a total. On a debtor's account the word must be alone in the number or name, and the amount must
 * not be a credit.
 */
function isTotalRow(row: TableRow, cell: Cell, amounts?: RowAmounts | AmountFault): boolean {
  const [number, name] = [cell("number"), cell("name")];
  if (cell("date") !== "" || cell("dueDate") !== "") return false;
  if (!isDebtor(cell("debtor"))) return number === "" && row.cells.some(isTotal);
  if (!isTotalAlone(number) && (number !== "" || !isTotalAlone(name))) return false;
  return amounts !== undefined && ("cents" in amounts ? amounts.cents >= 0 : amounts.code === "amount_missing");
}

function readDayOf(text: string, column: "date" | "dueDate", { dayOrders, year }: AmountRules): Day | undefined {
  const order = dayOrders[column];
  return order ? readDayNear(text, year, order) : undefined;
}

function paidOf(cells: string[], rules: AmountRules): Paid | undefined {
  const found = rules.texts.map((at) => paidBy(rules.plainTitles[at] ?? "", cells[at] ?? ""));
  return found.find((paid) => paid === "settled") ?? found.find((paid) => paid !== undefined);
}
