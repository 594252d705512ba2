import { expect, test } from "vitest";
import { bodyFrom, centsFrom } from "./form-calls";

test.each([
  ["119", 11_900],
  ["119,00", 11_900],
  ["1.234,56", 123_456],
  ["1234.5", 123_450],
  ["12,50 €", 1_250],
  ["-5", -500],
  ["1,234.56", "1,234.56"],
  ["viel", "viel"],
])("reads %s as %s cents", (text, cents) => {
  expect(centsFrom(text)).toBe(cents);
});

test("turns form fields into a nested body without the empty ones", () => {
  const form = new URLSearchParams({
    "@call": "POST /faults",
    "match.path": "/v1",
    "match.method": " ",
    "times@number": "2",
    "amountCents@euros": "1,50",
  });
  expect(bodyFrom(form)).toEqual({ match: { path: "/v1" }, times: 2, amountCents: 150 });
});
