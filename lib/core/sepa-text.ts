const REPLACED: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "Ae",
  ø: "o",
  Ø: "O",
  å: "a",
  Å: "A",
  œ: "oe",
  Œ: "OE",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  "&": "+",
  "€": "EUR",
  _: "-",
  "–": "-",
  "—": "-",
  "„": "'",
  "“": "'",
  "”": "'",
  "‘": "'",
  "’": "'",
  '"': "'",
  ";": ",",
  "#": ".",
  "@": "(at)",
  "*": ".",
  "=": "-",
  "%": " Prozent",
};

/** Longest bank text of a SEPA debit. */
export const BANK_TEXT_LENGTH = 140;

/** Text in the SEPA character set (`a-z A-Z 0-9 / - ? : ( ) . , ' +` and space), at most 140 characters. */
export function toSepaText(text: string, maxLength = BANK_TEXT_LENGTH): string {
  const letters = [...text].map((char) => REPLACED[char] ?? char).join("");
  return letters
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^a-zA-Z0-9/\-?:().,'+ ]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, maxLength)
    .trimEnd();
}
