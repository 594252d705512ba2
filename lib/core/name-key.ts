/** Letters of other alphabets that look like Latin ones, in lower case. */
const LOOK_ALIKES: Record<string, string> = {
  ...{ а: "a", в: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", ӏ: "l", м: "m", н: "h", о: "o" },
  ...{ р: "p", ԛ: "q", ѕ: "s", т: "t", υ: "u", ѵ: "v", ԝ: "w", х: "x", у: "y" },
  ...{ α: "a", β: "b", ε: "e", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", χ: "x", ı: "i", ɑ: "a", ɡ: "g" },
};
const SPELT_OUT: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  ø: "oe",
  œ: "oe",
  ł: "l",
  đ: "d",
};
/** Blanks, dashes, stops and quotation marks, and everything that nobody sees: control, format and filler characters. Marks are gone by then. */
const UNSEEN = /[\p{Z}\p{C}\p{Pd}.,;:'"`´‘’‚“”„‹›«»\u115F\u1160\u2800]/gu;

/**
 * The key by which two names count as the same: firms, cities and people. Case, blanks, dashes, stops, invisible
 * characters, accents, spellings of umlauts (ä, ae) and letters of other alphabets that look the same make no difference.
 *
 * @returns a text to compare with, never to show; of a name that has nothing else its own signs, so that "…" is not "—"
 */
export function nameKey(name: string): string {
  const plain = inPlainLetters(name.normalize("NFKC").toLowerCase().normalize("NFC"))
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
  // Once more: what is left of a letter whose mark went (ǽ) may be one of these itself.
  const key = inPlainLetters(plain.replace(UNSEEN, ""));
  return key || name.normalize("NFKC").trim();
}

function inPlainLetters(text: string): string {
  return [...text].map((letter) => SPELT_OUT[letter] ?? LOOK_ALIKES[letter] ?? letter).join("");
}

/** One letter can become eighteen, and an index of PostgreSQL takes 2,700 bytes. */
const MAX_KEY_LENGTH = 250;

/** The key by which two firms count as the same: name and city. */
export function companyKey({ companyName, city }: { companyName: string; city: string }): string {
  return [companyName, city].map((name) => nameKey(name).slice(0, MAX_KEY_LENGTH)).join("\n");
}
