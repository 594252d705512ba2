import { inLatin } from "./latin-letters";

/** Letters of other alphabets that look like Latin ones, in lower case. */
const LOOK_ALIKES: Record<string, string> = {
  ...{ а: "a", в: "b", с: "c", ԁ: "d", е: "e", һ: "h", і: "i", ј: "j", к: "k", ӏ: "l", м: "m", н: "h", о: "o" },
  ...{ р: "p", ԛ: "q", ѕ: "s", т: "t", υ: "u", ѵ: "v", ԝ: "w", х: "x", у: "y" },
  ...{ α: "a", β: "b", ε: "e", ι: "i", κ: "k", ν: "v", ο: "o", ρ: "p", τ: "t", χ: "x" },
};
/** Letters of other alphabets stay: transliterated, "Банк" would become "Bank", and a look-alike another letter. */
const isForeignLetter = (sign: string) => /^(?![\p{Script=Latin}\p{Script=Common}])\p{L}/u.test(sign);
/**
 * Blanks, dashes, stops, quotation marks, and invisible characters (control, format, filler). Accents are gone by then.
 */
const UNSEEN = /[\p{Z}\p{C}\p{Pd}.,;:'"`´‘’‚“”„‹›«»\u115F\u1160\u2800]/gu;

/**
 * Returns the key by which names of firms, cities and people are compared. It ignores case, blanks, dashes, stops,
 * accents and invisible characters. It also ignores how umlauts are spelt (ä, ae), and letters of other alphabets that
 * look the same.
 *
 * @returns a text for comparisons, never for display; a name without letters and digits keeps its characters, so that
 * "…" is not "—"
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
 * Returns the key by which the name of a payer at the provider is compared with a contact's in the accounting system.
 * It contains only letters and digits: "Bäckerei Müller GmbH & Co. KG" equals "Baeckerei Mueller GmbH + Co KG".
 * Look-alike letters of other alphabets stay different: a debit on another person's mandate would be worse than a match
 * that is not proposed.
 *
 * @returns an empty text for a name without letters or digits, which must not match any other name
 */
export function payerKey(name: string): string {
  return inLatin(name.normalize("NFKC").toLowerCase(), isForeignLetter).replace(/[^\p{L}\p{N}]/gu, "");
}

/** One letter can become eighteen, and an index of PostgreSQL accepts 2,700 bytes. */
const MAX_KEY_LENGTH = 250;

/** Returns the key by which two firms are compared: name and city. */
export function companyKey({ companyName, city }: { companyName: string; city: string }): string {
  return [companyName, city].map((name) => nameKey(name).slice(0, MAX_KEY_LENGTH)).join("\n");
}
