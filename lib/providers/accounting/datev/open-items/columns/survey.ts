import type { Cents } from "@/lib/core/money/money";
import { withPlainHyphens } from "@/lib/core/text/latin-letters";
import type { OpenFile } from "@/lib/providers/accounting/datev/import/file";
import { problemOf, UnreadableFile } from "@/lib/providers/accounting/datev/import/file-problems";
import { readTable, type TableRow } from "@/lib/providers/accounting/datev/import/table";
import { readText } from "@/lib/providers/accounting/datev/import/table-text";
import { readAmount, readDayNear } from "@/lib/providers/accounting/datev/import/table-values";
import { currencyOf, isDebtor, isPlainSide, isTotal, kindOf, sideOf } from "./words";

/** How many cells of a column are of each kind, counted over the whole file. */
export interface ColumnContent {
  filled: number;
  debitWords: number;
  creditWords: number;
  /** The unambiguous ones of both: `S`, `H`, `Soll`, `Haben`, but no letter or sign with other uses. */
  plainSides: number;
  currencies: number;
  foreignCurrencies: number;
  invoiceKinds: number;
  creditKinds: number;
  amounts: number;
  /** Amounts in a notation that we do not read: `100.50`, `1 000,00`, `100,--`. */
  oddAmounts: number;
  /** Dashes in place of an empty cell. */
  dashes: number;
  /** Words of up to four letters. */
  codes: number;
  /** Amounts with cents; account numbers and counts have none. */
  withCents: number;
  positives: number;
  negatives: number;
  /** Amounts with a letter for debit or credit: `297,50 S`. */
  sidedAmounts: number;
  /** The largest amount, regardless of its sign. */
  mostCents: Cents;
  days: number;
  /** Account numbers of debtors or creditors. */
  debtors: number;
  /** Cells of six digits that are a day near the year of the list if read as DDMMYY, and as YYMMDD. */
  dayFirst: number;
  yearFirst: number;
}

/** A whole list, before its columns are mapped. */
export interface Survey {
  titles: string[];
  /** Line number of the titles. */
  line: number;
  columns: ColumnContent[];
  rowCount: number;
}

/** Debtor, number, date and amount: fewer columns cannot be mapped. */
export const LEAST_COLUMNS = 4;
/** How DATEV's own files with other content begin. */
const DATEV_MARKS = new Set(["EXTF", "DTVF"]);

/** Yields the rows of a list of open items, beginning with the column titles. */
export function readList(open: OpenFile): AsyncGenerator<TableRow> {
  return readTable(readText(open()), { leastColumns: LEAST_COLUMNS });
}

/** More than any list has; further columns are ignored. */
const MAX_COLUMNS = 200;
/** Looks like a date; it is validated where it is used. */
const DAY_FORM = /^(?:\d{1,2}\.\d{1,2}\.\d{2}(?:\d{2})?|\d{4}-\d{2}-\d{2})$/;
/** Dashes in place of an amount: `-`, `- €`. */
const DASHES = /^(?:€|EUR)?[\s-]*-[\s-]*(?:€|EUR)?$/;
/** Looks like an amount in the notation of other countries, or written by hand. */
const ODD_AMOUNT =
  /^[(+-]?\s?(?:€|EUR)?\s?(?:\d{1,10}|\d{1,3}(?:[\s'’.,]\d{3}){1,3})(?:[.,](?:\d{1,2}|--?))?\s?(?:€|EUR)?\s?[)+-]?$/;
/** Share of its cells that decides a column's kind, so that a total or a note below does not change it. */
const SHARE = 0.8;

/**
 * Counts what each column of a list holds. Memory use does not grow with the file.
 *
 * @param year of the list
 * @param onTitles called with the titles as soon as they are read, even if a later line is unreadable
 * @throws UnreadableFile
 */
export async function surveyList(open: OpenFile, year: number, onTitles: (titles: string[]) => void): Promise<Survey> {
  let survey: Survey | undefined;
  for await (const { cells, line } of readList(open)) {
    if (!survey) {
      if (DATEV_MARKS.has(cells[0] ?? "")) throw new UnreadableFile(problemOf(line, "other_datev_file"));
      if (cells.filter(Boolean).length < LEAST_COLUMNS) throw new UnreadableFile(problemOf(0, "not_a_list"));
      survey = { titles: cells, line, columns: cells.slice(0, MAX_COLUMNS).map(noContent), rowCount: 0 };
      onTitles(cells);
      continue;
    }
    survey.rowCount += 1;
    if (cells.some(isTotal) && !cells.some(isDebtor)) continue;
    for (const [at, content] of survey.columns.entries()) count(content, cells[at] ?? "", year);
  }
  return survey ?? { titles: [], line: 0, columns: [], rowCount: 0 };
}

function noContent(): ColumnContent {
  return {
    ...{ filled: 0, debitWords: 0, creditWords: 0, plainSides: 0, currencies: 0, foreignCurrencies: 0 },
    ...{
      invoiceKinds: 0,
      creditKinds: 0,
      amounts: 0,
      oddAmounts: 0,
      dashes: 0,
      codes: 0,
      withCents: 0,
      positives: 0,
      negatives: 0,
      sidedAmounts: 0,
      mostCents: 0,
      days: 0,
      debtors: 0,
      dayFirst: 0,
      yearFirst: 0,
    },
  };
}

function count(content: ColumnContent, cell: string, year: number): void {
  if (cell === "") return;
  content.filled += 1;
  if (/^\D{1,20}$/.test(cell)) countWord(content, cell);
  else countNumber(content, cell, year);
}

function countWord(content: ColumnContent, cell: string): void {
  if (DASHES.test(withPlainHyphens(cell))) content.dashes += 1;
  if (/^\p{L}{1,4}\.?$/u.test(cell)) content.codes += 1;
  const side = sideOf(cell);
  if (side === "debit") content.debitWords += 1;
  if (side === "credit") content.creditWords += 1;
  if (side && isPlainSide(cell)) content.plainSides += 1;
  const currency = currencyOf(cell);
  if (currency) content.currencies += 1;
  if (currency && currency !== "EUR") content.foreignCurrencies += 1;
  const kind = kindOf(cell);
  if (kind === "invoice") content.invoiceKinds += 1;
  if (kind === "credit") content.creditKinds += 1;
}

function countNumber(content: ColumnContent, cell: string, year: number): void {
  if (/^[1-9]\d{4,8}$/.test(cell)) content.debtors += 1;
  if (DAY_FORM.test(cell)) content.days += 1;
  if (/^\d{6}$/.test(cell)) {
    if (readDayNear(cell, year, "day")) content.dayFirst += 1;
    if (readDayNear(cell, year, "year")) content.yearFirst += 1;
  }
  const amount = readAmount(cell);
  if (!amount) {
    if (!DAY_FORM.test(cell) && ODD_AMOUNT.test(withPlainHyphens(cell))) content.oddAmounts += 1;
    return;
  }
  content.amounts += 1;
  content.mostCents = Math.max(content.mostCents, Math.abs(amount.cents));
  if (cell.includes(",")) content.withCents += 1;
  if (amount.side) content.sidedAmounts += 1;
  if (amount.cents > 0) content.positives += 1;
  if (amount.cents < 0) content.negatives += 1;
}

function isMostly(counted: number, { filled }: Pick<ColumnContent, "filled">): boolean {
  return counted > 0 && counted >= SHARE * filled;
}

function areAmounts({ amounts, oddAmounts, filled, dashes }: ColumnContent): boolean {
  return isMostly(amounts + oddAmounts, { filled: filled - dashes });
}

export const holds = {
  sides: (content: ColumnContent) => isMostly(content.debitWords + content.creditWords, content),
  currencies: (content: ColumnContent) => isMostly(content.currencies, content),
  kinds: (content: ColumnContent) =>
    content.invoiceKinds > 0 &&
    content.creditKinds > 0 &&
    2 * (content.invoiceKinds + content.creditKinds) >= content.filled,
  /** True for words of up to four letters, some of which mean credits: `RN` and `GS`. */
  creditCodes: (content: ColumnContent) => content.creditKinds > 0 && isMostly(content.codes, content),
  codes: (content: ColumnContent) => isMostly(content.codes, content),
  amounts: (content: ColumnContent) => content.withCents + content.oddAmounts > 0 && areAmounts(content),
  wholeNumbers: (content: ColumnContent) => content.withCents === 0 && content.mostCents > 0 && areAmounts(content),
  days: (content: ColumnContent) => isMostly(content.days, content),
};
