import { expect, test } from "vitest";
import { isLocale, localeOf, localeOfHeader } from "./locales";

/** A language becomes part of a file's name (messages, legal texts, samples of mails). */
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
])("%j is no language of ours", (value) => {
  expect(isLocale(value)).toBe(false);
});

test.each(["../../package", "de-AT,en;q=0.8", "en-GB", "*", "", null])("%j leads to one of ours", (wish) => {
  expect(isLocale(localeOfHeader(wish))).toBe(true);
  expect(isLocale(localeOf(wish))).toBe(true);
});
