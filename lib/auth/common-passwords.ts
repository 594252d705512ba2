import { dictionary } from "@zxcvbn-ts/language-common";

let common: Set<string> | undefined;

/**
 * Whether a password is one of the fifty thousand that attackers try first (zxcvbn's list), also with digits and
 * signs hung on: "Sommer-2026-!!" is "sommer" to every cracking tool.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary["passwords-common"]);
  const plain = password.toLowerCase();
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return common.has(plain) || common.has(word) || new Set(plain).size < 4;
}
