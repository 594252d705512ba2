import { describe, expect, test } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { amountOf, findHelp, findPlaces } from "./rules";

describe("an amount is read in German and in English writing", () => {
  test.each([
    ["297,50", 29_750],
    ["€297.50", 29_750],
    ["297,50 €", 29_750],
    ["297.5", 29_750],
    ["1.234,56 €", 123_456],
    ["1,234.56", 123_456],
    ["1'234.56 EUR", 123_456],
    ["1.234", 123_400],
    ["1,234", 123_400],
    ["1.234.567,00", 123_456_700],
    ["−12,00", 1_200],
    ["297", 29_700],
    ["0,05", 5],
  ])("%s", (text, cents) => expect(amountOf(text)).toBe(cents));

  test.each(["RE-297,50", "1.234.56", "12,345,6", "297,505 x", "", "€", "99999999999", "1,2,3"])(
    "%j is no amount",
    (text) => expect(amountOf(text)).toBeUndefined(),
  );
});

test("pages and settings are found by their names in the reader's language, names before explanations", () => {
  expect(findPlaces("payout", en).map(({ href }) => href)).toContain("/app/payouts");
  expect(findPlaces("auszahlung", de)[0]).toEqual({ href: "/app/payouts", title: "Auszahlungen" });
  expect(findPlaces("erinnerung", de).map(({ href }) => href)).toContain("/app/settings/reminders");
  expect(findPlaces("auszahlung", en)).toEqual([]);
  expect(findPlaces(" ", en)).toEqual([]);
});

test("help is found by words of the question before those of an answer, and links to the question", () => {
  const [first] = findHelp("new bank account", en);
  expect(first).toEqual({ href: "/faq#mandates-account", title: en.faq.groups.mandates.questions.account.q });
  expect(findHelp("xylophon", en)).toEqual([]);
});
