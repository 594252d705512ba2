import { dictionary } from "@zxcvbn-ts/language-common";
import { brand } from "@/lib/core/brand";

let common: Set<string> | undefined;

/**
 * Whether a password is one of the fifty thousand that attackers try first (zxcvbn's list), also with digits and
 * signs hung on: "Sommer-2026-!!" is "sommer" to every cracking tool. So is one that is little more than our own name.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary["passwords-common"]);
  const plain = password.toLowerCase();
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return common.has(plain) || common.has(word) || new Set(plain).size < 4 || isOfThisPlace(plain);
}

/** The words of this place, which are tried here first (docs/security.md, "Doors"). */
const OWN_WORDS = [brand.domain, brand.name, "mandat", "mandate", "sepa"].map((word) => word.toLowerCase());
/** So many letters have to be somebody's own, beside the words of this place. */
const OWN_LETTERS = 5;

function isOfThisPlace(plain: string): boolean {
  const rest = OWN_WORDS.reduce((text, word) => text.replaceAll(word, ""), plain);
  return rest !== plain && (rest.match(/\p{L}/gu)?.length ?? 0) < OWN_LETTERS;
}
