import { expect, test } from "vitest";
import { readAmount } from "./table-values";

test.each([
  ["297,50", 29_750, undefined],
  ["1.297,50 €", 129_750, undefined],
  ["EUR 5", 500, undefined],
  ["+297,50", 29_750, undefined],
  ["-297,50", -29_750, undefined],
  ["297,50-", -29_750, undefined],
  ["− 297,50", -29_750, undefined],
  ["(297,50)", -29_750, undefined],
  ["297,50 S", 29_750, "debit"],
  ["297,50H", 29_750, "credit"],
  ["H 50,00", 5_000, "credit"],
  ["50,00 € Haben", 5_000, "credit"],
  ["-297,50 H", -29_750, "credit"],
])("readAmount reads %j as %i cents on the side %s", (text, cents, side) => {
  expect(readAmount(text)).toEqual({ cents, side });
});

test.each([
  "",
  "1.00",
  "1,234.56",
  "-5,00-",
  "(-5,00)",
  "(5,00",
  "5,00)",
  "5,00 USD",
  "$5",
  "S",
  "--5",
  "H5H",
  "5 S H",
])("readAmount returns undefined for %j", (text) => {
  expect(readAmount(text)).toBeUndefined();
});
