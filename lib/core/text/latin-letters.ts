/**
 * Latin letters that Unicode does not decompose into a letter and its accents, with their usual spelling: Nordic and
 * Slavic languages, Turkish, Maltese, Sami, Vietnamese, and the African alphabets. Capitals are derived from it.
 */
const LETTERS =
  "æ ae œ oe ø o ß ss ð d đ d þ th ł l ŀ l ħ h ı i ĸ k ŋ ng ŧ t ə e ǝ e ɛ e ɔ o ɓ b ƃ b ƀ b ƈ c ȼ c ɖ d ɗ d ƌ d ƒ f ɠ g ǥ g ɣ g " +
  "ɦ h ƕ hv ɨ i ɩ i ɉ j ȷ j ƙ k ƚ l ɫ l ɬ l ɯ m ɲ n ƞ n ɵ o ƣ oi ȣ ou ƥ p ɋ q ɍ r ɽ r ʃ sh ƨ s ƭ t ʈ t ƫ t ⱦ t ʉ u ʊ u ʋ v " +
  "ⱱ v ƴ y ɏ y ƶ z ȥ z ʒ zh ⱥ a ɑ a ẚ a ɇ e ɡ g ʌ v ƿ w ẟ d";
/** Russian, Ukrainian, Bulgarian, Serbian and Macedonian. Signs without a sound become an empty text. */
const CYRILLIC =
  "а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ъ  ы y ь  э e ю yu я ya " +
  "і i ї i є e ґ g ђ d ј j љ lj њ nj ћ c џ dz ѕ dz";
const GREEK = "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o";
const SIGNS = "- - ′ ' ″ \" ʼ ' ʹ ' ⁄ / № No. ₤ £";
const BEYOND_ASCII = /[\u0080-\uffff]/;
const HYPHENS = /[\p{Pd}\u02d7\u2043\u2212]/gu;
const UMLAUTS = new Map(Object.entries({ ä: "ae", ö: "oe", ü: "ue", Ä: "Ae", Ö: "Oe", Ü: "Ue" }));

const SPELT_LATIN = new Map([...pairsOf(LETTERS), ["ẞ", "SS"] as const]);
const SPELT = new Map([...SPELT_LATIN, ...pairsOf(CYRILLIC), ...pairsOf(GREEK), ...pairsOf(SIGNS)]);

/**
 * Returns each letter with its spelling, then its capital with the same, if the capital is a single letter of its own.
 */
function pairsOf(list: string): [string, string][] {
  const parts = list.split(" ");
  return parts.flatMap((letter, at): [string, string][] => {
    if (at % 2 === 1) return [];
    const spelt = parts[at + 1] ?? "";
    const capital = letter.toUpperCase();
    const isOwn = capital !== letter && [...capital].length === 1 && capital > "\x7f";
    return [
      [letter, spelt],
      ...(isOwn ? [[capital, `${spelt.charAt(0).toUpperCase()}${spelt.slice(1)}`] as [string, string]] : []),
    ];
  });
}

/**
 * Returns the text in unaccented Latin letters, for bank texts, name comparison and files for DATEV. Umlauts are spelt
 * out as in German (ä is ae), and accents are dropped (č is c). One table spells letters without a decomposition, Greek
 * and Cyrillic (Ø is O, Ж is Zh). Every hyphen, dash and minus becomes `-`, ligatures become their letters, and
 * invisible characters are dropped.
 *
 * @param isKept selects characters that stay as they are
 * @returns characters that the table does not contain stay, too: the caller decides how to replace them
 */
export function inLatin(text: string, isKept: (sign: string) => boolean = () => false): string {
  const spell = (sign: string): string => {
    if (sign <= "\x7f" || isKept(sign)) return sign;
    const spelt = UMLAUTS.get(sign) ?? SPELT.get(withPlainHyphens(sign));
    if (spelt !== undefined) return spelt;
    if (/^[\p{Mn}\p{Cf}]$/u.test(sign)) return "";
    const parts = [...sign.normalize("NFKD")];
    return parts.length === 1 && parts[0] === sign ? sign : parts.map(spell).join("");
  };
  // Recomposes characters that were decomposed but are not in the table, for example a Korean syllable.
  return Array.from(text.normalize("NFC"), spell).join("").normalize("NFC");
}

/** Returns the text with every hyphen, dash and minus as `-`. */
export function withPlainHyphens(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(HYPHENS, "-") : text;
}

/** Returns the spelling of a Latin letter that Unicode does not decompose; undefined for every other character. */
export function spelledLatin(letter: string): string | undefined {
  return SPELT_LATIN.get(letter);
}
