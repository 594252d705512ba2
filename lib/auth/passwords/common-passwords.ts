import { dictionary } from "@zxcvbn-ts/language-common";
import { dictionary as german } from "@zxcvbn-ts/language-de";
import { brand } from "@/lib/core/brand";
import { nameKey } from "@/lib/core/text/name-key";

let common: Set<string> | undefined;

/** Returns zxcvbn's lists: passwords that attackers try first, and German words, first names and last names. */
function commonWords(): Set<string> {
  const { commonWords, firstnames, lastnames, wikipedia } = german;
  common ??= new Set([dictionary["passwords-common"], commonWords, firstnames, lastnames, wikipedia].flat().map(plain));
  return common;
}

/** Returns lower case with umlauts spelt out. Cracking tools treat "Frühling", "fruehling" and "FRÜHLING" as one. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\x20-\x7e]+/g, nameKey);
}

/**
 * True if attackers try this password early. It is a common password, a German word, a row of keys, or made of fewer
 * than four different characters. Or it consists of words of the product and the person, with little more. Digits and
 * signs do not help around a word ("Sommer-2026-!!"), in place of letters ("P4sswort") or between repetitions
 * ("Hallo-12-hallo").
 *
 * @param about what an attacker knows of the person: firm, name, email address
 */
export function isCommonPassword(password: string, about: string[] = []): boolean {
  const typed = plain(password);
  const texts = [typed, unmasked(typed)];
  const words = [typed, ...texts.flatMap((text) => [text.replace(/^\P{L}+|\P{L}+$/gu, ""), ...onlyWordOf(text)])];
  const isListed = words.some((word) => commonWords().has(word) || isRowOfKeys(word));
  const ownWords = [...OWN_WORDS, ...about.flatMap(wordsOf)];
  return isListed || new Set(typed).size < 4 || texts.some((text) => isMadeOf(text, ownWords));
}

/** Returns the word of a text that has only one, however often it is repeated; otherwise nothing. */
function onlyWordOf(text: string): string[] {
  const words = new Set(text.match(/\p{L}+/gu));
  return [...words].filter((word) => words.size === 1 && word.length >= MIN_WORD_LETTERS);
}

/** Rows of a German keyboard. zxcvbn's lists have only those of an English one. */
const KEYS = ["qwertzuiop", "asdfghjkl", "yxcvbnm"];
const MIN_KEYS = 4;

function isRowOfKeys(word: string): boolean {
  return word.length >= MIN_KEYS && KEYS.some((row) => row.includes(word));
}

const MASKS: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };

/** Replaces digits and signs within a word by the letters that they imitate. Those around the word stay. */
function unmasked(text: string): string {
  return text.replace(/(?<=\p{L})[013457@$]+(?=\p{L})/gu, (part) =>
    [...part].map((sign) => MASKS[sign] ?? sign).join(""),
  );
}

/** Words of the product, which attackers try first here (docs/security.md, "Entry points"). */
const OWN_WORDS = [brand.domain, brand.name, "mandat", "mandate", "sepa"].map(plain);
/** Shorter words occur in other words. */
const MIN_WORD_LETTERS = 3;
/** A password with words of the product or of the person needs at least this many other letters. */
const MIN_OTHER_LETTERS = 5;

/** Returns the words of a name or an email address, and all words joined. */
function wordsOf(text: string): string[] {
  const words = plain(text).split(/\P{L}+/u);
  return [words.join(""), ...words].filter((word) => word.length >= MIN_WORD_LETTERS);
}

function isMadeOf(typed: string, words: string[]): boolean {
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, " "), typed);
  return rest !== typed && (rest.match(/\p{L}/gu)?.length ?? 0) < MIN_OTHER_LETTERS;
}
