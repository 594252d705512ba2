import { describe, expect, test } from "vitest";
import { looksLikeEmail, plainMobileNumber } from "@/lib/accounts/registration/rules";
import { emailAddress, registration } from "@/lib/accounts/schema";
import { addressOf } from "@/lib/auth/caller";
import { readPayerToken } from "@/lib/auth/scope";
import { csvLine } from "@/lib/core/formats/csv/line";
import { isIban } from "@/lib/core/formats/iban";
import { toSepaText } from "@/lib/core/formats/sepa-text";
import { localeOfHeader } from "@/lib/core/locales";
import { sanitiseLine } from "@/lib/core/text/sanitise";
import { containsWords } from "@/lib/core/text/search-text";
import { isDay } from "@/lib/core/time/dates";
import { ownPath } from "@/lib/core/web/own-path";
import { conditionDifference, matchCondition } from "@/lib/customers/condition/rules";
import { isFormula, readAmount, readDay } from "@/lib/providers/accounting/datev/import/table-values";
import { fillIn, unknownPlaceholders } from "@/lib/templates/texts/rules";

/**
 * Texts for which a careless pattern tries every way to split them. Code that reads texts from outside must take about
 * as long as reading them once.
 */
const LONG = 50_000;
const PIECES = [
  " ",
  "\t",
  "\n",
  "a",
  "0",
  "a@",
  ".a",
  "-",
  "=",
  "(",
  "[",
  "{",
  "{a}",
  "a,",
  "%",
  "\\",
  "/.",
  "\u00e4",
  "\u{1F98A}",
];
const hostile = (length: number) =>
  PIECES.flatMap((piece) => [piece.repeat(length / piece.length), `${piece.repeat(length / piece.length)}!`]);

/** Processor time, so that a busy machine does not count. */
const LIMIT_MS = 1_000;

function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const readers: Record<string, (text: string) => unknown> = {
  "an e-mail address": (text) => [emailAddress.safeParse(text), looksLikeEmail(text)],
  "a registration": (text) => registration.safeParse({ name: text, companyName: text, mobileNumber: text, city: text }),
  "a telephone number": plainMobileNumber,
  "the proxies' header": (text) => addressOf(text, 1),
  "a payer's link": readPayerToken,
  "a way back": (text) => [ownPath(text), ownPath(`/${text}`)],
  "a language": localeOfHeader,
  "a field of a table": (text) => csvLine([text], "de"),
  "a line of a mail": (text) => sanitiseLine(text, 300),
  "the bank's text": (text) => toSepaText(text),
  "a search": (text) => [containsWords(text, "a b"), containsWords("a b", text)],
  "a day": (text) => [isDay(text), readDay(text)],
  "an amount": readAmount,
  "a cell": (text) => [isFormula(text), isIban(text)],
  "two payment conditions": (text) => conditionDifference(text, `${text}b`),
};

describe("a text that makes careless patterns slow", () => {
  test.each(Object.entries(readers))("is read quickly as %s", (_name, read) => {
    for (const text of hostile(LONG))
      expect(
        costOf(() => read(text)),
        text.slice(0, 8),
      ).toBeLessThan(LIMIT_MS);
  });

  test("is read quickly as a template with as much filled in as the accounting system may return", () => {
    for (const text of hostile(5_000)) {
      const template = `${text}{companyName}${text}`.slice(0, 5_000);
      const fill = () => [
        fillIn(template, { customerName: text, companyName: text.repeat(10) }),
        unknownPlaceholders(template, "with-invoice"),
      ];
      expect(costOf(fill), text.slice(0, 8)).toBeLessThan(LIMIT_MS);
    }
  });

  test("is read quickly as a payment condition with many numbers in a row", () => {
    // Shorter ones first: with a pattern that backtracks, the longest would never end.
    for (const numbers of [13, 14, 84]) {
      const label = `${"1".repeat(numbers * 3)}!`;
      for (const condition of ["{a}".repeat(numbers), "{a}1".repeat(Math.min(numbers, 63))])
        expect(
          costOf(() => matchCondition(label, [condition])),
          condition.slice(0, 80),
        ).toBeLessThan(LIMIT_MS);
    }
  });
});
