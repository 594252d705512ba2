import { expect, test } from "vitest";
import { ALONE, elsewhereAsDecided } from "./data";

test("reads the facts of related documents that the stored decision contains", () => {
  const seen = { isClaimedByClosing: true, downPaymentInCollection: "claimed_too" } as const;
  const decision = { input: { invoice: { ...seen, openCents: 11_900 } }, result: { outcome: "wait" } };
  expect(elsewhereAsDecided(decision)).toEqual({ ...ALONE, ...seen });
});

test("treats an invoice without a decision as one without related documents", () => {
  for (const decision of [null, undefined, {}, { result: {} }]) expect(elsewhereAsDecided(decision)).toEqual(ALONE);
});
