import { expect, test } from "vitest";
import { containsWords } from "./search-text";

const TEXT = "Wird eine Rücklastschrift von selbst wiederholt? Nicht von uns.";

test.each(["", "  ", "rücklastschrift", "Rucklast", "lastschrift", "wiederholt rück", " NICHT  uns "])(
  "%j finds it",
  (query) => {
    expect(containsWords(TEXT, query)).toBe(true);
  },
);

test.each(["mandat", "rücklastschrift mandat"])("%j does not", (query) => {
  expect(containsWords(TEXT, query)).toBe(false);
});
