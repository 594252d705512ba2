import { describe, expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { at, payment, SENT, world } from "./oracle-world";

test.each([
  ["long before it went to the bank again", "2026-09-16", ["wrong"]],
  ["too shortly before that to be heard of", "2026-09-20", []],
])("judges a payment of a wrong sum that is resubmitted at the provider, %s", (_when, revived, kinds) => {
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

// Found by the simulation run with seed 300080.
test("expects no payment to move if the settings change after the contract ended, or at that moment", () => {
  const sent = world();
  const earlier = { daysEarlier: 7, retriesReturns: false };
  sent.story.settings.push({ at: at("2026-09-03"), value: earlier });
  expect(sent.kinds()).toEqual(["wrong"]);
  sent.story.contracts.push({ at: at("2026-09-03"), value: false });
  expect(sent.kinds()).toEqual([]);
});

// Found by the simulation run with seed 440321.
describe("a payment is returned after it was booked, and the invoice is raised since", () => {
  const PAID_OUT: [string, Day][] = [...SENT, ["confirmed", "2026-09-16"], ["paid_out", "2026-09-18"]];

  test.each([
    ["what was booked before", 10_000, 20_000],
    ["no more than was owed then", 4_000, 26_000],
  ])("expects the next payment to take the booked open amount: less %s", (_what, owedThen, amountCents) => {
    const again = (cents: number) =>
      payment("PM2", [["pending_submission", "2026-10-05"]], { amountCents: cents, chargeDate: "2026-10-08" });
    const kinds = (cents: number) => {
      const { invoice, kinds: found } = world([
        payment("PM1", [...PAID_OUT, ["charged_back", "2026-09-25"]]),
        again(cents),
      ]);
      invoice.owed.push({ at: at("2026-09-14"), value: owedThen }, { at: at("2026-09-29"), value: 30_000 });
      invoice.approvals.push(at("2026-09-30"));
      return found();
    };
    expect(kinds(amountCents)).toEqual([]);
    expect(kinds(amountCents + 1)).toEqual(["wrong"]);
  });
});
