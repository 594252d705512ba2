import { expect, test } from "vitest";
import { isLocale, localeOf, localeOfHeader } from "./locales";

/** A language becomes part of a file name (messages, legal texts, mail samples). */
test.each([
  "",
  "fr",
  "DE",
  "de/../en",
  "../../package",
  "..%2f..%2fpackage",
  "de\0",
  "__proto__",
  null,
  undefined,
  ["de"],
])("%j is not a supported language", (value) => {
  expect(isLocale(value)).toBe(false);
});

test.each(["../../package", "de-AT,en;q=0.8", "en-GB", "*", "", null])("%j leads to a supported language", (wish) => {
  expect(isLocale(localeOfHeader(wish))).toBe(true);
  expect(isLocale(localeOf(wish))).toBe(true);
});
