import { dictionary } from "@zxcvbn-ts/language-common";
import { dictionary as german } from "@zxcvbn-ts/language-de";
import { brand } from "@/lib/core/brand";
import { nameKey } from "@/lib/core/name-key";

let common: Set<string> | undefined;

/** The lists of zxcvbn: passwords that attackers try first, and German words, first names and last names. */
function commonWords(): Set<string> {
  const { commonWords, firstnames, lastnames, wikipedia } = german;
  common ??= new Set([dictionary["passwords-common"], commonWords, firstnames, lastnames, wikipedia].flat().map(plain));
  return common;
}

/** Lower case, with umlauts spelt out: "Frühling", "fruehling" and "FRÜHLING" are one password to a cracking tool. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\x20-\x7e]+/g, nameKey);
}

/**
 * Whether a password is one of those that are tried first: a common password or German word, also with digits and signs
 * around it ("Sommer-2026-!!"), in place of letters ("P4sswort") or between it and itself ("Hallo-12-hallo"), a row of keys,
 * or little more than the words of this place and of the person's own.
 *
 * @param about what an attacker knows of the person: firm, name, address of mail
 */
export function isCommonPassword(password: string, about: string[] = []): boolean {
  const typed = plain(password);
  const texts = [typed, unmasked(typed)];
  const words = [typed, ...texts.flatMap((text) => [text.replace(/^\P{L}+|\P{L}+$/gu, ""), ...onlyWordOf(text)])];
  const isListed = words.some((word) => commonWords().has(word) || isRowOfKeys(word));
  const ownWords = [...OWN_WORDS, ...about.flatMap(wordsOf)];
  return isListed || new Set(typed).size < 4 || texts.some((text) => isMadeOf(text, ownWords));
}

/** The word of a text that has no other one, however often it has this one. */
function onlyWordOf(text: string): string[] {
  const words = new Set(text.match(/\p{L}+/gu));
  return [...words].filter((word) => words.size === 1 && word.length >= MIN_WORD_LETTERS);
}

/** The lists have the rows of an English keyboard only. */
const KEYS = ["qwertzuiop", "asdfghjkl", "yxcvbnm"];
const MIN_KEYS = 4;

function isRowOfKeys(word: string): boolean {
  return word.length >= MIN_KEYS && KEYS.some((row) => row.includes(word));
}

const MASKS: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" };

/** Digits and signs within a word as the letters that they stand for; those around it stay. */
function unmasked(text: string): string {
  return text.replace(/(?<=\p{L})[013457@$]+(?=\p{L})/gu, (part) =>
    [...part].map((sign) => MASKS[sign] ?? sign).join(""),
  );
}

/** The words of this place, which are tried here first (docs/security.md, "Doors"). */
const OWN_WORDS = [brand.domain, brand.name, "mandat", "mandate", "sepa"].map(plain);
/** Shorter ones occur in other words. */
const MIN_WORD_LETTERS = 3;
/** So many letters have to be somebody's own, in addition to the words of this place and of theirs. */
const OWN_LETTERS = 5;

/** The words of a name or an address of mail, and all of them as one. */
function wordsOf(text: string): string[] {
  const words = plain(text).split(/\P{L}+/u);
  return [words.join(""), ...words].filter((word) => word.length >= MIN_WORD_LETTERS);
}

function isMadeOf(typed: string, words: string[]): boolean {
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, " "), typed);
  return rest !== typed && (rest.match(/\p{L}/gu)?.length ?? 0) < OWN_LETTERS;
}
