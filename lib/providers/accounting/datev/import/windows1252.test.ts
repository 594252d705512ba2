import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeWindows1252, toWindows1252 } from "./windows1252";

describe("Windows-1252", () => {
  test.each([
    ["Bäckerei Groß & Söhne – 5 €", "Bäckerei Groß & Söhne – 5 €"],
    ["Łukasz Żółć, Dvořák, Şahin, Đorđe", "Lukasz Zólc, Dvorák, Sahin, Dorde"],
    ["Жуков, Щука, Ελλάδα", "Zhukov, Shchuka, Ellada"],
    ["Ba\u0308cker", "Bäcker"],
    ["Yıldız −5,00 a‑b Ðorði Ɓala", "Yildiz -5,00 a-b Ðorði Bala"],
    ["ﬁn ① ½ ™", "fin 1 ½ ™"],
    ["漢字 🙂", "?? ?"],
    ["👨‍👩‍👧", "???"],
    ["a\u200Bb\u00ADc", "ab\u00ADc"],
    ["\ud800", "?"],
  ])("toWindows1252 writes %s as %s", (text, expected) => {
    expect(toWindows1252(text)).toBe(expected);
  });

  test("round-trips every text that toWindows1252 returns", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const written = toWindows1252(text);
        expect(new TextDecoder("windows-1252").decode(encodeWindows1252(written))).toBe(written);
        expect(toWindows1252(written)).toBe(written);
      }),
    );
  }, 60_000);

  test("refuses to encode a character outside Windows-1252", () => {
    expect(() => encodeWindows1252("ř")).toThrow();
  });
});
