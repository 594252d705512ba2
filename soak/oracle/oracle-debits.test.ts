import { expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { at, FAILED, payment, world } from "./oracle-world";

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

const REVIVED: [string, Day][] = [...FAILED, ["pending_submission", "2026-09-18"]];
const OFF: [string, Day] = ["cancelled", "2026-09-22"];

/** PM1 came back, was taken up again at the provider for a late day, and called off; PM2 followed on it. */
function begunAnew(chargeDate: Day) {
  const all = world([
    payment("PM1", [...REVIVED, OFF]),
    payment("PM2", [["pending_submission", "2026-09-23"]], { chargeDate }),
  ]);
  all.story.takenUp.push({ payment: "PM1", at: "2026-09-18T11:00:00.000Z", day: "2026-10-28" });
  return all;
}

test("what was taken up again at the provider for a day is not begun anew for an earlier one", () => {
  expect(begunAnew("2026-09-29").kinds()).toEqual(["wrong"]);
  expect(begunAnew("2026-10-28").kinds()).toEqual([]);
  for (const spoken of ["approvals", "exclusions"] as const) {
    const all = begunAnew("2026-09-29");
    if (spoken === "approvals") all.invoice.approvals.push(at("2026-09-22", 14));
    else all.invoice.exclusions.push({ at: at("2026-09-19"), value: true }, { at: at("2026-09-20"), value: false });
    expect(all.kinds()).not.toContain("wrong");
  }
  const theirs = begunAnew("2026-09-29");
  theirs.story.calledOff.add("PM1");
  expect(theirs.kinds()).not.toContain("wrong");
});
