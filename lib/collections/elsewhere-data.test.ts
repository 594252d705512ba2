import { expect, test } from "vitest";
import { ALONE, elsewhereAsDecided } from "./elsewhere-data";

test("what other invoices meant is read from the decision that was stored, whichever facts it knew", () => {
  const seen = { isClaimedByClosing: true, downPaymentInCollection: "claimed_too" } as const;
  const decision = { input: { invoice: { ...seen, openCents: 11_900 } }, result: { outcome: "wait" } };
  expect(elsewhereAsDecided(decision)).toEqual({ ...ALONE, ...seen });
});

test("an invoice that nobody has decided yet stands alone", () => {
  for (const decision of [null, undefined, {}, { result: {} }]) expect(elsewhereAsDecided(decision)).toEqual(ALONE);
});
