import { describe, expect, test } from "vitest";
import { toDate } from "@/lib/core/time/dates";
import { agreedDayOf, isGivenThere, isRetryApproved, isRevoked, isStopped, retryShown } from "./instruction-rules";

const at = (day: string, hour = 8) => new Date(`2026-11-${day}T${String(hour).padStart(2, "0")}:00:00Z`);

type Attempt = Parameters<typeof agreedDayOf>[1][number];

/** A collection that was returned on 20 November. */
function attempt(changes: Partial<Attempt> = {}): Attempt {
  const ended = { failedAt: at("20"), holdsInvoice: false };
  const dates = { chargeDate: null, requestedDate: toDate("2026-11-18") };
  return { resubmittedAt: null, ...ended, ...dates, ...changes };
}

/** The same, resubmitted by somebody at the provider on the 22nd, for 10 December. */
const resubmitted = (changes: Partial<Attempt> = {}) =>
  attempt({
    ...{ holdsInvoice: true, resubmittedAt: at("22"), chargeDate: toDate("2026-12-10") },
    ...changes,
  });

const DUE = toDate("2026-11-17");

const words = (
  approved: string | null,
  day: string | null = null,
  stopped: string | null = null,
): Parameters<typeof agreedDayOf>[0] => ({
  retryApprovedAt: approved === null ? null : at(approved),
  retryOn: day === null ? null : toDate(`2026-12-${day}`),
  retryStoppedAt: stopped === null ? null : at(stopped),
  ...{ instructionsRevokedAt: null, retryDueDate: DUE, dueDate: DUE },
});

const dueLater = (said: ReturnType<typeof words>) => ({ ...said, dueDate: toDate("2026-12-20") });
const excluded = (day: string) => ({ ...words(null), instructionsRevokedAt: at(day) });

const onDay = (day: string) => ({ retryOn: `2026-12-${day}`, retryNotBefore: null });
const notBefore = (day: string) => ({ retryOn: null, retryNotBefore: `2026-12-${day}` });
const NO_DAY = { retryOn: null, retryNotBefore: null };

describe("the retry date in force", () => {
  const ended = (changes: Partial<Attempt> = {}) => resubmitted({ holdsInvoice: false, ...changes });

  test.each<[string, Parameters<typeof agreedDayOf>[0], Attempt[], ReturnType<typeof agreedDayOf>]>([
    ["nobody has said anything", words(null), [attempt()], NO_DAY],
    ["agreed here", words("21", "15"), [attempt()], onDay("15")],
    ["agreed here before the return", words("19", "15"), [attempt()], NO_DAY],
    ["approved here, without a day", words("21"), [attempt()], NO_DAY],
    ["given there", words(null), [resubmitted()], notBefore("10")],
    ["given there, and stored here when it was replaced", words("22", "10"), [ended()], notBefore("10")],
    ["agreed here, and a later one given there", words("21", "05"), [resubmitted()], notBefore("10")],
    ["agreed here, and an earlier one given there", words("21", "15"), [resubmitted()], onDay("15")],
    ["agreed here, and the same one given there", words("21", "10"), [resubmitted()], onDay("10")],
    ["given there, and an earlier one agreed here since", words("23", "05"), [resubmitted()], onDay("05")],
    ["given there, and approved here since, without a day", words("23"), [resubmitted()], NO_DAY],
    ["approved here without a day, and given there", words("21"), [resubmitted()], notBefore("10")],
    [
      "given there of a try which was agreed here",
      words("20", "15"),
      [resubmitted({ failedAt: at("21") })],
      notBefore("10"),
    ],
    ["given there, and the mandate has ended", words(null), [ended()], notBefore("10")],
    ["given there, and excluded since", excluded("23"), [ended()], NO_DAY],
    ["given there, and excluded before", excluded("21"), [ended()], notBefore("10")],
    ["agreed here, and the invoice is due later since", dueLater(words("21", "15")), [attempt()], notBefore("15")],
    [
      "agreed here, due later since, and an earlier one given there",
      dueLater(words("21", "15")),
      [resubmitted()],
      notBefore("15"),
    ],
    [
      "agreed here before that was noted",
      { ...dueLater(words("21", "15")), retryDueDate: null },
      [attempt()],
      onDay("15"),
    ],
    ["given there, and 'not again' since", words(null, null, "23"), [ended()], NO_DAY],
    ["given there, and 'not again' before", words(null, null, "21"), [ended()], notBefore("10")],
    [
      "given there, under way, and another one was returned",
      words(null),
      [resubmitted(), attempt({ failedAt: at("25") })],
      notBefore("10"),
    ],
    ["given there, and a later one was returned", words(null), [ended(), attempt({ failedAt: at("25") })], NO_DAY],
    [
      "given there twice",
      words(null),
      [ended(), resubmitted({ resubmittedAt: at("23"), chargeDate: toDate("2026-12-08") })],
      notBefore("08"),
    ],
    [
      "given there before the provider has granted it",
      words(null),
      [resubmitted({ chargeDate: null, requestedDate: toDate("2026-12-09") })],
      notBefore("09"),
    ],
  ])("is the expected one: %s", (_what, said, attempts, expected) => {
    expect(agreedDayOf(said, attempts)).toEqual(expected);
  });

  test("is given by a cancelled resubmission, unless an approval here takes precedence", () => {
    const debit = resubmitted();
    expect(isGivenThere(words(null), [debit], debit)).toBe(true);
    expect(isGivenThere(words("21", "15"), [debit], debit)).toBe(false);
    expect(isGivenThere(words("23"), [debit], debit)).toBe(false);
    expect(isGivenThere(words(null, null, "23"), [debit], debit)).toBe(false);
  });
});

describe("a collection under way is unwanted", () => {
  const live = (changes: Partial<Parameters<typeof isRevoked>[2]> = {}) => ({
    ...{ resubmittedAt: null, createdAt: at("22"), retriedBy: null, status: "pending" as const },
    ...changes,
  });
  const stopped = (day: string) => words(null, null, day);
  const byPerson = live({ retriedBy: "person", status: "created" });
  const revived = live({ resubmittedAt: at("22"), status: "created" });

  test.each<[string, Parameters<typeof agreedDayOf>[0], Parameters<typeof isRevoked>[2], boolean]>([
    ["nothing was said since", words("21"), byPerson, false],
    ["a person's retry, once it was excluded", excluded("23"), byPerson, true],
    ["not if it was excluded before", excluded("21"), byPerson, false],
    ["not if somebody has approved it again", { ...excluded("23"), retryApprovedAt: at("24") }, byPerson, false],
    ["not if the plan made it", excluded("23"), live({ retriedBy: "plan" }), false],
    ["a resubmitted collection, once it was excluded", excluded("23"), revived, true],
    ["a resubmitted collection, once 'not again' was said", stopped("23"), revived, true],
    ["not by what was said before it was resubmitted", { ...excluded("21"), retryStoppedAt: at("21") }, revived, false],
    ["not if 'not again' was lifted", { ...words("24", null, "23") }, revived, false],
    ["on a new mandate, once 'not again' was said before it was made", stopped("23"), live(), true],
    ["not if it was made by then", stopped("23"), live({ status: "created" }), false],
    ["not by what was said before it was planned", stopped("21"), live(), false],
  ])("or still wanted, depending on the instructions: %s", (_what, said, debit, expected) => {
    expect(isRevoked(said, [attempt()], debit)).toBe(expected);
  });

  test("but never if no collection of the invoice was returned, which it could follow", () => {
    expect(isRevoked(stopped("23"), [attempt({ failedAt: null })], live())).toBe(false);
  });
});

test("an approval covers the last return only, even if that collection was resubmitted since", () => {
  expect(isRetryApproved(words("21"), [attempt()])).toBe(true);
  expect(isRetryApproved(words("21"), [attempt(), resubmitted({ failedAt: at("21", 9) })])).toBe(false);
  expect(isRetryApproved(words("21"), [attempt({ failedAt: null })])).toBe(false);
});

test("the screen shows the last return, even if that collection was resubmitted and waits", () => {
  const never = { retryStoppedAt: null, retryApprovedAt: null };
  const other = { mandateId: "M2", nextPossibleChargeDate: "2026-12-01", signedAfterFailure: false } as const;
  const waiting = resubmitted({ failedAt: at("22"), chargeDate: toDate("2026-12-03") });
  expect(retryShown(never, [waiting, attempt()], { state: "usable", standing: "other", ...other })).toEqual({
    returnedAt: "2026-11-22T08:00:00.000Z",
    otherMandateId: "M2",
    plannedFor: "2026-12-03",
    isStopped: false,
  });
  const none = { returnedAt: null, otherMandateId: null, plannedFor: null, isStopped: false };
  expect(retryShown(never, [], { state: "none" })).toEqual(none);
});

test.each([
  [null, null, false],
  ["20", null, true],
  ["20", "19", true],
  ["20", "20", false],
  ["20", "21", false],
  [null, "21", false],
])("a stop of day %s applies unless an approval of day %s follows", (stopped, approved, expected) => {
  expect(isStopped(words(approved, null, stopped))).toBe(expected);
});
