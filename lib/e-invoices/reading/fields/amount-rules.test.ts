import { expect, test } from "vitest";
import { parseCents } from "./amount-rules";

test.each([
  ["336.9", 33690],
  ["50", 5000],
  ["529.87", 52987],
  ["12829687.50", 1282968750],
  ["300.0000", 30000],
  ["0.07", 7],
  [".5", 50],
  ["5.", 500],
  ["+1.00", 100],
  ["-225.14", -22514],
  ["-0.00", 0],
  [" 1.10 ", 110],
  ["0000000000000000001", 100],
])("%s is %i cents", (text, cents) => {
  expect(parseCents(text)).toBe(cents);
});

test.each(["", ".", "-", "1,00", "1.001", "1e2", "1 000", "1.2.3", "NaN", "12345678901234", "１"])(
  "“%s” is no amount",
  (text) => {
    expect(parseCents(text)).toBeUndefined();
  },
);
