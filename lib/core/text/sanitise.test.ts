import fc from "fast-check";
import { expect, test } from "vitest";
import { mailName, sanitiseLine, sanitiseText } from "./sanitise";

const UNRULY = /(?![\n\t])\p{Cc}|\p{Cs}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u;
/** Texts as people and attackers write them. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(fc.constantFrom("a", " ", "\u202E", "\u2066", "\u0000", "\r\n", "\u2028", "👩‍👩‍👧", "\uD83D", "ä"), {
      maxLength: 40,
    })
    .map((parts) => parts.join("")),
);

test("tame removes everything that acts on the surrounding text, and a second call changes nothing", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tamed = sanitiseText(text);
      expect(tamed).not.toMatch(UNRULY);
      expect(sanitiseText(tamed)).toBe(tamed);
    }),
  );
});

test("sanitiseLine returns one line that never exceeds the maximum length", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 80 }), (text, max) => {
      const line = sanitiseLine(text, max);
      expect(line).not.toMatch(/[\r\n\t]/);
      expect(line.length).toBeLessThanOrEqual(max);
      expect(line).not.toMatch(UNRULY);
    }),
  );
});

test.each([
  ["Bäckerei\u202E gnirpS", "Bäckerei gnirpS"],
  ["  zwei\r\nZeilen ", "zwei Zeilen"],
  ["👩‍👩‍👧 & Co", "👩‍👩‍👧 & Co"],
  ["x".repeat(10_000), `${"x".repeat(19)}…`],
  [`${"x".repeat(18)}😀😀`, `${"x".repeat(18)}…`],
])("sanitiseLine sanitises %j", (text, expected) => {
  expect(sanitiseLine(text, 20)).toBe(expected);
});

/** Texts that programs turn into links: two parts joined by a dot, an address, a scheme, or a path. */
const LINKED = /[\p{L}\p{N}]\.\p{L}|@|:\S|\S\/|\/\S|(?:\d+\.){3}\d/u;

test.each([
  ["Müller & Söhne GmbH", "Müller & Söhne GmbH"],
  ["Dr. med. Weber", "Dr. med. Weber"],
  ["St. Anna", "St. Anna"],
  ["24.7 Service", "24.7 Service"],
  ["Bau GmbH & Co.KG", "Bau GmbH & Co. KG"],
  ["www.evil.example", "www. evil. example"],
  ["evil.example/x", "evil. example / x"],
  ["https://evil.example/x", "https: / evil. example / x"],
  ["info@evil.example", "info (at) evil. example"],
  ["mailto:a@b.example", "mailto: a (at) b. example"],
  ["evil\u200B.\u2060example", "evil. example"],
  ["evil．example／x", "evil. example / x"],
  ["\u202Eelpmaxe.live", "elpmaxe. live"],
  ["Jetzt zahlen\r\nevil.example", "Jetzt zahlen evil. example"],
  ["192.168.0.1", "192.168. 0. 1"],
  ["x".repeat(200), `${"x".repeat(59)}…`],
])("a mail to a stranger shows the name %j as %j", (name, told) => {
  expect(mailName(name)).toBe(told);
});

test("no name in a mail to a stranger exceeds 60 characters or becomes a link", () => {
  const part = fc.constantFrom(
    "evil",
    ".",
    "example",
    "/",
    "@",
    ":",
    "１",
    "1",
    " ",
    "\u200B",
    "．",
    "\u00AD",
    "ä",
    "(",
  );
  const name = fc.oneof(
    anyText,
    fc.array(part, { maxLength: 30 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(name, (text) => {
      expect(mailName(text)).not.toMatch(LINKED);
      expect(mailName(text)).not.toMatch(UNRULY);
      expect(mailName(text).length).toBeLessThanOrEqual(60);
    }),
  );
});
