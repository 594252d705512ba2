import type { Day } from "@/lib/core/dates";
import type { Cents } from "@/lib/core/money";
import { tameLine } from "@/lib/core/tame-text";
import { type Problem, type ProblemCode, problemOf } from "../file-problems";
import type { TableRow } from "../table";
import { isFormula, isFormulaForAmount, isFormulaForName, readDay } from "../table-values";
import { type AmountRules, type Cell, readAmounts } from "./amounts";
import { type ColumnMapping, OPEN_ITEM_COLUMN_NAMES, type OpenItemColumn } from "./columns";
import { nameOf } from "./guess";
import { currencyOf, isNoNumber, isTotal, saysSettled } from "./words";

/** "Belegfeld 1", the number by which items are cleared, has no more (reference 1.2). */
const MAX_NUMBER_LENGTH = 36;
/** What a column of the database holds. */
const MAX_CENTS = 2_147_483_647;
const FORMULA: Record<OpenItemColumn, (cell: string) => boolean> = {
  ...{ debtor: isFormula, name: isFormulaForName, number: isFormula, date: isFormula, dueDate: isFormula },
  ...{ debit: isFormulaForAmount, credit: isFormulaForAmount, amount: isFormulaForAmount, balance: isFormulaForAmount },
  ...{ side: isFormula, kind: isFormula, currency: isFormula },
};
const DEBTOR = /^[1-6]\d{4,8}$/;
const CREDITOR = /^[7-9]\d{4,8}$/;

/** A row of the list as a booking on its debtor's account. */
export interface Movement {
  debtor: string;
  /** Empty for a credit that names no invoice. */
  number: string;
  name: string;
  /** Above zero is a debit. */
  cents: Cents;
  debitCents: Cents;
  /** As the row's column "Saldo" has it. */
  balance?: Cents;
  /** Of a debit, always; a credit's days say nothing. */
  date?: Day;
  /** Undefined where the row has none. */
  dueDate?: Day;
  /** A credit with a minus of its own. */
  isNegativeCredit: boolean;
  /** A cell says that nothing of it is owed any more. */
  isSettled: boolean;
}

/** A row that cannot be read. What is known of it says which claims it may reduce. */
export interface Fault {
  problem: Problem;
  debtor?: string;
  number: string;
  /** False for a debit: it reduces nothing. */
  mayReduce: boolean;
}

export type RowReading = { movement: Movement } | { fault: Fault } | undefined;

/** @returns undefined for a row that is none of ours: a creditor's, or a total */
export function readRow(row: TableRow, columns: ColumnMapping, rules: AmountRules): RowReading {
  const cell: Cell = (column) => row.cells[columns[column] ?? -1] ?? "";
  const debtor = cell("debtor");
  const written = tameLine(cell("number"));
  if (CREDITOR.test(debtor) || isTotalRow(row, cell)) return undefined;
  const number = isNoNumber(written) ? "" : written;
  const amounts = readAmounts(cell, rules, row.cells);
  const cents = "cents" in amounts ? amounts.cents : undefined;
  const faultOf = (code: ProblemCode, column: OpenItemColumn): RowReading => ({
    fault: {
      problem: problemOf(row.line, code, nameOf(column), cell(column)),
      debtor: DEBTOR.test(debtor) ? debtor : undefined,
      number,
      mayReduce: cents === undefined || cents <= 0 || code === "formula",
    },
  });
  const formula = OPEN_ITEM_COLUMN_NAMES.find(
    (column) => columns[column] !== undefined && FORMULA[column](cell(column)),
  );
  if (formula) return faultOf("formula", formula);
  if (!DEBTOR.test(debtor)) return faultOf("debtor_form", "debtor");
  const currency = cell("currency");
  if (currency !== "" && currencyOf(currency) !== "EUR") return faultOf("currency", "currency");
  if (number.length > MAX_NUMBER_LENGTH) return faultOf("number_too_long", "number");
  if (!("cents" in amounts)) return faultOf(amounts.code, amounts.column);
  if (Math.abs(amounts.cents) > MAX_CENTS) return faultOf("amount_form", amounts.column);
  const isDebit = amounts.cents > 0;
  if (isDebit && number === "") return faultOf("number_missing", "number");
  const date = readDay(cell("date"));
  const due = cell("dueDate");
  if (isDebit && !date) return faultOf("date_form", "date");
  if (isDebit && due !== "" && !readDay(due)) return faultOf("date_form", "dueDate");
  const { balance, isNegativeCredit, debitCents } = amounts;
  const isSettled = isDebit && rules.texts.some((at) => saysSettled(rules.plainTitles[at] ?? "", row.cells[at] ?? ""));
  const name = tameLine(cell("name"), 200);
  const dueDate = due === "" ? undefined : readDay(due);
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
      isSettled,
    },
  };
}

/** The account of a row of whatever length, where it can be told; `mayReduce` is false for one that is no booking. */
export function faultOfWidth(row: TableRow, columns: ColumnMapping): Omit<Fault, "problem"> {
  const cell: Cell = (column) => row.cells[columns[column] ?? -1] ?? "";
  const debtor = cell("debtor");
  const mayReduce = !CREDITOR.test(debtor) && !isTotalRow(row, cell);
  return { debtor: DEBTOR.test(debtor) ? debtor : undefined, number: "", mayReduce };
}

function isTotalRow(row: TableRow, cell: Cell): boolean {
  return cell("number") === "" && cell("date") === "" && row.cells.some(isTotal);
}
