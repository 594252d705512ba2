import type { Day } from "@/lib/core/dates";
import type { Cents } from "@/lib/core/money";
import { tameLine } from "@/lib/core/tame-text";
import type { DocumentEntry } from "../port";
import { type ProblemCode, type Problems, problemOf, UnreadableFile } from "./file-problems";
import type { FileFormat } from "./import-file";
import type { TableRow } from "./table";
import { isFormula, isFormulaForAmount, isFormulaForName, readAmount, readDay } from "./table-values";

/**
 * What a list of open items can tell, and the titles such columns go by (reference 2): DATEV has no fixed format for
 * it, every program version and every office lists other columns.
 */
export const OPEN_ITEM_COLUMNS = {
  debtor: ["Konto", "Debitor", "Kontonummer", "Personenkonto", "Debitorennummer", "account_number"],
  name: ["Kontobezeichnung", "Name", "Kontoname", "Kunde", "Bezeichnung"],
  number: ["Rechnungsnummer", "Rechnungs-Nr.", "Belegfeld 1", "Belegfeld1", "RG-Nr.", "Rechnung", "document_field1"],
  date: ["Datum", "Belegdatum", "Rechnungsdatum", "date"],
  dueDate: ["Fälligkeit", "Fällig", "Fälligkeitsdatum", "Fällig am", "due_date"],
  debit: ["Sollbetrag", "Soll", "Betrag Soll", "Umsatz Soll", "amount_debit"],
  credit: ["Habenbetrag", "Haben", "Betrag Haben", "Umsatz Haben", "amount_credit"],
  balance: ["Saldo", "OP-Betrag", "Offener Betrag", "Offen", "open_balance_of_item"],
  side: ["S/H", "Soll/Haben", "Soll/Haben-Kennzeichen", "Saldo S/H", "debit_credit_identifier"],
  currency: ["WKZ", "Währung", "currency_code"],
} as const satisfies Record<string, readonly string[]>;

export type OpenItemColumn = keyof typeof OPEN_ITEM_COLUMNS;
/** Position of each column in the file, counted from 0. */
export type ColumnMapping = Partial<Record<OpenItemColumn, number>>;

/** "Belegfeld 1", the number by which items are cleared, has no more (reference 1.2). */
const LONGEST_NUMBER = 36;
const FORMULA: Record<OpenItemColumn, (cell: string) => boolean> = {
  ...{ debtor: isFormula, name: isFormulaForName, number: isFormula, date: isFormula, dueDate: isFormula },
  ...{ debit: isFormulaForAmount, credit: isFormulaForAmount, balance: isFormulaForAmount },
  ...{ side: isFormula, currency: isFormula },
};
const DEBTOR = /^[1-6]\d{4,8}$/;
const CREDITOR = /^[7-9]\d{4,8}$/;

/** Which columns these titles are, as far as they are known; the supplier confirms or corrects it. */
export function guessMapping(titles: string[]): ColumnMapping {
  const plain = titles.map((title) => title.toLowerCase());
  const mapping: ColumnMapping = {};
  for (const [column, names] of Object.entries(OPEN_ITEM_COLUMNS) as [OpenItemColumn, readonly string[]][]) {
    const at = names.map((name) => plain.indexOf(name.toLowerCase())).find((index) => index >= 0);
    if (at !== undefined) mapping[column] = at;
  }
  return mapping;
}

/** What must be mapped and is not; an amount is a balance, or the two sides. */
export function missingColumns(mapping: ColumnMapping): OpenItemColumn[] {
  const needed: OpenItemColumn[] = ["debtor", "number", "date"];
  if (mapping.balance === undefined) needed.push(mapping.debit === undefined ? "balance" : "credit");
  return needed.filter((column) => mapping[column] === undefined);
}

/**
 * A list of open items as documents of the port. What a debtor is owed (a credit balance) is no claim and left out.
 *
 * @param mapping null takes the titles' word for it
 * @param readAt when the list was made: the newest word on these amounts
 */
export function openItems(mapping: ColumnMapping | null, readAt: Date): FileFormat<DocumentEntry> {
  return {
    headLines: 1,
    begin: ([head]) => {
      const titles = head?.cells ?? [];
      const columns = mapping ?? guessMapping(titles);
      const [missing] = missingColumns(columns);
      const beyond = Object.values(columns).some((at) => at >= titles.length);
      if (missing !== undefined || beyond)
        throw new UnreadableFile(problemOf(1, "column_missing", missing ? OPEN_ITEM_COLUMNS[missing][0] : ""));
      return { keyOf: (entry) => entry.externalId, read: (row, problems) => readItem(row, columns, problems, readAt) };
    },
  };
}

function readItem(row: TableRow, columns: ColumnMapping, problems: Problems, readAt: Date): DocumentEntry | undefined {
  const cell = (column: OpenItemColumn): string => row.cells[columns[column] ?? -1] ?? "";
  const fail = (code: ProblemCode, column: OpenItemColumn): undefined =>
    problems.error(problemOf(row.line, code, OPEN_ITEM_COLUMNS[column][0], cell(column))) as undefined;
  const [debtor, number] = [cell("debtor"), tameLine(cell("number"))];
  if (CREDITOR.test(debtor)) return undefined;
  const formula = (Object.keys(columns) as OpenItemColumn[]).find((column) => FORMULA[column](cell(column)));
  if (formula) return fail("formula", formula);
  if (!DEBTOR.test(debtor)) return fail("debtor_form", "debtor");
  if (number === "") return fail("number_missing", "number");
  if (number.length > LONGEST_NUMBER) return fail("number_too_long", "number");
  const currency = cell("currency") || "EUR";
  if (currency !== "EUR") return fail("currency", "currency");
  const voucherDate = readDay(cell("date"));
  if (!voucherDate) return fail("date_form", "date");
  const dueDate: Day | undefined = cell("dueDate") === "" ? voucherDate : readDay(cell("dueDate"));
  if (!dueDate) return fail("date_form", "dueDate");
  const amounts = readAmounts(cell, fail);
  if (!amounts || amounts.openCents <= 0) return undefined;
  return {
    externalId: `${debtor}/${number}`,
    externalType: "open_item",
    kind: "invoice",
    status: "open",
    number,
    contactExternalId: debtor,
    contactName: tameLine(cell("name"), 200),
    ...{ voucherDate, dueDate, ...amounts, currency },
    isArchived: false,
    updatedAt: readAt,
  };
}

/** Undefined if one of them is no amount; where balance and both sides are given they must agree. */
function readAmounts(
  cell: (column: OpenItemColumn) => string,
  fail: (code: ProblemCode, column: OpenItemColumn) => undefined,
): { totalCents: Cents; openCents: Cents } | undefined {
  const read: Partial<Record<OpenItemColumn, Cents>> = {};
  for (const column of ["debit", "credit", "balance"] as const) {
    if (cell(column) === "") continue;
    const cents = readAmount(cell(column));
    if (cents === undefined) return fail("amount_form", column);
    read[column] = cents;
  }
  const side = cell("side").toUpperCase();
  if (!["", "S", "H"].includes(side)) return fail("amount_form", "side");
  if (read.balance !== undefined && side === "H") read.balance = 0 - Math.abs(read.balance);
  const { debit, credit, balance } = read;
  const hasSides = debit !== undefined || credit !== undefined;
  const difference = (debit ?? 0) - Math.abs(credit ?? 0);
  if (balance === undefined && !hasSides) return fail("amount_missing", "balance");
  if (balance !== undefined && debit !== undefined && credit !== undefined && balance !== difference)
    return fail("amounts_differ", "balance");
  const openCents = balance ?? difference;
  return { totalCents: Math.max(debit ?? 0, openCents), openCents };
}
