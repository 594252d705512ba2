import { describe, expect, test } from "vitest";
import { countryOfLocale, englishCountryOptions, isCountryCode, nativeCountryOptions } from "./country-rules";
import { joinName, plainMobileNumber } from "./rules";

describe("a mobile number", () => {
  test.each([
    ["+49 (151) 234-567 89", "+4915123456789"],
    ["0151 2345678", "01512345678"],
    ["[030] 1234567", "0301234567"],
    ["1234567", "1234567"],
    ["123456789012345", "123456789012345"],
    ["123456", undefined],
    ["1234567890123456", undefined],
    ["+", undefined],
    ["49+1512345678", undefined],
    ["0151/2345678", "01512345678"],
    ["0151/234-56.78", "01512345678"],
    ["0151–2345678", "01512345678"],
    ["+49 (0)171 1234567", "+491711234567"],
    ["+49(0)171/1234567", "+491711234567"],
    ["0049 (0) 171 1234567", "00491711234567"],
    ["(0)171 1234567", "01711234567"],
    ["(0171) 1234567", "01711234567"],
    ["0151 23456ab", undefined],
    ["", undefined],
  ])("%j becomes %j", (typed, plain) => {
    expect(plainMobileNumber(typed)).toBe(plain);
  });
});

test("first and last name are joined", () => {
  expect(joinName(" Ada ", " von Nord ")).toBe("Ada von Nord");
  expect(joinName("", "Nord")).toBe("Nord");
});

describe("the list of countries", () => {
  test("has about 249 entries with unique codes, by English and by native names", () => {
    for (const options of [englishCountryOptions(), nativeCountryOptions()]) {
      expect(options.length).toBeGreaterThanOrEqual(245);
      expect(options.length).toBeLessThanOrEqual(260);
      expect(new Set(options.map((option) => option.value)).size).toBe(options.length);
      expect(options.every((option) => /^[A-Z]{2}$/.test(option.value) && option.label)).toBe(true);
    }
    expect(englishCountryOptions()).toContainEqual({ value: "DE", label: "Germany" });
    expect(nativeCountryOptions()).toContainEqual({ value: "DE", label: "Deutschland" });
    expect(nativeCountryOptions()).toContainEqual({ value: "PL", label: "Polen (Polska)" });
  });

  test.each([
    ["de-AT,de;q=0.9", "AT"],
    ["de", "DE"],
    ["en-GB", "GB"],
    ["zz-ZZ", "DE"],
    [null, "DE"],
    ["", "DE"],
  ])("preselects for the language header %j the country %s", (header, country) => {
    expect(countryOfLocale(header)).toBe(country);
  });

  test("refuses codes that do not exist", () => {
    expect(["DE", "AT"].every(isCountryCode)).toBe(true);
    expect(["XX", "de", "", "toString"].some(isCountryCode)).toBe(false);
  });
});
