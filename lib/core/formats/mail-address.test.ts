import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asciiAddress, mailAddressesIn, mailAddressOf, plainEmail, readMailAddresses } from "./mail-address";

describe("one address", () => {
  test.each([
    ["info@firma.de"],
    ["  Max.Mustermann+sepa@Firma.DE "],
    ["o'brien&sohn@x-y.example"],
    ["info@bäckerei.de"],
    ["info@xn--bckerei-5wa.de"],
    ["a@b.xn--p1ai"],
  ])("is read: %s", (text) => {
    expect(mailAddressOf(text)).toBe(text.trim().toLowerCase());
  });

  test("is read with a decomposed umlaut, as macOS writes it, and equals the address with the composed one", () => {
    expect(mailAddressOf("info@ba\u0308ckerei.de")).toBe("info@b\u00e4ckerei.de");
  });

  test.each([
    ["a blank in it", "max mustermann@firma.de"],
    ["a no-break space in it", "max\u00a0mustermann@firma.de"],
    ["a tab in it", "max\tmustermann@firma.de"],
    ["a line break in it", "max\nmustermann@firma.de"],
    ["a blank beside the sign", "max @firma.de"],
    ["a zero-width space", "max\u200bmustermann@firma.de"],
    ["a soft hyphen in the domain", "info@fir\u00adma.de"],
    ["a variation selector in the domain", "info@firma\ufe0f.de"],
    ["a grapheme joiner in the domain", "info@fir\u034fma.de"],
    ["a Mongolian selector in the domain", "info@fir\u180bma.de"],
    ["a mark that turns the direction", "\u202einfo@firma.de"],
    ["a full-width sign", "info\uff20firma.de"],
    ["full-width letters", "info@\uff46irma.de"],
    ["a sign that folds to k", "info@ban\u212a.de"],
    ["an ideographic full stop", "info@firma\u3002de"],
    ["a quoted local part", '"max mustermann"@firma.de'],
    ["a quoted second address", '"boese@evil.example"@firma.de'],
    ["two signs", "a@b@firma.de"],
    ["a comment", "info@firma.de (Buchhaltung)"],
    ["a comment in the middle", "info(privat)@firma.de"],
    ["angle brackets", "<info@firma.de>"],
    ["a domain literal", "info@[127.0.0.1]"],
    ["an IP address", "info@127.0.0.1"],
    ["a percent route", "max%evil.example@firma.de"],
    ["a bang route", "evil.example!max@firma.de"],
    ["a dot at the end", "info@firma.de."],
    ["two dots", "max..m@firma.de"],
    ["a dot at the start", ".max@firma.de"],
    ["no domain of two labels", "info@localhost"],
    ["a label that ends with a hyphen", "info@firma-.de"],
    ["no sign", "keine Mail"],
    ["a spelt-out sign", "info(at)firma.de"],
    ["a query", "info@firma.de?cc=boese@evil.example"],
    ["letters beyond ASCII before the sign", "jürgen@firma.de"],
    ["too much", `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(10)}.de`],
    ["nothing", ""],
  ])("is refused for %s", (_what, text) => {
    expect(mailAddressOf(text)).toBeUndefined();
  });
});

test.each([
  ["Info@Bäckerei.de", "info@xn--bckerei-5wa.de"],
  ["info@ba\u0308ckerei.de", "info@xn--bckerei-5wa.de"],
  ["info@xn--bckerei-5wa.de", "info@xn--bckerei-5wa.de"],
  [" Max@Firma.de ", "max@firma.de"],
  ["Keine Mail", "keine mail"],
])("a person who types %j signs in as %j", (typed, known) => {
  expect(plainEmail(typed)).toBe(known);
});

describe("a field of addresses", () => {
  test.each([
    ["a@x.de; b@x.de", ["a@x.de", "b@x.de"]],
    ["a@x.de,b@x.de", ["a@x.de", "b@x.de"]],
    ["a@x.de, b@x.de", ["a@x.de", "b@x.de"]],
    ["a@x.de b@x.de", ["a@x.de", "b@x.de"]],
    ["a@x.de\r\nb@x.de", ["a@x.de", "b@x.de"]],
    ["a@x.de / b@x.de", ["a@x.de", "b@x.de"]],
    ["A@X.de; a@x.de;", ["a@x.de"]],
    ["mailto:a@x.de", ["a@x.de"]],
    ["MAILTO: a@x.de; mailto:b@x.de", ["a@x.de", "b@x.de"]],
    ["Max Mustermann <a@x.de>", ["a@x.de"]],
    ['"Mustermann, Max" <a@x.de>, Kasse <b@x.de>', ["a@x.de", "b@x.de"]],
    ["a@x.de <a@x.de>", ["a@x.de"]],
    ["<mailto:a@x.de>", ["a@x.de"]],
    ["", []],
  ])("%j contains addresses and nothing else", (text, addresses) => {
    expect(readMailAddresses(text)).toEqual({ addresses, isWhole: true });
  });

  test.each([
    ["max mustermann@firma.de", []],
    ["max,mustermann@firma.de", []],
    ["keine Mail", []],
    ["info(at)x", []],
    ["b@x.de <a@x.de>", []],
    ["max@mailto:firma.de", []],
    ["max;mustermann@firma.de", []],
    ["max; mustermann@firma.de", []],
    ["max, mustermann@firma.de", []],
    ["max / mustermann@firma.de", []],
    ["max\r\nmustermann@firma.de", []],
    ["max;; mailto:mustermann@firma.de", []],
    ["jürgen; mustermann@firma.de", []],
    ["a@x.de; max; mustermann@firma.de; b@x.de", []],
    ["a@x.de max; mustermann@firma.de", []],
    ["keine; a@x.de", []],
    ["info@firma.co, uk", []],
    ["info@firma.com;au", []],
    ["a@x.de; Kasse", ["a@x.de"]],
    ["Max Mustermann, a@x.de", ["a@x.de"]],
    ["max; <a@x.de>", ["a@x.de"]],
    ["a@x.de; max mustermann@firma.de", ["a@x.de"]],
    ["Mustermann, Max <a@x.de>", ["a@x.de"]],
  ])("%j contains something else, too", (text, addresses) => {
    expect(readMailAddresses(text)).toEqual({ addresses, isWhole: false });
  });

  test("yields only valid addresses from any text", () => {
    const pieces = fc.constantFrom(
      "a@x.de",
      " ",
      ",",
      ";",
      "<",
      ">",
      '"',
      "\u00a0",
      "\t",
      "\n",
      "(",
      ")",
      "@",
      "max",
      "mailto:",
      "/",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        for (const address of readMailAddresses(parts.join("")).addresses) expect(mailAddressOf(address)).toBe(address);
      }),
    );
  });

  test("yields each address of several fields once, in their order", () => {
    expect(mailAddressesIn([null, "b@x.de", undefined, "a@x.de; B@x.de"])).toEqual(["b@x.de", "a@x.de"]);
  });
});

test("the mail server gets an internationalised domain in ASCII", () => {
  const address = mailAddressOf("info@bäckerei.de");
  expect(address && asciiAddress(address)).toBe("info@xn--bckerei-5wa.de");
});
