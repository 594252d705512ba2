import { expect, test } from "vitest";
import { readAmount } from "./table-values";

test.each([
  ["297,50 S", 29_750],
  ["297,50 H", -29_750],
  ["297,50H", -29_750],
  ["-297,50 H", 29_750],
  ["297,50-", -29_750],
  ["-297,50", -29_750],
])("the amount %j of an open item is %i cents, with a credit below zero", (text, cents) => {
  expect(readAmount(text)).toBe(cents);
});
