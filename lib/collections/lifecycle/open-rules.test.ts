import { expect, test } from "vitest";
import { openAfter } from "./open-rules";

const paid = (amountCents: number) => ({ status: "paid_out" as const, amountCents });

test.each([
  ["nothing has happened", 0, [], 10_000, "open"],
  ["a credit reduces it", 4_000, [], 6_000, "open"],
  ["credits cover all of it", 10_000, [], 0, "voided"],
  [
    "a payment with the bank is not received yet",
    0,
    [{ status: "confirmed" as const, amountCents: 10_000 }],
    10_000,
    "open",
  ],
  ["the payment was paid out", 0, [paid(10_000)], 0, "paid"],
  ["the payment was charged back", 0, [{ status: "charged_back" as const, amountCents: 10_000 }], 10_000, "open"],
  ["a credit and a payment cover it", 4_000, [paid(6_000)], 0, "paid"],
  ["a credit after the payment leaves nothing open", 4_000, [paid(10_000)], 0, "paid"],
] as const)("of 100.00, when %s, the rest is open", (_what, creditedCents, collections, openCents, bookStatus) => {
  expect(openAfter({ totalCents: 10_000, creditedCents }, [...collections])).toEqual({ openCents, bookStatus });
});
