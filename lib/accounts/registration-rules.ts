/**
 * A mobile number as it is stored: digits with an optional plus; undefined if it is none (7 to 15 digits). A zero in brackets
 * after the code of the country is left out, as it is when the number is dialled.
 */
export function plainMobileNumber(typed: string): string | undefined {
  const plain = typed.replace(/^(\s*(?:\+|00)[\d\s]{1,5})\(0\)/, "$1").replace(/[\s()[\]/.\p{Pd}]/gu, "");
  return /^\+?\d{7,15}$/.test(plain) ? plain : undefined;
}

/** First and last name as one. */
export function joinName(firstName: string, lastName: string): string {
  return [firstName.trim(), lastName.trim()].filter(Boolean).join(" ");
}

/** Whether a browser may send it on as an address; whether it is one is for the server to say. */
export function looksLikeEmail(typed: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);
}
