/**
 * Control characters, lone surrogates, and invisible characters that change the direction of text: in a name they would
 * reverse the sentence around it. Line breaks and tabs stay.
 */
const UNRULY = /(?![\n\t])\p{Cc}|\p{Cs}|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Returns a text without characters that act on the text around it; line breaks become `\n`. */
export function sanitiseText(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(UNRULY, "");
}

/** Returns the sanitised text on one line, cut at a length with an ellipsis. */
export function sanitiseLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const line = sanitiseText(text).replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  // Does not cut a character of two UTF-16 units in half.
  const head = line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${head.trimEnd()}…`;
}

/**
 * Returns a payer's or accounting system's name or number for use in our sentences: sanitised, at most 80 characters.
 */
export function shortName(name: string): string {
  return sanitiseLine(name, 80);
}

/** Further invisible characters: they can hide a link from a search for one. */
const INVISIBLE = /\p{Cf}|\u034F|[\u115F\u1160]|[\u17B4\u17B5]|\u3164|\uFFA0|[\uFE00-\uFE0F]/gu;

/** Characters that mail programs and browsers accept as a dot, slash, at sign or colon of an address. */
const LOOK_ALIKES: [RegExp, string][] = [
  [/[\uFF0E\u3002\uFF61\u2024\uFE52]/g, "."],
  [/[\uFF0F\u2044\u2215\u29F8\\\uFF3C]/g, "/"],
  [/[\uFF20\uFE6B]/g, "@"],
  [/[\uFF1A\uFE55\u2236\uA789]/g, ":"],
];

/** Maximum length of a name in a mail to a person who did not choose our product. */
const MAIL_NAME_LENGTH = 60;

/**
 * Returns a typed name for a mail to a person who did not choose our product: on one line, cut at 60 characters, and
 * without anything that a mail program would turn into a link. "evil.example/x" becomes "evil. example / x"; "Dr.
 * Weber", "St. Anna" and "24.7" stay as they are.
 */
export function mailName(name: string): string {
  let plain = sanitiseLine(name).replace(INVISIBLE, "");
  for (const [sign, meant] of LOOK_ALIKES) plain = plain.replace(sign, meant);
  plain = plain
    .replace(/@/g, " (at) ")
    .replace(/:(?=\S)/g, ": ")
    .replace(/(?<=\d\.\d+)\.(?=\d)/g, ". ")
    .replace(/\.(?=[^\s.,;:!?)'"\d])|(?<=[^\s\d.])\.(?=\d)/gu, ". ")
    .replace(/\s*\/+\s*/g, " / ");
  return sanitiseLine(plain, MAIL_NAME_LENGTH);
}
