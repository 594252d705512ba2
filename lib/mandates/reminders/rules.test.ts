import { describe, expect, test } from "vitest";
import { isMailTime, isReminderDue } from "./rules";

describe("the hours in which automatic mails may go out", () => {
  test.each([
    ["Monday 9:40", "2026-11-23T08:40:00Z", true],
    ["Monday 8:00", "2026-11-23T07:00:00Z", true],
    ["Monday 7:59", "2026-11-23T06:59:00Z", false],
    ["Monday 20:00", "2026-11-23T19:00:00Z", false],
    ["Saturday noon", "2026-11-21T11:00:00Z", true],
    ["Sunday noon", "2026-11-22T11:00:00Z", false],
    ["Sunday in Germany, Saturday in London", "2026-07-18T22:30:00Z", false],
    ["a summer morning", "2026-07-20T06:00:00Z", true],
  ])("gives the right answer for %s", (_name, at, allowed) => {
    expect(isMailTime(new Date(at))).toBe(allowed);
  });
});

describe("a reminder is due", () => {
  const plan = { reminderAfterDays: 7, reminderMax: 2 };
  const at = new Date("2026-11-23T08:40:00Z");
  const request = (changes: object) => ({
    sentAt: new Date("2026-11-16T22:00:00Z"),
    remindedAt: null,
    reminderCount: 0,
    ...changes,
  });
  test.each([
    ["after the days, whatever the hour", {}, true],
    ["not a day earlier", { sentAt: new Date("2026-11-17T01:00:00Z") }, false],
    ["not while no mail has gone out", { sentAt: null }, false],
    [
      "counted from the last reminder, also one that is still on its way",
      { remindedAt: new Date("2026-11-20T08:40:00Z"), reminderCount: 1 },
      false,
    ],
    ["again after the days", { remindedAt: new Date("2026-11-16T08:40:00Z"), reminderCount: 1 }, true],
    ["no more often than wanted", { remindedAt: new Date("2026-11-09T08:40:00Z"), reminderCount: 2 }, false],
  ])("%s", (_name, changes, due) => {
    expect(isReminderDue(request(changes), plan, at)).toBe(due);
  });
});
