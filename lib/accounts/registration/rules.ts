/**
 * Returns a mobile number as it is stored: 7 to 15 digits with an optional plus; undefined if it is none. A zero in
 * brackets after the country code is removed, because it is not dialled after the code.
 */
export function plainMobileNumber(typed: string): string | undefined {
  const plain = typed.replace(/^(\s*(?:\+|00)[\d\s]{1,5})\(0\)/, "$1").replace(/[\s()[\]/.\p{Pd}]/gu, "");
  return /^\+?\d{7,15}$/.test(plain) ? plain : undefined;
}

/** Returns first and last name as one. */
export function joinName(firstName: string, lastName: string): string {
  return [firstName.trim(), lastName.trim()].filter(Boolean).join(" ");
}

/** True if a browser may submit it as an email address. The server decides whether it is one. */
export function looksLikeEmail(typed: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);
}
