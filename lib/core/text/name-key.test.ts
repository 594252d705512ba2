import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { companyKey, nameKey, payerKey } from "./name-key";

describe("two names are the same", () => {
  test.each([
    ["in another case", "Muster GmbH", "MUSTER GMBH"],
    ["with other blanks", "Muster GmbH", "  Muster\u00a0\u2003GmbH\t"],
    ["without a blank", "Muster GmbH", "MusterGmbH"],
    ["with a zero-width space", "Muster GmbH", "Mu\u200bster GmbH"],
    ["with a soft hyphen", "Muster GmbH", "Mus\u00adter GmbH"],
    ["with a mark that turns the direction", "Muster GmbH", "\u202eMuster\u202c GmbH"],
    ["with a joiner and a byte order mark", "Muster GmbH", "\ufeffMus\u2060t\u200der GmbH"],
    ["with a variation selector and a Hangul filler", "Muster GmbH", "M\ufe0fuster\u3164 GmbH"],
    ["with a combining grapheme joiner", "Muster GmbH", "Mu\u034fster GmbH"],
    ["with full-width letters", "Muster GmbH", "Ｍｕｓｔｅｒ ＧｍｂＨ"],
    ["with a ligature", "Profi GmbH", "Proﬁ GmbH"],
    ["with another dash", "Muster-Bau GmbH", "Muster–Bau GmbH"],
    ["without the dash", "Muster-Bau GmbH", "Musterbau GmbH"],
    ["with stops", "Muster e.K.", "Muster eK"],
    ["with quotation marks", 'Gasthof "Zur Post"', "Gasthof „Zur Post“"],
    ["with another apostrophe", "Peter's Laden", "Peter’s Laden"],
    ["with umlauts spelt out", "Müller & Söhne Bäckerei", "Mueller & Soehne Baeckerei"],
    ["with umlauts of two characters", "Müller", "Mu\u0308ller"],
    ["with umlauts in capitals", "MÜLLER", "müller"],
    ["with ss for ß", "Weißstraße", "WEISSSTRASSE"],
    ["with the capital ß", "WEIẞ", "weiß"],
    ["with an accent", "Café Réne", "Cafe Rene"],
    ["with an accent on a letter that is spelt out", "Ǽgir Bau", "Aegir Bau"],
    ["with letters that do not come apart", "Łukasz Øster, Đuro, Yıldız, Þór", "Lukasz Oster, Duro, Yildiz, Thor"],
    ["with a minus for a hyphen", "Muster-Bau GmbH", "Muster−Bau GmbH"],
    ["with the Turkish capital i", "İstanbul", "istanbul"],
    ["with Cyrillic letters that look the same", "Pasta Oase", "Раstа Оаsе"],
    ["with Greek letters that look the same", "Oko", "Οκο"],
  ])("%s", (_how, one, other) => {
    expect(nameKey(other)).toBe(nameKey(one));
  });
});

describe("two names are different", () => {
  test.each([
    ["Muster GmbH", "Muster AG"],
    ["Müller", "Muller"],
    ["A+B Bau", "AB Bau"],
    ["Muster & Co", "Muster Co"],
    ["Muster 1", "Muster 2"],
    ["Halle", "Halle (Saale)"],
    ["…", "—"],
    ["Банк", "Bank"],
    ["Øst GmbH", "St GmbH"],
    ["東京 GmbH", "大阪 GmbH"],
  ])("%s, %s", (one, other) => {
    expect(nameKey(other)).not.toBe(nameKey(one));
  });
});

describe("a payer and a contact", () => {
  test.each([
    ["Bäckerei Müller GmbH & Co. KG", "Baeckerei Mueller GmbH + Co KG"],
    ["Ba\u0308ckerei", "BÄCKEREI"],
    ["Łukasz Nowak", "Lukasz Nowak"],
    ["Yıldız Ltd.", "Yildiz Ltd"],
    ["Café Réne", "Cafe Rene"],
    ["ООО Вектор", "ооо вектор"],
  ])("have the same name: %s, %s", (one, other) => {
    expect(payerKey(other)).toBe(payerKey(one));
  });

  test.each([
    ["Øst GmbH", "St GmbH"],
    ["東京 GmbH", "大阪 GmbH"],
    ["Вектор GmbH", "Радуга GmbH"],
    ["Раstа", "Pasta"],
  ])("have different names: %s, %s", (one, other) => {
    expect(payerKey(other)).not.toBe(payerKey(one));
  });

  test("have no key for a name without letters and digits", () => {
    expect(payerKey("… – &")).toBe("");
  });
});

test("the key of a key is the key itself, and no name has an empty key", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
      const key = nameKey(name);
      if (key !== name.normalize("NFKC").trim()) expect(nameKey(key)).toBe(key);
      if (/[\p{L}\p{N}]/u.test(name)) expect(key).not.toBe("");
    }),
  );
});

test("the key of a firm stays within PostgreSQL's index limit, even if one letter becomes many", () => {
  const longest = "\ufdfa".repeat(200);
  expect(Buffer.byteLength(companyKey({ companyName: longest, city: longest }))).toBeLessThan(2_000);
});
