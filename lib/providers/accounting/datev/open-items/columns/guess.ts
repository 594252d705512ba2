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
  plainWords,
} from "./columns";
import { type ColumnContent, holds, type Survey } from "./survey";
import { isPaidTitle } from "./words";

/** Titles of amounts that do not affect the open amount. */
const HARMLESS_AMOUNT =
  /(?:^| )(?:netto(?:betrag)?|net|ust|umsatzsteuer|mwst|mehrwertsteuer|steuer(?:betrag|satz)?|vat|tax|(?:wechsel|tages)?kurs|mahn\p{L}*|(?:verzugs)?zins(?:en|satz)?|(?:kredit)?limit)(?: |$)/u;
const REDUCING_AMOUNT = /verrechn|zahl|gutschr|skont|rabatt|abzug|offen|rest|saldo|ausgegl|ausgleich|beglich/;
/** Titles of whole numbers that are not amounts. */
const COUNT =
  /(?:^| )(?:nr|no|id|kto|lfd|pos|position|zeile|bu|kw|wj|ust|mwst|menge|filiale|mandant|berater|vertreter|monat|stapel|periode|plz|telefon|\p{L}*(?:konto|nummer|number|stufe|tage?|jahr|ziel|code|kz|kreis|feld|schluessel|stelle|traeger|satz)|kost\d?|mahn\p{L}*|beleg\p{L}*)(?: |$)/u;
const CURRENCY_TITLE = /(?<!ge)waehr|curr|whg|wrg|wkz|devis/;
const HARMLESS_DAY =
  /buchung|leistung|liefer|mahn|erfass|valuta|skonto|zahldatum|zahlungsdatum|erstellt|geaendert|periode/;

/**
 * Position of the last title that means the credit side. Later titles mean payments, and only if their column holds
 * amounts.
 */
const WEAK_CREDIT = 6;

/**
 * Maps the columns by their titles, then by their content where only one column fits. The supplier confirms or corrects
 * the result.
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
  mapping.currency ??= positions(columns, (content, at) => isFree(at) && isCurrency(content, titles[at] ?? ""))[0];
  if (mapping.currency === undefined) delete mapping.currency;
  only("date", (content, at) => holds.days(content) && !isPaidTitle(plainTitle(titles[at] ?? "")));
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

/** True if the column's content fits this title, because some titles are ambiguous. */
function canBe(column: OpenItemColumn, title: string, content: ColumnContent | undefined): boolean {
  if (!content || content.filled === 0) return column !== "kind";
  // A column "Kunde" holds names or account numbers.
  if (column === "debtor" && title === "kunde") return content.debtors === content.filled;
  if (column === "side") return !holds.amounts(content);
  if (column === "kind") return content.creditKinds > 0;
  if (column === "balance") return !isMark(content);
  if (column !== "credit" || isSideOfCredits(title)) return true;
  return content.amounts + content.oddAmounts > 0 && !isMark(content);
}

/** True if the title means the credit side, next to a debit column. Others mean what was paid of the row. */
export function isSideOfCredits(title: string): boolean {
  const at = plainTitlesOf("credit").indexOf(plainTitle(title));
  return at >= 0 && at <= WEAK_CREDIT;
}

/** True if the column holds only 0 and 1: it says whether something was paid, not how much. */
function isMark(content: ColumnContent): boolean {
  return content.withCents === 0 && content.mostCents === 100;
}

function isCurrency(content: ColumnContent, title: string): boolean {
  return CURRENCY_TITLE.test(plainTitle(title)) && content.amounts === 0 && content.days === 0;
}

/** True if each row itself shows whether it is a debit or a credit. */
export function hasDirection(
  { debit, credit, side, amount, balance }: ColumnMapping,
  columns: ColumnContent[],
): boolean {
  const single = columns[amount ?? balance ?? -1];
  const isMarked = (columns[side ?? -1]?.filled ?? 0) > 0;
  return isMarked || (debit !== undefined && credit !== undefined) || (single?.sidedAmounts ?? 0) > 0;
}

/**
 * Returns the positions of columns that a person must identify. They change the meaning of a row, and are neither
 * mapped nor ignored. Empty if the list can be read as it is.
 */
export function columnsToAsk({ titles, columns }: Survey, mapping: ColumnMapping): number[] {
  const isFree = freeIn(mapping);
  const changes = changesMeaning(titles, columns, mapping);
  return positions(columns, (content, at) => isFree(at) && changes(content, titles[at] ?? ""));
}

function changesMeaning(titles: string[], columns: ColumnContent[], mapping: ColumnMapping) {
  const { balance, amount, debit, dueDate, currency } = mapping;
  const isAlone = amount === undefined && debit === undefined;
  const isOpenAmount = balance !== undefined && !mayRun(titles[balance] ?? "", isAlone);
  const money = MONEY.flatMap((column) => mapping[column] ?? []);
  const mostCents = Math.max(0, ...money.map((at) => columns[at]?.mostCents ?? 0));
  const moneyTitles = money.map((at) => plainTitle(titles[at] ?? ""));
  const single = columns[amount ?? balance ?? -1];
  const isDirected = hasDirection(mapping, columns) || (single?.negatives ?? 0) > 0;
  return (content: ColumnContent, written: string): boolean => {
    const title = plainTitle(written);
    if (holds.sides(content)) return true;
    if (content.foreignCurrencies > 0) return true;
    if (holds.currencies(content)) return currency === undefined;
    if (isCurrency(content, written)) return currency === undefined || content.currencies < content.filled;
    if (holds.kinds(content)) return !hasDirection(mapping, columns);
    if (holds.creditCodes(content)) return !isDirected;
    if (plainTitlesOf("kind").includes(title)) return !isDirected && content.invoiceKinds < content.filled;
    if (STATE_IN_CODES.test(title) && holds.codes(content)) return !isOpenAmount;
    if (holds.days(content)) return dueDate === undefined && !HARMLESS_DAY.test(title) && !isPaidTitle(title);
    const isAmount = holds.amounts(content);
    if (isAmount && moneyTitles.includes(title)) return true;
    if (isOpenAmount) return false;
    if (isAmount) return !isHarmless(written);
    return holds.wholeNumbers(content) && content.mostCents <= mostCents && !isHarmless(written) && !isCount(written);
  };
}

const MONEY = ["debit", "credit", "amount", "balance"] as const;
/** Letter codes under such a title may mean that an item is settled: `OP-Status` with `A` and `O`. */
const STATE_IN_CODES = /^(?!mahn).*status$/;

function isHarmless(title: string): boolean {
  const words = plainWords(title);
  return HARMLESS_AMOUNT.test(words) && !REDUCING_AMOUNT.test(words);
}

function isCount(title: string): boolean {
  const words = plainWords(title);
  return COUNT.test(words) && !REDUCING_AMOUNT.test(words.replace(/zahlungsziel|anzahl(?= |$)/g, ""));
}

/** Returns the title that messages use for a column. */
export function nameOf(column: OpenItemColumn): string {
  return OPEN_ITEM_COLUMNS[column][0];
}

function freeIn(mapping: ColumnMapping): (at: number) => boolean {
  return (at) => !mappedPositions(mapping).includes(at) && !mapping.ignored?.includes(at);
}

function positions(columns: ColumnContent[], fits: (content: ColumnContent, at: number) => boolean): number[] {
  return columns.flatMap((content, at) => (content.filled > 0 && fits(content, at) ? [at] : []));
}
