import { expect, test } from "vitest";
import { relatedAsDecided } from "./data";

test("reads what related documents meant from the stored decision", () => {
  const decision = { input: { invoice: { related: "claimed_by_closing", openCents: 11_900 } }, result: {} };
  expect(relatedAsDecided(decision)).toBe("claimed_by_closing");
});

test("treats an invoice without a decision as one without related documents", () => {
  for (const decision of [null, undefined, {}, { result: {} }, { input: { invoice: { related: "?" } } }])
    expect(relatedAsDecided(decision)).toBe("clear");
});
