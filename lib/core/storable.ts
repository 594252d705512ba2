/** What no column of the database takes: NUL, and halves of characters, which JSON can carry and UTF-8 cannot. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether every text in a value that came from outside can be stored, and so be looked for. */
export function isStorable(value: unknown): boolean {
  // Not by calling itself: what comes from outside may be nested deeper than calls can be.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === "string" && UNSTORABLE.test(one)) return false;
    if (typeof one === "object" && one !== null) for (const entry of Object.entries(one)) waiting.push(...entry);
  }
  return true;
}

/** A value of a vendor's with what cannot be stored taken out of its texts. */
export function storable<T>(value: T): T {
  if (isStorable(value)) return value;
  const clean = (text: string) => text.replace(new RegExp(UNSTORABLE, "gu"), "");
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === "string" ? clean(part) : part));
  return JSON.parse(text) as T;
}
