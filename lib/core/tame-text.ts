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
