import { type Day, isDay } from "@/lib/core/dates";
import { withPlainHyphens } from "@/lib/core/latin-letters";
import type { Cents } from "@/lib/core/money";

/** Thousands by dots in groups of three or not at all, decimals after a comma. */
const AMOUNT = /^(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:,(\d{1,2}))?$/;
const SIDE_BEFORE = /^(soll|haben|s|h)(?=[\s\d(+-])/i;
const SIDE_AFTER = /(?<=[\s\d)+-])(soll|haben|dr|cr|s|h|d|c)$/i;
/** Longer than any amount: nothing in it is looked for. */
const LONGEST_AMOUNT = 40;

export interface Amount {
  /** As its sign says, whatever the side. */
  cents: Cents;
  /** The letter or word beside it: `297,50 S`, `H 50,00`. */
  side?: "debit" | "credit";
}

/**
 * An amount as German programs write it: `1.234,56`, `-5,00`, `5,00-`, `(5,00)`, `297,50 H`. Undefined for everything
 * else, also for a decimal point: whether 1.234 is a thousand must not be guessed twice.
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
  // `0 - x` knows no negative zero.
  const signed = /[(-]/.test(rest) ? 0 - cents : cents;
  return { cents: signed, side: word ? (/^[hc]/i.test(word[1] ?? "") ? "credit" : "debit") : undefined };
}

function withoutEuro(text: string): string {
  return text.replace(/^(?:€|EUR\b)|(?:€|\bEUR)$/g, "").trim();
}

/** `15.09.2026`, `15.9.26`, `150926`, `15092026` or `2026-09-15`; undefined for what is no day. */
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

/** The same, with a year at most ten years from `year`: another one is a day that was read in the wrong order. */
export function readDayNear(text: string, year: number, order: DayOrder): Day | undefined {
  const plain = text.replace(/ 00:00(?::00)?$/, "");
  const [, first = "", middle = "", last = ""] = /^(\d{2})(\d{2})(\d{2})$/.exec(plain) ?? [];
  const [, long = "", month = "", dayOfMonth = ""] = /^(20\d{2})(\d{2})(\d{2})$/.exec(plain) ?? [];
  const turned = order === "year" && first ? `20${first}-${middle}-${last}` : `${long}-${month}-${dayOfMonth}`;
  const day = (order === "year" && first ? undefined : readDay(plain)) ?? (isDay(turned) ? turned : undefined);
  return day && Math.abs(Number(day.slice(0, 4)) - year) <= 10 ? day : undefined;
}

/** Begins with a sign by which a spreadsheet computes, also one of full width; dashes alone stand for nothing. */
const COMPUTED = /^(?:[=\uFF1D]|[@+\-\uFF20\uFF0B\uFF0D](?![-\s]*$))/;
const EQUATED = /^[=@\uFF1D\uFF20]/;
/** `@home Service`, `+pluspunkt`, `-M- Design`: a word that nothing is done with. */
const SIGNED_WORD = /^[@+-]\p{L}[\p{L}\p{M}.&'’-]*(?:$|\s+[^\s(])/u;

/**
 * What a spreadsheet would compute; in a file it means that the result was not written. Cells are trimmed: a tab or a
 * line end in front of it hides nothing.
 */
export function isFormula(cell: string): boolean {
  return COMPUTED.test(cell);
}

/** The same for names, some of which begin with such a sign. */
export function isFormulaForName(cell: string): boolean {
  return COMPUTED.test(cell) && !SIGNED_WORD.test(cell);
}

/** The same for amounts, which have signs of their own; what is none after a sign is no amount either. */
export function isFormulaForAmount(cell: string): boolean {
  return EQUATED.test(cell);
}
