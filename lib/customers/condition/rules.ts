export type ConditionMatch =
  | { result: "match"; found?: undefined; expected?: undefined }
  | {
      result: "no_condition_chosen" | "condition_missing" | "condition_mismatch" | "condition_near_miss";
      found?: string;
      expected?: string;
    };

/** Longest payment condition that the accounting system accepts, in characters. */
export const CONDITION_LENGTH = 254;

export type ConditionFault = "empty" | "too_long" | "line_break" | "trailing_space";

/**
 * Returns why the accounting system would not accept a text as a payment condition; undefined if it would. It compares
 * conditions as text: one line, without trailing blanks.
 */
export function conditionFault(text: string): ConditionFault | undefined {
  if (text === "") return "empty";
  if (text.length > CONDITION_LENGTH) return "too_long";
  if (/[\r\n\u2028\u2029]/.test(text)) return "line_break";
  return text === text.trimEnd() ? undefined : "trailing_space";
}

/**
 * Compares an invoice's payment term with the conditions that mean direct debit. The accounting system keeps only the
 * text on the invoice, so trimmed texts are compared. A near match is reported, never accepted.
 */
export function matchCondition(termLabel: string, conditions: string[]): ConditionMatch {
  const found = termLabel.trim();
  if (conditions.length === 0) return { result: "no_condition_chosen", found };
  if (conditions.some((condition) => fits(found, condition.trim()))) return { result: "match" };
  if (found === "") return { result: "condition_missing", expected: conditions[0] };
  const near = conditions.find((condition) => isNear(found, condition.trim()));
  return near
    ? { result: "condition_near_miss", found, expected: near }
    : { result: "condition_mismatch", found, expected: conditions[0] };
}

/** True if a label fits a condition. `{paymentRange}` and the like match the number printed on the invoice. */
function fits(label: string, condition: string): boolean {
  if (label === condition) return true;
  if (!condition.includes("{")) return false;
  const [head = "", ...rest] = condition.split(/\{\w+\}/);
  // Matched part by part, not by one regular expression: it would try too many ways to split a long run of digits.
  let reached = new Set(label.startsWith(head) ? [head.length] : []);
  for (const part of rest) reached = new Set([...reached].flatMap((place) => afterNumber(label, place, part)));
  return reached.has(label.length);
}

const MOST_DIGITS = 4;

/** Returns every position in the label after a number of one to four digits at `place` and the words that follow it. */
function afterNumber(label: string, place: number, words: string): number[] {
  const digits = /^\d*/.exec(label.slice(place, place + MOST_DIGITS))?.[0].length ?? 0;
  return Array.from({ length: digits }, (_, i) => place + i + 1)
    .filter((end) => label.startsWith(words, end))
    .map((end) => end + words.length);
}

const MAX_DISTANCE = 2;

function isNear(a: string, b: string): boolean {
  const left = plain(a);
  const right = plain(b);
  if (left === right) return true;
  return (
    Math.abs(left.length - right.length) <= MAX_DISTANCE && left.length > 8 && editDistance(left, right) <= MAX_DISTANCE
  );
}

/**
 * Returns a key that changes with the saved choice. A form that uses it as its React key starts over when it changes.
 */
export function conditionsKey(conditions: { label: string; isChosen: boolean }[]): string {
  return conditions
    .filter((row) => row.isChosen)
    .map((row) => row.label)
    .join("\n");
}

/** How two nearly matching texts differ: the smallest difference that explains it. */
export type ConditionDifference = "blanks" | "case" | "punctuation" | "letters";

export function conditionDifference(a: string, b: string): ConditionDifference {
  const withoutBlanks = (text: string) => text.replace(/\s+/g, "");
  if (withoutBlanks(a) === withoutBlanks(b)) return "blanks";
  if (withoutBlanks(a).toLowerCase() === withoutBlanks(b).toLowerCase()) return "case";
  return plain(a) === plain(b) ? "punctuation" : "letters";
}

/** Returns the text without case, spaces and punctuation: what a person would read as the same sentence. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s\p{P}]+/gu, "");
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitute = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitute, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
