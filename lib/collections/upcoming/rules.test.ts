import { expect, test } from "vitest";
import { debitDaySubmittedOn, stopUntilOf, submissionDayOf, upcomingStateOf } from "./rules";

test.each([
  // Charge date, submission to the bank, last whole day to stop it.
  ["2026-09-17", "2026-09-15", "2026-09-14"],
  ["2026-09-15", "2026-09-11", "2026-09-10"],
  ["2026-09-14", "2026-09-10", "2026-09-09"],
  // Easter 2027: closed from Good Friday to Easter Monday.
  ["2027-03-30", "2027-03-24", "2027-03-23"],
])("a collection for %s goes to the bank on %s and can be stopped until %s", (debit, submitted, until) => {
  expect(submissionDayOf(debit)).toBe(submitted);
  expect(stopUntilOf(debit)).toBe(until);
  expect(debitDaySubmittedOn(submitted)).toBe(debit);
});

const FACTS = {
  status: "created",
  isCancelRequested: false,
  needsDecision: false,
  isExcluded: false,
  heldUntil: null,
} as const;
const TODAY = "2026-09-10";

test.each([
  [{}, "stoppable"],
  [{ status: "pending" }, "stoppable"],
  // A new decision for another reason is no stop.
  [{ needsDecision: true }, "stoppable"],
  [{ heldUntil: "2026-09-09", needsDecision: true }, "stoppable"],
  [{ heldUntil: "2026-09-20", needsDecision: true }, "stopping"],
  [{ isExcluded: true, needsDecision: true }, "stopping"],
  [{ isCancelRequested: true }, "stopping"],
  [{ status: "submitted" }, "sent"],
  // Held too late: the bank has it all the same.
  [{ status: "submitted", heldUntil: "2026-09-20", needsDecision: true }, "sent"],
  [{ status: "cancelled", heldUntil: "2026-09-20" }, "held"],
  [{ status: "cancelled", isExcluded: true }, "excluded"],
] as const)("a collection with %o is %s", (change, state) => {
  expect(upcomingStateOf({ ...FACTS, ...change }, TODAY)).toBe(state);
});
