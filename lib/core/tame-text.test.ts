import fc from "fast-check";
import { expect, test } from "vitest";
import { tame, tameLine } from "./tame-text";

const UNRULY = /(?![\n\t])\p{Cc}|\p{Cs}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u;
/** Text as people and their enemies write it. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(fc.constantFrom("a", " ", "\u202E", "\u2066", "\u0000", "\r\n", "\u2028", "👩‍👩‍👧", "\uD83D", "ä"), {
      maxLength: 40,
    })
    .map((parts) => parts.join("")),
);

test("nothing is left that acts on the text around it, and taming twice changes no more", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const tamed = tame(text);
      expect(tamed).not.toMatch(UNRULY);
      expect(tame(tamed)).toBe(tamed);
    }),
  );
});

test("a line is one line, and never longer than it may be", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 80 }), (text, max) => {
      const line = tameLine(text, max);
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
])("%j", (text, expected) => {
  expect(tameLine(text, 20)).toBe(expected);
});
