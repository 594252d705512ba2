import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  centsFromDecimal,
  centsFromTenths,
  decimalFromCents,
  formatMoney,
  formatTenths,
  tenthsFromCents,
} from "./money";

const anyCents = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });

describe("cents of a decimal amount", () => {
  test.each([
    [119, 11_900],
    [297.5, 29_750],
    [0.1 + 0.2, 30],
    [1.005 * 100, 10_050],
    [19.99, 1_999],
    [0, 0],
    [-12.34, -1_234],
    ["297.50", 29_750],
    ["297.5", 29_750],
    ["297", 29_700],
    ["297.5000", 29_750],
    [" 12.30 ", 1_230],
    ["-0.01", -1],
    ["-0.00", 0],
    [9_999_999.99, 999_999_999],
  ])("%s is %i", (amount, cents) => {
    expect(centsFromDecimal(amount)).toBe(cents);
  });

  test.each([
    12.345,
    "12.345",
    "1,50",
    "1.234,56",
    "",
    "abc",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "1e3",
    "--1",
    "12.",
    1e21,
  ])("%s is refused", (amount) => {
    expect(() => centsFromDecimal(amount)).toThrow("not an amount of money");
  });

  test("every number of cents is unchanged after a conversion to a decimal amount and back", () => {
    fc.assert(
      fc.property(anyCents, (cents) => {
        expect(centsFromDecimal(decimalFromCents(cents))).toBe(cents);
        expect(centsFromDecimal((cents / 100).toFixed(2))).toBe(cents);
      }),
    );
  });
});

describe("tenths of a cent", () => {
  test.each([
    ["11900.0", 119_000],
    ["-139.0", -1_390],
    ["-120.5", -1_205],
    ["70", 700],
    ["0.1", 1],
    ["-0.9", -9],
  ])("%s cents are %i tenths", (amount, tenths) => {
    expect(tenthsFromCents(amount)).toBe(tenths);
  });

  test.each(["1.25", "", "1,5", "abc", "1e2"])("%s is not accepted", (amount) => {
    expect(() => tenthsFromCents(amount)).toThrow("not an amount of a payout item");
  });

  test.each([
    [316_886, 31_689],
    [5, 1],
    [4, 0],
    [-5, -1],
    [-4, 0],
    [-14, -1],
    [-15, -2],
    [0, 0],
  ])("%i tenths round to %i cents", (tenths, cents) => {
    expect(centsFromTenths(tenths)).toBe(cents);
  });

  test("are rounded symmetrically and by at most half a cent", () => {
    fc.assert(
      fc.property(anyCents, (tenths) => {
        expect(centsFromTenths(-tenths) + centsFromTenths(tenths)).toBe(0);
        expect(Math.abs(centsFromTenths(tenths) * 10 - tenths)).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe("amounts for people", () => {
  test.each([
    [123_456, "de", "1.234,56\u00a0€"],
    [123_456, "en", "€1,234.56"],
    [-50, "de", "−0,50\u00a0€"],
    [-50, "en", "−€0.50"],
    [0, "de", "0,00\u00a0€"],
    [100_000_000, "en", "€1,000,000.00"],
  ])("show %i cents in %s", (cents, locale, text) => {
    expect(formatMoney(cents, locale)).toBe(text);
  });

  test.each([
    [1_000_000, "USD", "de", "10.000,00\u00a0$"],
    [1_000_000, "USD", "en", "US$10,000.00"],
    [-50, "CHF", "de", "−0,50\u00a0CHF"],
    [123_456, "Fr.", "de", "1.234,56 Fr."],
    [123_456, "", "en", "1,234.56"],
  ])("show %i cents in the currency %j in %s", (cents, currency, locale, text) => {
    expect(formatMoney(cents, locale, currency)).toBe(text);
  });

  test.each([
    [952_000, "de", "952,00\u00a0€"],
    [952_000, "en", "€952.00"],
    [952_004, "de", "952,004\u00a0€"],
    [-1_390, "de", "−1,39\u00a0€"],
    [-3_604, "en", "−€3.604"],
    [7, "de", "0,007\u00a0€"],
    [0, "en", "€0.00"],
    [1_234_500, "de", "1.234,50\u00a0€"],
  ])("show %i tenths of a cent in %s, with a third decimal only if it is not zero", (tenths, locale, text) => {
    expect(formatTenths(tenths, locale)).toBe(text);
  });
});
