import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BANK_TEXT_LENGTH, toSepaText } from "./sepa-text";

describe("bank text", () => {
  test.each([
    ["RE-1042 Bäckerei Müller & Söhne", "RE-1042 Baeckerei Mueller + Soehne"],
    ["Straße der Großen Ölfässer", "Strasse der Grossen Oelfaesser"],
    ["ÄÖÜ ẞ", "AeOeUe SS"],
    ["Café Señor Łukasz Ærø", "Cafe Senor Lukasz Aero"],
    ["Yıldız, Đuro, Þór, Ðorði, Ŋ", "Yildiz, Duro, Thor, Dordi, Ng"],
    ["Ba\u0308ckerei", "Baeckerei"],
    ["−5,00 a‑b c―d", "-5,00 a-b c-d"],
    ["Proﬁ 75 m² 3½", "Profi 75 m2 3 1/2"],
    ["Ελλάδα Жуков", "Ellada Zhukov"],
    ["Peter´s «Laden» ＆ Co", "Peter's 'Laden' + Co"],
    ["100 % – „Sonderposten“", "100 Prozent - 'Sonderposten'"],
    ["A_B;C=D#E*F@G", "A-B,C-D.E.F(at)G"],
    ["12,50 €", "12,50 EUR"],
    ["a\n\tb   c", "a b c"],
    ["東京 RE1", "RE1"],
    ["😀", ""],
    ["", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(toSepaText(text)).toBe(expected);
  });

  test("is cut at 140 characters, counted after umlauts were spelt out", () => {
    expect(toSepaText("ü".repeat(100))).toBe("ue".repeat(70));
    expect(toSepaText(`${"x".repeat(139)} y`)).toBe("x".repeat(139));
    expect(toSepaText("abcdef", 3)).toBe("abc");
  });

  test("contains only SEPA characters, for any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ unit: "grapheme", maxLength: 400 })),
        (text) => {
          const sepa = toSepaText(text);
          expect(sepa).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]*$/);
          expect(sepa.length).toBeLessThanOrEqual(BANK_TEXT_LENGTH);
          expect(sepa).toBe(sepa.trim());
          expect(toSepaText(sepa)).toBe(sepa);
        },
      ),
      { numRuns: 500 },
    );
  });
});
