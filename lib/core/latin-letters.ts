/**
 * Latin letters that Unicode does not take apart into a letter and its marks, with their usual spelling: the Nordic and
 * Slavic languages, Turkish, Maltese, Sami, Vietnamese, and the African alphabets. The capital is derived.
 */
const LETTERS =
  "æ ae œ oe ø o ß ss ð d đ d þ th ł l ŀ l ħ h ı i ĸ k ŋ ng ŧ t ə e ǝ e ɛ e ɔ o ɓ b ƃ b ƀ b ƈ c ȼ c ɖ d ɗ d ƌ d ƒ f ɠ g ǥ g ɣ g " +
  "ɦ h ƕ hv ɨ i ɩ i ɉ j ȷ j ƙ k ƚ l ɫ l ɬ l ɯ m ɲ n ƞ n ɵ o ƣ oi ȣ ou ƥ p ɋ q ɍ r ɽ r ʃ sh ƨ s ƭ t ʈ t ƫ t ⱦ t ʉ u ʊ u ʋ v " +
  "ⱱ v ƴ y ɏ y ƶ z ȥ z ʒ zh ⱥ a ɑ a ẚ a ɇ e ɡ g ʌ v ƿ w ẟ d";
/** Russian, Ukrainian, Bulgarian, Serbian and Macedonian. Signs without a sound are written as nothing. */
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

/** Each letter with its spelling, then its capital with the same, if the capital is one letter of its own. */
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
 * The text in unaccented Latin letters, as bank text, names to compare and files for DATEV have it: umlauts are spelt out as in
 * German (ä is ae), accents are left off (č is c), letters that do not come apart and Greek and Cyrillic ones are spelt by one table
 * (Ø is O, Ж is Zh), every hyphen, dash and minus is `-`, ligatures come apart. What nobody sees is left out.
 *
 * @param isKept characters that stay as they are
 * @returns what the table does not know stays, too: the caller decides what stands for it
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
  // What was taken apart and is none of ours, a Korean syllable for example, is put together again.
  return Array.from(text.normalize("NFC"), spell).join("").normalize("NFC");
}

/** The text with every hyphen, dash and minus as `-`. */
export function withPlainHyphens(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(HYPHENS, "-") : text;
}

/** The spelling of a Latin letter that does not come apart; undefined for every other sign. */
export function spelledLatin(letter: string): string | undefined {
  return SPELT_LATIN.get(letter);
}
