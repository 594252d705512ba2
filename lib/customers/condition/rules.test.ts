import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conditionDifference, conditionFault, matchCondition } from "./rules";

const EINZUG = "Der Betrag wird per Lastschrift eingezogen.";
const RANGE = "Einzug per SEPA-Lastschrift nach {paymentRange} Tagen";

describe("an invoice's payment term", () => {
  test.each([
    [EINZUG, [EINZUG]],
    [`  ${EINZUG}\n`, [EINZUG]],
    [EINZUG, [`${EINZUG} `]],
    [EINZUG, ["anderes", EINZUG]],
    ["Einzug per SEPA-Lastschrift nach 14 Tagen", [RANGE]],
    [RANGE, [RANGE]],
    ["2 % (Skonto) in 7 Tagen, sonst 30 Tage", ["2 % (Skonto) in {discountRange} Tagen, sonst {paymentRange} Tage"]],
  ])("%j matches one of %j", (label, conditions) => {
    expect(matchCondition(label, conditions)).toEqual({ result: "match" });
  });

  test.each([
    ["der betrag wird per lastschrift eingezogen"],
    ["Der Betrag wird  per Lastschrift eingezogen"],
    ["Der Betrag wird per Lastschrift eingezogn."],
    ["Der Betrag, wird per Last-schrift eingezogen!"],
  ])("%j is reported as a near miss, but not accepted", (label) => {
    expect(matchCondition(label, ["ganz anderer Text", EINZUG])).toEqual({
      result: "condition_near_miss",
      found: label,
      expected: EINZUG,
    });
  });

  test.each(["Zahlbar sofort", "Der Betrag wird überwiesen.", "Lastschrift"])("%j is another condition", (label) => {
    expect(matchCondition(label, [EINZUG])).toEqual({ result: "condition_mismatch", found: label, expected: EINZUG });
  });

  test.each([
    ["in 7 Tagen", "in {a} Tagen", true],
    ["in 1234 Tagen", "in {a}{b} Tagen", true],
    ["in 1 Tagen", "in {a}{b} Tagen", false],
    ["12345", "{a}{b}", true],
    ["123456789", "{a}{b}", false],
    ["14", "{a}", true],
    ["1114", "{a}1{b}", true],
    ["", "{a}", false],
  ])("%j fits the condition %j: %s", (label, condition, isMatch) => {
    expect(matchCondition(label, [condition]).result === "match").toBe(isMatch);
  });

  test.each([
    "Einzug per SEPA-Lastschrift nach vierzehn Tagen",
    "Einzug per SEPA-Lastschrift nach 12345 Tagen",
    "xEinzug per SEPA-Lastschrift nach 14 Tagen",
  ])("%j does not fit a placeholder", (label) => {
    expect(matchCondition(label, [RANGE]).result).not.toBe("match");
  });

  test("is no near miss if the texts are short and differ in two letters", () => {
    expect(matchCondition("SEPA", ["bar"]).result).toBe("condition_mismatch");
  });

  test("has different results for a missing term and for no chosen condition", () => {
    expect(matchCondition(" ", [EINZUG])).toEqual({ result: "condition_missing", expected: EINZUG });
    expect(matchCondition(EINZUG, [])).toEqual({ result: "no_condition_chosen", found: EINZUG });
  });

  test("is compared as plain text, even with characters that mean something in patterns", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 9_999 }), (text, count) => {
        fc.pre(text.trim() !== "" && !/[{}]/.test(text));
        expect(matchCondition(text, [text]).result).toBe("match");
        expect(matchCondition(`${text} ${count} Tage`, [`${text} {paymentRange} Tage`]).result).toBe("match");
        expect(matchCondition(`${text} Tage`, [`${text}x {paymentRange} Tage`]).result).not.toBe("match");
      }),
    );
  });
});

describe("a text that nearly matches", () => {
  test.each([
    ["Zahlbar per SEPA-Lastschrift.", "Zahlbar per  SEPA-Lastschrift.", "blanks"],
    ["Zahlbar per SEPA-Lastschrift.", "Zahlbar per SEPA- Lastschrift.", "blanks"],
    ["Zahlbar per SEPA-Lastschrift.", "Zahlbar per Sepa-Lastschrift.", "case"],
    ["Zahlbar per SEPA-Lastschrift.", "zahlbar per SEPA Lastschrift", "punctuation"],
    ["Zahlbar per SEPA-Lastschrift.", "Zahlbar per SEPA-Lastschrfit.", "letters"],
  ] as const)("%j and %j differ in %s", (a, b, difference) => {
    expect(conditionDifference(a, b)).toBe(difference);
    expect(conditionDifference(b, a)).toBe(difference);
  });
});

describe("a text as a payment condition", () => {
  test.each([
    ["", "empty"],
    ["x".repeat(255), "too_long"],
    ["Zahlbar\nsofort", "line_break"],
    ["Zahlbar\u2028sofort", "line_break"],
    ["Zahlbar ", "trailing_space"],
    ["Zahlbar\u00a0", "trailing_space"],
    ["x".repeat(254), undefined],
    [" Zahlbar", undefined],
  ])("%j has the fault: %s", (text, fault) => {
    expect(conditionFault(text)).toBe(fault);
  });
});
