import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLatin } from "./latin-letters";

describe("Latin spelling", () => {
  test.each([
    ["Yıldız", "Yildiz"],
    ["Øst GmbH", "Ost GmbH"],
    ["Łukasz", "Lukasz"],
    ["Đorđe, Ðorði, Þór", "Dorde, Dordi, Thor"],
    ["Ærø, Œuvre", "Aero, Oeuvre"],
    ["Straße, WEIẞ", "Strasse, WEISS"],
    ["Ħal Għargħur, Ŋŋ, Ŧŧ", "Hal Gharghur, Ngng, Tt"],
    ["Əli, Ɓala, Ƙasa, Ɔbra, Ɛdem", "Eli, Bala, Kasa, Obra, Edem"],
    ["Ba\u0308ckerei, Bäckerei", "Baeckerei, Baeckerei"],
    ["ÄÖÜ äöü", "AeOeUe aeoeue"],
    ["ﬁn ﬂott ĳs ŉ", "fin flott ijs 'n"],
    ["−5,00 – a‑b — c―d‐e﹣f－g", "-5,00 - a-b - c-d-e-f-g"],
    ["Жуков, Щука, Ђоковић, Љиљана", "Zhukov, Shchuka, Dokovic, Ljiljana"],
    ["Ελλάδα, Θεσσαλονίκη", "Ellada, Thessaloniki"],
    ["№ 5, 5′ 3″, m²", "No. 5, 5' 3\", m2"],
    ["a\u200Bb\u00ADc\u0301", "abc"],
    ["漢字 한 🙂", "漢字 한 🙂"],
  ])("of %j is %j", (text, expected) => {
    expect(inLatin(text)).toBe(expected);
  });

  test("of every letter of Latin-1, Latin Extended-A and Latin Extended Additional has plain letters only", () => {
    const ranges = [
      [0xc0, 0x17f],
      [0x1e00, 0x1e9b],
      [0x1e9e, 0x1e9f],
      [0x1ea0, 0x1ef9],
    ] as const;
    const letters = ranges
      .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
      .filter((sign) => /\p{L}/u.test(sign));
    expect(letters.filter((letter) => !/^['a-z]+$/i.test(inLatin(letter)))).toEqual([]);
  });

  test("keeps the characters that the caller selects", () => {
    expect(inLatin("Øre – Łódź", (sign) => "Ø–".includes(sign))).toBe("Øre – Lodz");
  });

  test("of a Latin spelling is the same spelling, and the Unicode form of the text makes no difference", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" })), (text) => {
        const spelt = inLatin(text);
        expect(inLatin(spelt)).toBe(spelt);
        expect(inLatin(text.normalize("NFD"))).toBe(spelt);
      }),
    );
  });
});
