import { expect, test } from "vitest";
import { type HoldColumns, holdAfter, isHeld, type KnownAccount, mayRelease, NOT_HELD } from "./rules";

const HOUR_MS = 3_600_000;
const NOON = new Date("2026-11-29T12:00:00Z");
const hours = (count: number) => new Date(NOON.getTime() + count * HOUR_MS);

const trusted: KnownAccount = { ...NOT_HELD, status: "connected", lastOrganisationId: "OR-A", endedAt: null };
const change = (at: Date, userId = "intruder") => ({ userId, at, since: at });

/** Returns the row after an organisation was connected at a given time. */
function connect(row: KnownAccount, organisation: string, at: Date, userId?: string): KnownAccount {
  const hold: HoldColumns = holdAfter(row, organisation, change(at, userId)) ?? row;
  const { heldUntil, heldSince, heldById, trustedOrganisationId } = hold;
  return {
    ...{ heldUntil, heldSince, heldById, trustedOrganisationId },
    ...{ status: "connected", lastOrganisationId: organisation, endedAt: null },
  };
}
const end = (row: KnownAccount, at: Date): KnownAccount => ({ ...row, status: "disconnected", endedAt: at });

test("neither the first account nor the same account again is held", () => {
  expect(holdAfter(null, "OR-A", change(NOON))).toEqual(NOT_HELD);
  expect(holdAfter(end(trusted, hours(-1)), "OR-A", change(NOON))).toEqual(NOT_HELD);
});

test("another account is held for a day, and then is the trusted one", () => {
  const other = connect(end(trusted, NOON), "OR-B", NOON);
  expect(other).toMatchObject({ heldUntil: hours(24), heldSince: NOON, heldById: "intruder" });
  expect(isHeld(other, hours(23.9))).toBe(true);
  expect(isHeld(other, hours(24))).toBe(false);
  expect(isHeld(connect(end(other, hours(25)), "OR-B", hours(26)), hours(26))).toBe(false);
  expect(isHeld(connect(end(other, hours(25)), "OR-A", hours(26)), hours(26))).toBe(true);
});

test("returning to the trusted account during the hold ends the hold at once", () => {
  const other = connect(end(trusted, NOON), "OR-B", NOON);
  expect(connect(end(other, hours(1)), "OR-A", hours(1))).toMatchObject(NOT_HELD);
});

test("two quick replacements are held from the second one, and the first account stays the trusted one", () => {
  const second = connect(end(trusted, NOON), "OR-B", NOON);
  const third = connect(end(second, hours(20)), "OR-C", hours(20));
  expect(third).toMatchObject({ heldUntil: hours(44), trustedOrganisationId: "OR-A" });
  expect(connect(end(third, hours(21)), "OR-B", hours(21))).toMatchObject({ heldUntil: hours(45) });
});

test("an account that an owner disconnected during its hold does not become trusted by waiting", () => {
  const other = connect(end(trusted, NOON), "OR-B", NOON);
  const again = connect(end(other, hours(1)), "OR-B", hours(100));
  expect(again).toMatchObject({ heldUntil: hours(124), trustedOrganisationId: "OR-A" });
  expect(connect(end(other, hours(1)), "OR-A", hours(100))).toMatchObject(NOT_HELD);
});

test("renewing the access to a held account neither shortens nor lengthens its hold", () => {
  const other = connect(end(trusted, NOON), "OR-B", NOON);
  expect(holdAfter(other, "OR-B", change(hours(5), "somebody else"))).toBeUndefined();
});

test("an account is held like another one if the previous organisation is no longer known", () => {
  const unknown = { ...end(trusted, hours(-1)), lastOrganisationId: null };
  expect(isHeld(connect(unknown, "OR-A", NOON), NOON)).toBe(true);
});

test.each([
  ["an owner of long standing", { userId: "partner", role: "owner", roleSince: hours(-24) }, true],
  ["the person who made the change", { userId: "intruder", role: "owner", roleSince: hours(-1_000) }, false],
  ["somebody who became an owner just before", { userId: "partner", role: "owner", roleSince: hours(-23.9) }, false],
  ["somebody who became an owner afterwards", { userId: "partner", role: "owner", roleSince: hours(1) }, false],
  ["a member", { userId: "partner", role: "member", roleSince: hours(-1_000) }, false],
] as const)("decides whether %s may release a hold (case %#)", (_who, person, may) => {
  expect(mayRelease({ heldById: "intruder", heldSince: NOON }, person)).toBe(may);
});
