import { inLatin } from "@/lib/core/latin-letters";

/** Characters of Windows-1252 with their bytes; the five bytes that stand for nothing are left out. */
const BYTES = new Map<string, number>();
const decoder = new TextDecoder("windows-1252");
for (let byte = 0; byte < 256; byte += 1) {
  const char = decoder.decode(Uint8Array.of(byte));
  if (byte < 0x80 || byte > 0x9f || char.charCodeAt(0) !== byte) BYTES.set(char, byte);
}

/** Most texts are of these alone, whose codes are their bytes. */
const COMMON = /^[\x20-\x7e\xa0-\xff]*$/;

/** What stands for a character that no Latin spelling is known of: told, never dropped in silence. */
const UNKNOWN = "?";

/**
 * The text in characters of Windows-1252 only: other letters lose their marks (č is c) or are spelt in Latin letters
 * (Ж is Zh), and what is left, an emoji for example, becomes one `?` each.
 */
export function toWindows1252(text: string): string {
  if (COMMON.test(text)) return text;
  return Array.from(
    inLatin(text, (char) => BYTES.has(char)),
    (char) => (BYTES.has(char) ? char : UNKNOWN),
  ).join("");
}

/** @throws Error if a character is not in Windows-1252: `toWindows1252` comes first */
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
