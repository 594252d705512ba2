import type { Cents } from "@/lib/core/money/money";
import { withPlainHyphens } from "@/lib/core/text/latin-letters";
import { type Day, isDay } from "@/lib/core/time/dates";

/** Dots separate thousands in groups of three, or are absent; decimals follow a comma. */
const AMOUNT = /^(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:,(\d{1,2}))?$/;
const SIDE_BEFORE = /^(soll|haben|s|h)(?=[\s\d(+-])/i;
const SIDE_AFTER = /(?<=[\s\d)+-])(soll|haben|dr|cr|s|h|d|c)$/i;
/** Longer than any amount; longer text is not parsed. */
const LONGEST_AMOUNT = 40;

export interface Amount {
  /** With the sign as written, regardless of the side. */
  cents: Cents;
  /** The debit or credit indicator next to the amount: `297,50 S`, `H 50,00`. */
  side?: "debit" | "credit";
}

/**
 * Reads an amount as German programs write it: `1.234,56`, `-5,00`, `5,00-`, `(5,00)`, `297,50 H`. Returns undefined
 * for everything else. A dot always separates thousands: `1.234` is 1,234, and `1.00` is not an amount.
 */
export function readAmount(text: string): Amount | undefined {
  if (text.length > LONGEST_AMOUNT) return undefined;
  let rest = withoutEuro(withPlainHyphens(text.trim()));
  const word = SIDE_BEFORE.exec(rest) ?? SIDE_AFTER.exec(rest);
  if (word) rest = withoutEuro(rest.replace(word.index === 0 ? SIDE_BEFORE : SIDE_AFTER, "").trim());
  const signs = [/^\(.*\)$/.test(rest), /^[+-]/.test(rest), /[+-]$/.test(rest)].filter(Boolean).length;
  if (signs > 1) return undefined;
  const match = AMOUNT.exec(rest.replace(/^[(+-]\s?|\s?[)+-]$/g, ""));
  if (!match || (signs === 0 && /[()]/.test(rest))) return undefined;
  const [, whole = "", decimals = ""] = match;
  const cents = Number(whole.replaceAll(".", "")) * 100 + Number(decimals.padEnd(2, "0"));
  // `0 - x` avoids a negative zero.
  const signed = /[(-]/.test(rest) ? 0 - cents : cents;
  return { cents: signed, side: word ? (/^[hc]/i.test(word[1] ?? "") ? "credit" : "debit") : undefined };
}

function withoutEuro(text: string): string {
  return text.replace(/^(?:€|EUR\b)|(?:€|\bEUR)$/g, "").trim();
}

/** Reads a day: `15.09.2026`, `15.9.26`, `150926`, `15092026` or `2026-09-15`. Returns undefined for anything else. */
export function readDay(text: string): Day | undefined {
  const match =
    /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text) ?? undefined;
  const [, day = "", month = "", year = ""] = match ?? [];
  const written = match
    ? `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
    : text.slice(0, 10);
  if (!match && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  return isDay(written) ? written : undefined;
}

/** Six digits may begin with the day or with the year: `261215`. */
export type DayOrder = "day" | "year";

/**
 * Reads a day as `readDay` does, and also `20261215`, and `261215` if `order` is "year". Returns undefined if its year
 * is more than ten years from `year`: such a day was read in the wrong order.
 */
export function readDayNear(text: string, year: number, order: DayOrder): Day | undefined {
  const plain = text.replace(/ 00:00(?::00)?$/, "");
  const [, first = "", middle = "", last = ""] = /^(\d{2})(\d{2})(\d{2})$/.exec(plain) ?? [];
  const [, long = "", month = "", dayOfMonth = ""] = /^(20\d{2})(\d{2})(\d{2})$/.exec(plain) ?? [];
  const turned = order === "year" && first ? `20${first}-${middle}-${last}` : `${long}-${month}-${dayOfMonth}`;
  const day = (order === "year" && first ? undefined : readDay(plain)) ?? (isDay(turned) ? turned : undefined);
  return day && Math.abs(Number(day.slice(0, 4)) - year) <= 10 ? day : undefined;
}

/** A first character, ASCII or full-width, that makes a spreadsheet compute the cell. Dashes alone do not count. */
const COMPUTED = /^(?:[=\uFF1D]|[@+\-\uFF20\uFF0B\uFF0D](?![-\s]*$))/;
const EQUATED = /^[=@\uFF1D\uFF20]/;
/** Names such as `@home Service`, `+pluspunkt` and `-M- Design`, which compute nothing. */
const SIGNED_WORD = /^[@+-]\p{L}[\p{L}\p{M}.&'’-]*(?:$|\s+[^\s(])/u;

/**
 * True if a spreadsheet would compute the cell; then the file holds a formula instead of its result. Cells are trimmed,
 * so a tab or line break in front hides nothing.
 */
export function isFormula(cell: string): boolean {
  return COMPUTED.test(cell);
}

/** Like `isFormula`, but false for names that begin with a sign. */
export function isFormulaForName(cell: string): boolean {
  return COMPUTED.test(cell) && !SIGNED_WORD.test(cell);
}

/** Like `isFormula`, but false for a leading plus or minus. `readAmount` refuses a formula after such a sign. */
export function isFormulaForAmount(cell: string): boolean {
  return EQUATED.test(cell);
}
