import { spelledLatin } from "./latin-letters";

/** Accents, vowel points, and invisible characters. */
const UNSEEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks alone are what is looked for
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const BLANKS = /[\t-\r \u0085\u1680\u2028\u2029]+/g;
/** Characters that people do not distinguish, and the two forms of the small sigma. */
const ALIKE: [RegExp, string][] = [
  [/[\u2010\u2012-\u2015\u2043\u2212]/g, "-"],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/ς/g, "σ"],
];

/**
 * Returns the searchable form of a text: small letters without accents, letters without a decomposition in their usual
 * spelling (Ø is o, ß is ss), single blanks. The database computes the columns `search_text` by the equivalent function
 * `einzug_search_text`.
 */
export function searchText(text: string): string {
  let plain = Array.from(text.normalize("NFKD").toLowerCase(), (sign) => spelledLatin(sign) ?? sign).join("");
  for (const [signs, one] of ALIKE) plain = plain.replace(signs, one);
  return plain.replace(UNSEEN, "").replace(BLANKS, " ").normalize("NFC");
}

/** Maximum number of words in a query; a longer one is no name or number. */
const MAX_WORDS = 6;

function wordsOf(query: string): string[] {
  return searchText(query).split(" ").filter(Boolean);
}

/** True if every word of a query occurs in a text, in any order and also as part of a longer word. */
export function containsWords(text: string, query: string): boolean {
  const haystack = searchText(text);
  return wordsOf(query).every((word) => haystack.includes(word));
}

/** Escapes a word for LIKE, so that `%`, `_` and `\` match themselves. */
function literal(word: string): string {
  return word.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/**
 * Returns the search condition of every list, as Prisma filters on a column `search_text`: one filter per word, all of
 * which have to match. A query without words returns no filter.
 */
export function searchFilters(query: string | undefined): { contains: string }[] {
  return wordsOf(query ?? "")
    .slice(0, MAX_WORDS)
    .map((word) => ({ contains: literal(word) }));
}

/** Returns the same condition for SQL: patterns for `search_text LIKE ALL`. */
export function searchPatterns(query: string | undefined): string[] {
  return searchFilters(query).map(({ contains }) => `%${contains}%`);
}
