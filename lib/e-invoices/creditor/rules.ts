/** Returns a creditor identifier in its stored form: capitals without blanks and hyphens. */
export function plainCreditorId(typed: string): string {
  return typed.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
}

/**
 * True if a text in the stored form is a SEPA creditor identifier: country, two check digits, a business code of three
 * characters, and the national part. The check digits (ISO 7064, modulo 97) do not cover the business code. A German
 * one has 18 characters.
 */
export function isCreditorId(text: string): boolean {
  if (!/^[A-Z]{2}(?!00|01|99)\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text)) return false;
  if (text.startsWith("DE") && !/^DE\d{2}[A-Z0-9]{3}0\d{10}$/.test(text)) return false;
  let rest = 0;
  for (const char of `${text.slice(7)}${text.slice(0, 4)}`)
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** True if both name the same creditor: business codes only tell branches of one creditor apart. */
export function isSameCreditor(one: string, other: string): boolean {
  return one.slice(0, 4) === other.slice(0, 4) && one.slice(7) === other.slice(7);
}
