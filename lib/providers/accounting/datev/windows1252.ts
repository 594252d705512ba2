/** Characters of Windows-1252 with their bytes; the five bytes that stand for nothing are left out. */
const BYTES = new Map<string, number>();
const decoder = new TextDecoder("windows-1252");
for (let byte = 0; byte < 256; byte += 1) {
  const char = decoder.decode(Uint8Array.of(byte));
  if (byte < 0x80 || byte > 0x9f || char.charCodeAt(0) !== byte) BYTES.set(char, byte);
}

/** Letters and signs that neither stand in Windows-1252 nor come apart into a letter and its marks. */
const SPELT: Record<string, string> = {
  ẞ: "SS",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ħ: "h",
  Ħ: "H",
  ı: "i",
  ŋ: "ng",
  Ŋ: "NG",
  ŧ: "t",
  Ŧ: "T",
  ə: "e",
  Ə: "E",
  "‐": "-",
  "‑": "-",
  "−": "-",
  "‒": "-",
  "―": "-",
  "′": "'",
  "″": '"',
  "№": "No.",
  "₤": "£",
};
const CYRILLIC =
  "а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ  ы y ь  э e ю yu я ya і i ї i є e ґ g";
const GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o";
for (const alphabet of [CYRILLIC, GREEK]) {
  const parts = alphabet.split(" ");
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [letter = "", latin = ""] = [parts[i], parts[i + 1]];
    SPELT[letter] = latin;
    SPELT[letter.toUpperCase()] = latin.charAt(0).toUpperCase() + latin.slice(1);
  }
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
  return [...text.normalize("NFC")].map(spell).join("");
}

function spell(char: string): string {
  if (BYTES.has(char)) return char;
  const spelt = SPELT[char];
  if (spelt !== undefined) return spelt;
  const bare = char.normalize("NFKD").replace(/\p{Mn}/gu, "");
  // Marks, joiners and the like are no characters of their own.
  if (bare === "" || /^\p{Cf}$/u.test(char)) return "";
  if (bare === char) return UNKNOWN;
  return [...bare].map(spell).join("");
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
