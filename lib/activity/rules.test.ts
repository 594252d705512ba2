import { expect, test } from "vitest";
import { kindOf, kindOfAct, placeOf, readPlace, sourcesOf } from "./rules";
import { AUTOMATIC } from "./types";

test.each([
  ["invoice.held", "debits"],
  ["mandate.cancelled", "mandates"],
  ["contact.excluded", "mandates"],
  ["connection.connected", "connections"],
  ["datev.batch", "connections"],
  ["email-template.changed", "settings"],
  ["member.invited", "people"],
  ["two-factor.enabled", "people"],
  ["something.new", "settings"],
])("the act %s is one of %s", (action, kind) => expect(kindOfAct(action)).toBe(kind));

test("a person's events are in the audit log only, Einzug's own in the histories as well", () => {
  expect(sourcesOf({ person: "usr_1" })).toEqual(["act"]);
  expect(sourcesOf({ person: "usr_1", kind: "mails" })).toEqual([]);
  expect(sourcesOf({ person: AUTOMATIC, kind: "debits" })).toEqual(["act", "debit", "payout"]);
  expect(sourcesOf({ kind: "mails" })).toEqual(["mail"]);
  expect(sourcesOf({})).toHaveLength(6);
  expect(kindOf("mandate", "signed")).toBe("mandates");
});

test("a place in the feed is read as it was written, and any other text is none", () => {
  const at = new Date("2026-11-30T12:00:00.123Z");
  expect(readPlace(placeOf(at, "aud_1"))).toEqual({ at, id: "aud_1" });
  for (const text of [undefined, "", "aud_1", "1.", ".aud_1", "x.aud_1", "1.a'b", `${"9".repeat(16)}.a`])
    expect(readPlace(text)).toBeUndefined();
});
