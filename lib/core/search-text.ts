import { spelledLatin } from "./latin-letters";

/** Accents, points of vowels, and what nobody sees. */
const UNSEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks alone are what is looked for
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g;
/** Signs that people do not tell apart, and the two forms of the small sigma. */
const ALIKE: [RegExp, string][] = [
  [/[\u2010\u2012-\u2015\u2043\u2212]/g, "-"],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/ς/g, "σ"],
];

/**
 * The text as it is searched: small letters without accents, letters that do not come apart as usually spelt (Ø is o, ß is ss),
 * one blank for several. The database computes the same for the columns `search_text` by its function `einzug_search_text`.
 */
export function searchText(text: string): string {
  let plain = Array.from(text.normalize("NFKD").toLowerCase(), (sign) => spelledLatin(sign) ?? sign).join("");
  for (const [signs, one] of ALIKE) plain = plain.replace(signs, one);
  return plain.replace(UNSEEN, "").replace(BLANKS, " ").normalize("NFC");
}

/** Whoever types more than this does not look for a name or a number. */
const MAX_WORDS = 6;

function wordsOf(query: string): string[] {
  return searchText(query).split(" ").filter(Boolean);
}

/** Whether every word of a query occurs in a text, in any order and as part of a longer word. */
export function containsWords(text: string, query: string): boolean {
  const haystack = searchText(text);
  return wordsOf(query).every((word) => haystack.includes(word));
}

/** A word as a pattern of LIKE holds it: `%`, `_` and `\` mean themselves. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/**
 * The search of every list, as a condition of Prisma on a column `search_text`: one filter for each word of the query, all of which
 * have to hold. A query without a word narrows nothing down.
 */
export function searchFilters(query: string | undefined): { contains: string }[] {
  return wordsOf(query ?? "")
    .slice(0, MAX_WORDS)
    .map((word) => ({ contains: literal(word) }));
}

/** The same for SQL: patterns that `search_text LIKE ALL` takes. */
export function searchPatterns(query: string | undefined): string[] {
  return searchFilters(query).map(({ contains }) => `%${contains}%`);
}
