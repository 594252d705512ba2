import { inLatin } from "@/lib/core/text/latin-letters";

/** Characters that the SEPA character set lacks, with their replacements. */
const SIGNS: Record<string, string> = {
  "&": "+",
  "€": "EUR",
  _: "-",
  "„": "'",
  "“": "'",
  "”": "'",
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  "‹": "'",
  "›": "'",
  "«": "'",
  "»": "'",
  "´": "'",
  "`": "'",
  '"': "'",
  "½": " 1/2",
  "¼": " 1/4",
  "¾": " 3/4",
  ";": ",",
  "#": ".",
  "@": "(at)",
  "*": ".",
  "=": "-",
  "%": " Prozent",
};
const isSign = (sign: string) => Object.hasOwn(SIGNS, sign);

/** Maximum length of the bank text of a SEPA debit. */
export const BANK_TEXT_LENGTH = 140;

/** Returns a text in the SEPA character set (`a-z A-Z 0-9 / - ? : ( ) . , ' +` and space), at most 140 characters. */
export function toSepaText(text: string, maxLength = BANK_TEXT_LENGTH): string {
  return Array.from(inLatin(text, isSign), (sign) => SIGNS[sign] ?? sign)
    .join("")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, maxLength)
    .trimEnd();
}
