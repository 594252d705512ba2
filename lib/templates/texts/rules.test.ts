import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fillIn, placeholdersOf, TABS, templateFaults, unknownPlaceholders } from "./rules";
import { standardTexts } from "./standard-rules";

const texts = (changes: object = {}) => ({
  subject: "Mandat",
  headline: "Guten Tag",
  subtitle: "",
  body: "Bitte",
  shortInfo: "",
  ...changes,
});

describe("placeholders", () => {
  test("are all offered for a mail with an invoice", () => {
    expect(placeholdersOf("with-invoice").sort()).toEqual(
      [
        ..."companyName companyAddress companyCity companyZip companyCountry companyPhone companyEmail".split(" "),
        ..."companyWebsite invoiceNo invoiceDate invoiceGrossAmount invoicePaymentTerm invoiceDueDate".split(" "),
        ..."invoiceCustomerName customerName customerContactPersonName customerContactPersonFirstName".split(" "),
      ].sort(),
    );
  });

  test("of an invoice are refused in a mail without an invoice", () => {
    expect(placeholdersOf("without-invoice").filter((name) => name.startsWith("invoice"))).toEqual([]);
    expect(templateFaults(texts({ body: "Zu {invoiceNo}" }), "without-invoice")).toEqual({
      body: { kind: "unknown", placeholder: "{invoiceNo}" },
    });
    expect(templateFaults(texts({ body: "Zu {invoiceNo}" }), "with-invoice")).toEqual({});
  });

  test.each(["{nothing}", "{ companyName }", "{companyname}", "{constructor}", "{__proto__}", "{}", "{company\nName}"])(
    "that do not exist are reported as they were typed: %j",
    (placeholder) => {
      expect(unknownPlaceholders(`Text ${placeholder} und ${placeholder}`, "with-invoice")).toEqual([placeholder]);
    },
  );

  test("need both braces: a single brace is an ordinary character", () => {
    expect(unknownPlaceholders("a { b } c {companyName} } {", "with-invoice")).toEqual(["{ b }"]);
    expect(unknownPlaceholders("} a { b", "with-invoice")).toEqual([]);
  });
});

test("a template needs subject, headline and body; all other fields may be empty", () => {
  expect(templateFaults(texts({ subject: " ", headline: "", body: "\n" }), "with-invoice")).toEqual({
    subject: { kind: "missing" },
    headline: { kind: "missing" },
    body: { kind: "missing" },
  });
});

test.each(TABS.flatMap((tab) => (["de", "en"] as const).map((language) => [tab, language] as const)))(
  "our own texts for %s in %s pass the same checks",
  (tab, language) => {
    expect(templateFaults(standardTexts(tab, language), tab)).toEqual({});
  },
);

describe("filling in placeholders", () => {
  test("inserts every value, as often as its placeholder occurs", () => {
    const values = { companyName: "Lindenhof", invoiceNo: "RE1047" };
    expect(fillIn("{companyName}: {invoiceNo}, {invoiceNo}", values)).toBe("Lindenhof: RE1047, RE1047");
  });

  test.each([
    ["Guten Tag, {customerName},", "Guten Tag,"],
    ["Hello {customerContactPersonName}, your invoice", "Hello, your invoice"],
    ["{companyPhone} · {companyName}", "Lindenhof"],
    ["{companyName} · {companyPhone} · {companyWebsite}", "Lindenhof"],
    ["Kopf\n{companyPhone}\nFuß", "Kopf\nFuß"],
    ["Kopf\n\n{companyName}", "Kopf\n\nLindenhof"],
    ["{companyPhone}", ""],
  ])("closes the gap of a missing value: %j", (text, expected) => {
    expect(fillIn(text, { companyName: "Lindenhof", customerName: " ", companyPhone: "" })).toBe(expected);
  });

  test("never reads a value as a template", () => {
    fc.assert(
      fc.property(fc.constantFrom(...placeholdersOf("with-invoice")), fc.string({ maxLength: 40 }), (name, rest) => {
        const text = fillIn("<{companyName}>", {
          companyName: `x{${name}}y`,
          [name === "companyName" ? "customerName" : name]: rest,
        });
        expect(text).toBe(`<x{${name}}y>`);
      }),
    );
  });

  test("removes line breaks and direction characters from a value, and limits its length", () => {
    const long = "x".repeat(10_000);
    expect(fillIn("{companyName}", { companyName: long })).toHaveLength(300);
    expect(fillIn("{companyName}!", { companyName: "a\r\nBcc: b\u202E" })).toBe("a Bcc: b!");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (value) => {
        const filled = fillIn("[{companyName}]", { companyName: value });
        expect(filled).toMatch(/^\[[^\n\r\0\u202A-\u202E\u2066-\u2069]*\]$/);
        expect(filled.length).toBeLessThanOrEqual(302);
      }),
    );
  });

  test("keeps the typed text around placeholders", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 300 }), (text) => {
        const bare = text.replace(/[{}]/g, "").trim();
        expect(fillIn(bare, {})).toBe(bare);
      }),
    );
  });
});
