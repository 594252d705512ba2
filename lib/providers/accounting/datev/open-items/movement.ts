import type { Day } from "@/lib/core/dates";
import type { Cents } from "@/lib/core/money";
import { tameLine } from "@/lib/core/tame-text";
import { type Problem, type ProblemCode, problemOf } from "../file-problems";
import type { TableRow } from "../table";
import { isFormula, isFormulaForAmount, isFormulaForName, readDayNear } from "../table-values";
import { type AmountFault, type AmountRules, type Cell, type RowAmounts, readAmounts } from "./amounts";
import { type ColumnMapping, OPEN_ITEM_COLUMN_NAMES, type OpenItemColumn } from "./columns";
import { nameOf } from "./guess";
import { currencyOf, isDebtor, isNoNumber, isTotal, isTotalAlone, type Paid, paidBy } from "./words";

/** "Belegfeld 1", the number by which items are cleared, has no more (reference 1.2). */
const MAX_NUMBER_LENGTH = 36;
/** What a column of the database holds. */
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
  /** Of a debit: a cell says that it is paid, or a part of it. */
  paid?: Paid;
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
  // A total with a day of its own is no invoice by that name.
  if (isDebit && (number === "" || isTotalAlone(number))) return faultOf("number_missing", "number");
  const dayOf = (column: "date" | "dueDate") => readDayOf(cell(column), column, rules);
  const date = dayOf(columns.date === undefined ? "dueDate" : "date");
  const due = cell("dueDate");
  if (isDebit && !date) return faultOf("date_form", columns.date === undefined ? "dueDate" : "date");
  if (isDebit && due !== "" && !dayOf("dueDate")) return faultOf("date_form", "dueDate");
  const { balance, isNegativeCredit, debitCents } = amounts;
  const paid = isDebit ? paidOf(row.cells, rules) : undefined;
  const name = tameLine(cell("name"), 200);
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

/** The account of a row of whatever length, where it can be told; `mayReduce` is false for one that is no booking. */
export function faultOfWidth(row: TableRow, columns: ColumnMapping): Omit<Fault, "problem"> {
  const cell: Cell = (column) => row.cells[columns[column] ?? -1] ?? "";
  const debtor = cell("debtor");
  const mayReduce = !CREDITOR.test(debtor) && !isTotalRow(row, cell);
  return { debtor: isDebtor(debtor) ? debtor : undefined, number: "", mayReduce };
}

/** On a debtor's account only a row that cannot be a credit, and has the word alone where the number or the name is. */
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
