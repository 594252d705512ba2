import { expect, test } from "vitest";
import { containsWords, searchFilters, searchPatterns, searchText } from "./search-text";

const TEXT = "Wird eine Rücklastschrift von selbst wiederholt? Nicht von uns.";

test.each(["", "  ", "rücklastschrift", "Rucklast", "lastschrift", "wiederholt rück", " NICHT  uns "])(
  "%j finds the text",
  (query) => {
    expect(containsWords(TEXT, query)).toBe(true);
  },
);

test.each(["mandat", "rücklastschrift mandat"])("%j does not find the text", (query) => {
  expect(containsWords(TEXT, query)).toBe(false);
});

test.each([
  ["MÜLLER", "muller"],
  ["Mu\u0308ller", "muller"],
  ["CAFÉ", "cafe"],
  ["Straße, WEIẞ", "strasse, weiss"],
  ["Yıldız İstanbul", "yildiz istanbul"],
  ["Øst Łódź Þór Đuro", "ost lodz thor duro"],
  ["Ёлка ΟΔΟΣ", "елка οδοσ"],
  ["A\u00a0 B\tC", "a b c"],
  ["Muster‑Bau – Peter’s", "muster-bau - peter's"],
  ["a\u200bb\u00adc", "abc"],
])("%j is searched as %j", (text, expected) => {
  expect(searchText(text)).toBe(expected);
});

test("a query becomes one filter per word, and the wildcards of LIKE are escaped", () => {
  expect(searchFilters(" Müller  100%_\\ ")).toEqual([{ contains: "muller" }, { contains: "100\\%\\_\\\\" }]);
  expect(searchPatterns("RE_3")).toEqual(["%re\\_3%"]);
  expect(searchFilters(undefined)).toEqual([]);
  expect(searchFilters("a ".repeat(2_000))).toHaveLength(6);
});
