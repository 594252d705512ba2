import { expect, test } from "vitest";
import { at, payment, world } from "./oracle-world";

test.each([
  ["long before it went to the bank again", "2026-09-16", ["wrong"]],
  ["too shortly before that to be heard of", "2026-09-20", []],
])("a debit of another sum than is owed by now is taken up again at the provider, %s", (_when, revived, kinds) => {
  const { invoice, kinds: found } = world([
    payment("PM1", [
      ["pending_submission", "2026-09-03"],
      ["submitted", "2026-09-11"],
      ["failed", "2026-09-13"],
      ["pending_submission", revived],
      ["submitted", "2026-09-21"],
    ]),
  ]);
  invoice.owed.push({ at: at("2026-09-14"), value: 5_000 });
  expect(found()).toEqual(kinds);
});

// Life 300080 found what this is about.
test("a day that was wished for after the contract had ended, or with it, moves nothing", () => {
  const sent = world();
  const earlier = { daysEarlier: 7, retriesReturns: false };
  sent.story.settings.push({ at: at("2026-09-03"), value: earlier });
  expect(sent.kinds()).toEqual(["wrong"]);
  sent.story.contracts.push({ at: at("2026-09-03"), value: false });
  expect(sent.kinds()).toEqual([]);
});
