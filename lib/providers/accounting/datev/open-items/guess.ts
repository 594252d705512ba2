import {
  type ColumnMapping,
  foreignCurrencyIn,
  mappedPositions,
  mayRun,
  missingColumns,
  OPEN_ITEM_COLUMN_NAMES,
  OPEN_ITEM_COLUMNS,
  type OpenItemColumn,
  plainTitle,
  plainTitlesOf,
} from "./columns";
import { type ColumnContent, holds, type Survey } from "./survey";

/** Amounts and days under these titles change nothing about what is open. */
const HARMLESS_AMOUNT = /netto|net$|ust|mwst|steuer|vat|tax|skonto|kurs|mahn|zins|provision|rabatt|limit/;
const HARMLESS_DAY =
  /buchung|leistung|liefer|mahn|erfass|valuta|skonto|zahldatum|zahlungsdatum|erstellt|geaendert|periode/;

/** Titles of credits that go by other words, too. Without amounts below them they are something else. */
const WEAK_CREDIT = 6;

/**
 * Maps the columns by their titles, and by what they hold where that leaves no choice. The supplier confirms or corrects it.
 */
export function guessMapping({ titles, columns }: Survey): ColumnMapping {
  const mapping = byTitle(titles, columns);
  const isFree = freeIn(mapping);
  const only = (column: OpenItemColumn, fits: (content: ColumnContent, at: number) => boolean): void => {
    if (mapping[column] !== undefined) return;
    const [at, another] = positions(columns, (content, i) => isFree(i) && fits(content, i));
    if (at !== undefined && another === undefined) mapping[column] = at;
  };
  only("side", (content) => holds.sides(content) && content.plainSides > 0 && content.debitWords > 0);
  only("currency", holds.currencies);
  only("date", holds.days);
  if (missingColumns(mapping).some((column) => column === "balance" || column === "credit"))
    only("amount", (content, at) => holds.amounts(content) && !foreignCurrencyIn(titles[at] ?? ""));
  if (!hasDirection(mapping, columns)) only("kind", holds.kinds);
  return mapping;
}

function byTitle(titles: string[], columns: ColumnContent[]): ColumnMapping {
  const plain = titles.map(plainTitle);
  const mapping: ColumnMapping = {};
  for (const column of OPEN_ITEM_COLUMN_NAMES) {
    const taken = mappedPositions(mapping);
    const at = plainTitlesOf(column)
      .map((title) =>
        plain.findIndex((one, i) => one === title && !taken.includes(i) && canBe(column, title, columns[i])),
      )
      .find((index) => index >= 0);
    if (at !== undefined) mapping[column] = at;
  }
  return mapping;
}

/** Some titles stand over several things; what is below tells them apart. */
function canBe(column: OpenItemColumn, title: string, content: ColumnContent | undefined): boolean {
  if (!content || content.filled === 0) return column !== "kind";
  if (column === "side") return !holds.amounts(content);
  if (column === "kind") return content.creditKinds > 0;
  if (column === "credit") return plainTitlesOf("credit").indexOf(title) <= WEAK_CREDIT || content.amounts > 0;
  return true;
}

/** True where each row says by itself whether it is a debit or a credit. */
export function hasDirection(
  { debit, credit, side, amount, balance }: ColumnMapping,
  columns: ColumnContent[],
): boolean {
  const single = columns[amount ?? balance ?? -1];
  const isMarked = (columns[side ?? -1]?.filled ?? 0) > 0;
  return isMarked || (debit !== undefined && credit !== undefined) || (single?.sidedAmounts ?? 0) > 0;
}

/**
 * Positions of columns of which a person has to say what they are: they hold what changes the meaning of a row, and are
 * neither mapped nor set aside. Empty where the list can be read.
 */
export function columnsToAsk({ titles, columns }: Survey, mapping: ColumnMapping): number[] {
  const isFree = freeIn(mapping);
  const changes = changesMeaning(titles, columns, mapping);
  return positions(columns, (content, at) => isFree(at) && changes(content, plainTitle(titles[at] ?? "")));
}

function changesMeaning(titles: string[], columns: ColumnContent[], mapping: ColumnMapping) {
  const { debit, credit, balance, amount, dueDate, currency } = mapping;
  const isOpenAmount = balance !== undefined && !mayRun(titles[balance] ?? "");
  const isTold = isOpenAmount || (debit !== undefined && credit !== undefined);
  const hasAmount = isTold || balance !== undefined || amount !== undefined;
  return (content: ColumnContent, title: string): boolean => {
    if (holds.sides(content)) return true;
    if (holds.currencies(content)) return currency === undefined || content.foreignCurrencies > 0;
    if (holds.kinds(content)) return !hasDirection(mapping, columns);
    if (holds.days(content)) return dueDate === undefined && !HARMLESS_DAY.test(title);
    if (!holds.amounts(content) || HARMLESS_AMOUNT.test(title)) return false;
    return !hasAmount || !isTold || (!isOpenAmount && plainTitlesOf("credit").includes(title));
  };
}

/** The title by which messages name a column. */
export function nameOf(column: OpenItemColumn): string {
  return OPEN_ITEM_COLUMNS[column][0];
}

function freeIn(mapping: ColumnMapping): (at: number) => boolean {
  return (at) => !mappedPositions(mapping).includes(at) && !mapping.ignored?.includes(at);
}

function positions(columns: ColumnContent[], fits: (content: ColumnContent, at: number) => boolean): number[] {
  return columns.flatMap((content, at) => (content.filled > 0 && fits(content, at) ? [at] : []));
}
