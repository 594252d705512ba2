/**
 * Control characters, halves of characters, and the invisible marks that turn the direction of the text around them: a name with one in it
 * would reverse the sentence it stands in. Line breaks and tabs stay.
 */
const UNRULY = /(?![\n\t])\p{Cc}|\p{Cs}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Somebody's text without anything that acts on the text around it; line breaks are `\n`. */
export function tame(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(UNRULY, "");
}

/** The same on one line, cut at a length with an ellipsis. */
export function tameLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const line = tame(text).replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  // A character of two units is not cut through.
  const head = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${head.trimEnd()}…`;
}

/** A name or number from payers and books as it may stand in a sentence of ours: of bearable length, turning nothing around. */
export function shortName(name: string): string {
  return tameLine(name, 80);
}

/** Characters that show nothing, beyond those that turn text around: they can hide a link from a search for one. */
const INVISIBLE = /\p{Cf}|\u034F|[\u115F\u1160]|[\u17B4\u17B5]|\u3164|\uFFA0|[\uFE00-\uFE0F]/gu;

/** Signs that mail programs and browsers take for a dot, a slash, an at or a colon in an address. */
const LOOK_ALIKES: [RegExp, string][] = [
  [/[\uFF0E\u3002\uFF61\u2024\uFE52]/g, "."],
  [/[\uFF0F\u2044\u2215\u29F8\\\uFF3C]/g, "/"],
  [/[\uFF20\uFE6B]/g, "@"],
  [/[\uFF1A\uFE55\u2236\uA789]/g, ":"],
];

/** Longest name in a mail to somebody who did not choose us. */
const MAIL_NAME_LENGTH = 60;

/**
 * A name that somebody typed, as it may stand in a mail to a person who did not choose us: on one line, cut at 60 characters,
 * and without anything that a mail program would turn into a link. "evil.example/x" becomes "evil. example / x"; "Dr. Weber",
 * "St. Anna" and "24.7" stay as they are.
 */
export function mailName(name: string): string {
  let plain = tameLine(name).replace(INVISIBLE, "");
  for (const [sign, meant] of LOOK_ALIKES) plain = plain.replace(sign, meant);
  plain = plain
    .replace(/@/g, " (at) ")
    .replace(/:(?=\S)/g, ": ")
    .replace(/(?<=\d\.\d+)\.(?=\d)/g, ". ")
    .replace(/\.(?=[^\s.,;:!?)'"\d])|(?<=[^\s\d.])\.(?=\d)/gu, ". ")
    .replace(/\s*\/+\s*/g, " / ");
  return tameLine(plain, MAIL_NAME_LENGTH);
}
