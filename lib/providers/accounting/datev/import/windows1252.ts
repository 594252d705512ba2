import { inLatin } from "@/lib/core/text/latin-letters";

/** The characters of Windows-1252 and their bytes, without the five unassigned bytes. */
const BYTES = new Map<string, number>();
const decoder = new TextDecoder("windows-1252");
for (let byte = 0; byte < 256; byte += 1) {
  const char = decoder.decode(Uint8Array.of(byte));
  if (byte < 0x80 || byte > 0x9f || char.charCodeAt(0) !== byte) BYTES.set(char, byte);
}

/** Most texts consist only of these characters, whose code equals their byte. */
const COMMON = /^[\x20-\x7e\xa0-\xff]*$/;

/** Replaces a character that has no Latin spelling, so that none disappears silently. */
const UNKNOWN = "?";

/**
 * Returns the text with characters of Windows-1252 only. Other letters lose their diacritics (č becomes c) or are spelt
 * in Latin letters (Ж becomes Zh). Any other character, for example an emoji, becomes one `?`.
 */
export function toWindows1252(text: string): string {
  if (COMMON.test(text)) return text;
  return Array.from(
    inLatin(text, (char) => BYTES.has(char)),
    (char) => (BYTES.has(char) ? char : UNKNOWN),
  ).join("");
}

/**
 * Encodes a text as Windows-1252.
 *
 * @throws Error for a character outside Windows-1252; call `toWindows1252` first
 */
export function encodeWindows1252(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const byte = code < 0x80 ? code : BYTES.get(text.charAt(i));
    if (byte === undefined) throw new Error("a character that is not in Windows-1252");
    bytes[i] = byte;
  }
  return bytes;
}
