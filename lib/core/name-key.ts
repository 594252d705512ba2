import { inLatin } from "./latin-letters";

/** Letters of other alphabets that look like Latin ones, in lower case. */
const LOOK_ALIKES: Record<string, string> = {
  ...{ а: "a", в: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", ӏ: "l", м: "m", н: "h", о: "o" },
  ...{ р: "p", ԛ: "q", ѕ: "s", т: "t", υ: "u", ѵ: "v", ԝ: "w", х: "x", у: "y" },
  ...{ α: "a", β: "b", ε: "e", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", χ: "x" },
};
/** Letters of other alphabets stay: by their sound "Банк" would be "Bank", and a look-alike another letter. */
const isForeignLetter = (sign: string) => /^(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(sign);
/** Blanks, dashes, stops and quotation marks, and everything that nobody sees: control, format and filler characters. Marks are gone by then. */
const UNSEEN = /[\p{Z}\p{C}\p{Pd}.,;:'"`´‘’‚“”„‹›«»\u115F\u1160\u2800]/gu;

/**
 * The key by which two names count as the same: firms, cities and people. Case, blanks, dashes, stops, invisible
 * characters, accents, spellings of umlauts (ä, ae) and letters of other alphabets that look the same make no difference.
 *
 * @returns a text to compare with, never to show; of a name that has nothing else its own signs, so that "…" is not "—"
 */
export function nameKey(name: string): string {
  const alike = Array.from(name.normalize("NFKC").toLowerCase().normalize("NFC"), latinLookAlike).join("");
  const plain = inLatin(alike, isForeignLetter).normalize("NFD").replace(/\p{M}/gu, "");
  const key = Array.from(plain.replace(UNSEEN, ""), latinLookAlike).join("");
  return key || name.normalize("NFKC").trim();
}

function latinLookAlike(letter: string): string {
  return LOOK_ALIKES[letter] ?? letter;
}

/**
 * The key by which a payer at the provider and a contact of the accounting system have the same name: letters and digits only, so that
 * "Bäckerei Müller GmbH & Co. KG" and "Baeckerei Mueller GmbH + Co KG" are one. A letter of another alphabet is itself, never
 * one that looks the same: a debit on somebody else's mandate would be worse than a match that is not proposed.
 *
 * @returns an empty text for a name without letters or digits: it is the same as no other
 */
export function payerKey(name: string): string {
  return inLatin(name.normalize("NFKC").toLowerCase(), isForeignLetter).replace(/[^\p{L}\p{N}]/gu, "");
}

/** One letter can become eighteen, and an index of PostgreSQL takes 2,700 bytes. */
const MAX_KEY_LENGTH = 250;

/** The key by which two firms count as the same: name and city. */
export function companyKey({ companyName, city }: { companyName: string; city: string }): string {
  return [companyName, city].map((name) => nameKey(name).slice(0, MAX_KEY_LENGTH)).join("\n");
}
