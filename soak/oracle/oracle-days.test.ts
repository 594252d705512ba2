import { expect, test } from "vitest";
import type { Day } from "../../sandbox/kit/calendar";
import { at, mandate, payment, SENT, world } from "./oracle-world";
import { payerIn } from "./story";

const lateMandate = mandate("MD1", "a@x.example", [["pending_submission", "2026-09-16"]]);

test.each([
  ["later than need be", "2026-09-16", ["wrong", "wrong"]],
  ["before it was wished for", "2026-09-14", ["wrong", "wrong"]],
])("judges a charge date %s", (_what, chargeDate, kinds) => {
  expect(world([payment("PM1", SENT, { chargeDate })]).kinds()).toEqual(kinds);
});

test("finds a payment that was created late without a reason", () => {
  const steps: [string, Day][] = [["pending_submission", "2026-09-17"]];
  expect(world([payment("PM1", steps, { chargeDate: "2026-09-22" })]).kinds()).toEqual(["wrong"]);
});

test.each<[string, (w: ReturnType<typeof world>) => unknown]>([
  ["the payer signed late", ({ ledger }) => ledger.gocardless.mandates.splice(0, 1, lateMandate)],
  ["it was on hold", ({ invoice }) => invoice.holds.push({ at: at("2026-09-02"), value: "2026-09-17" })],
  ["the weather was bad", ({ story }) => story.fairDays.splice(0)],
])("accepts a payment that was created late because %s", (_why, explain) => {
  const steps: [string, Day][] = [["pending_submission", "2026-09-17"]];
  const late = world([payment("PM1", steps, { chargeDate: "2026-09-22" })]);
  explain(late);
  expect(late.kinds()).toEqual([]);
});

test.each([
  ["too late to move the debit", "2026-09-08", []],
  ["in time to move it", "2026-09-02", ["wrong"]],
])("judges a payment whose wanted day moves earlier, %s", (_when, day, kinds) => {
  const { story, kinds: found } = world();
  story.settings.push({ at: at(day), value: { daysEarlier: 5, retriesReturns: true } });
  expect(found()).toEqual(kinds);
});

const ended = mandate("MD2", "a@x.example", [
  ["pending_submission", "2026-08-01"],
  ["cancelled", "2026-09-01"],
]);

/** The wanted day moves earlier in time, and the supplier assigns a second mandate, created elsewhere, to the payer. */
function withSecondMandate() {
  const all = world();
  all.story.settings.push({ at: at("2026-09-02"), value: { daysEarlier: 5, retriesReturns: true } });
  all.ledger.gocardless.mandates.push(mandate("MD2", "a@x.example"));
  const payer = payerIn(all.story, "a@x.example");
  payer.claims.push(at("2026-09-01"));
  return { ...all, payer };
}

// Found by the simulation run with seed 441965.
test("accepts a payment that is not moved while nobody has chosen one of the payer's two mandates", () => {
  expect(withSecondMandate().kinds()).toEqual([]);
});

test.each<[string, (all: ReturnType<typeof withSecondMandate>) => unknown]>([
  ["somebody has said which", ({ payer }) => payer.choices.push({ at: at("2026-09-01", 14), value: "MD1" })],
  ["the second one ended", ({ ledger }) => ledger.gocardless.mandates.splice(1, 1, ended)],
  ["nobody has said yet whose the second one is", ({ payer }) => payer.claims.splice(0)],
  ["another one's mandate is used", ({ payer }) => payer.shares.push({ at: at("2026-09-01"), value: "b@x.example" })],
  ["the second one is somebody else's", ({ story }) => story.unclaimed.add("MD2")],
])("finds the payment late where %s", (_why, say) => {
  const all = withSecondMandate();
  say(all);
  expect(all.kinds()).toEqual(["wrong"]);
});
