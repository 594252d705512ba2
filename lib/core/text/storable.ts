/** Characters that no database column accepts: NUL, and lone surrogates, which JSON can express and UTF-8 cannot. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** True if the database can store every text in a value from outside. */
export function isStorable(value: unknown): boolean {
  // Without recursion, because a value from outside may be nested too deeply for it. Each object only once, because the
  // argument of a server action may contain itself, or the same object in very many places.
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
 * Normalises every text in a value to one Unicode form (NFC), so that an umlaut of two characters, as macOS writes it,
 * becomes one character. Texts in objects and arrays are replaced in place; property names stay as they are.
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

/** True for a valid instant in a year that the database and JSON write with four digits. */
export function isStorableMoment(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** Matches JSON that may escape an unstorable character. A false positive only costs a second look. */
const SUSPECT = /\\u0000|\\ud[89a-f]/i;
/** Most JSON texts contain no such escape; this first check costs a hundredth of the regular expression. */
const isSuspect = (text: string) => text.includes("\\u") && SUSPECT.test(text);

const cleanText = (text: string) => text.replace(new RegExp(UNSTORABLE, "gu"), "");

/** Cleans the names and the text of one part; `JSON.parse` and `JSON.stringify` call it for nested parts. */
function clean(part: unknown): unknown {
  if (typeof part === "string") return cleanText(part);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  if (!Object.keys(part).some((name) => UNSTORABLE.test(name))) return part;
  return Object.fromEntries(Object.entries(part).map(([name, inner]) => [cleanText(name), inner]));
}

/** Returns a vendor's value as JSON, without unstorable characters in texts and names. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!isSuspect(text) || isStorable(value)) return text;
  return JSON.stringify(value, (_key, part: unknown) => clean(part));
}

/** Matches JSON escapes of combining marks, which form one character with the letter before. */
const ESCAPED_MARK = /\\u03[0-6]/i;

/**
 * Parses a vendor's JSON. Texts get one Unicode form, and unstorable characters are removed from texts and names: a
 * single one would stop the processing of a whole list.
 *
 * @throws SyntaxError for invalid JSON
 */
export function parseStorable(text: string): unknown {
  const composed = text.normalize("NFC");
  const parsed: unknown = isSuspect(composed)
    ? JSON.parse(composed, (_key, part: unknown) => clean(part))
    : JSON.parse(composed);
  return ESCAPED_MARK.test(composed) ? inOneForm(parsed) : parsed;
}
