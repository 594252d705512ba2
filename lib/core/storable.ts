/** What no column of the database takes: NUL, and halves of characters, which JSON can carry and UTF-8 cannot. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether every text in a value that came from outside can be stored, and so be looked for. */
export function isStorable(value: unknown): boolean {
  // Not by calling itself: what comes from outside may be nested deeper than calls can be. And each thing once: the argument
  // of a server action may hold itself, or one thing in very many places.
  const waiting: unknown[] = [value];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string" && UNSTORABLE.test(one)) return false;
    if (typeof one !== "object" || one === null || seen.has(one)) continue;
    seen.add(one);
    for (const [name, part] of Object.entries(one)) waiting.push(name, part);
  }
  return true;
}

/**
 * The value with every text in it in one Unicode form (NFC), so that an umlaut of two characters, as macOS writes it, is the one of
 * one character. The texts of objects and arrays are replaced in place; names stay as they are.
 */
export function inOneForm<T>(value: T): T {
  const holder = { value };
  const waiting: object[] = [holder];
  const seen = new Set<object>();
  while (waiting.length > 0) {
    const one = waiting.pop() as Record<string, unknown>;
    if (seen.has(one)) continue;
    seen.add(one);
    for (const [name, part] of Object.entries(one)) {
      if (typeof part === "object" && part !== null) waiting.push(part);
      const composed = typeof part === "string" ? part.normalize("NFC") : part;
      if (composed !== part) one[name] = composed;
    }
  }
  return holder.value;
}

/** Whether a moment is one, and in a year that the database and JSON write with four digits. */
export function isStorableMoment(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** How JSON writes what cannot be stored. What only looks like it costs a closer look, and no more. */
const SUSPECT = /\\u0000|\\ud[89a-f]/i;
/** Most texts write no character that way; to find that out costs a hundredth of the search for those two. */
const isSuspect = (text: string) => text.includes("\\u") && SUSPECT.test(text);

const cleanText = (text: string) => text.replace(new RegExp(UNSTORABLE, "gu"), "");

/** Of one part; those in it are cleaned one by one. */
function clean(part: unknown): unknown {
  if (typeof part === "string") return cleanText(part);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  if (!Object.keys(part).some((name) => UNSTORABLE.test(name))) return part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [cleanText(name), inner]));
}

/** A value of a vendor's as JSON, with what cannot be stored taken out of its texts and names. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!isSuspect(text) || isStorable(value)) return text;
  return JSON.stringify(value, (_key, part: unknown) => clean(part));
}

/** How JSON writes marks that make one character with the letter before. */
const ESCAPED_MARK = /\\u03[0-6]/i;

/**
 * The value of a vendor's JSON, its texts in one Unicode form, with what cannot be stored taken out of its texts and names: one such
 * would else end the reading of a whole list.
 *
 * @throws SyntaxError for what is no JSON
 */
export function parseStorable(text: string): unknown {
  const composed = text.normalize("NFC");
  const parsed: unknown = isSuspect(composed)
    ? JSON.parse(composed, (_key, part: unknown) => clean(part))
    : JSON.parse(composed);
  return ESCAPED_MARK.test(composed) ? inOneForm(parsed) : parsed;
}
