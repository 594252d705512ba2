import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/core/time/dates";
import { addTargetDays, isTargetDay, nextTargetDay } from "@/lib/core/time/target-calendar";
import { chargeDateFor } from "./rules";

describe("the charge-date rule", () => {
  // The whole table of domain.md, section 2.
  test.each([
    ["2026-09-01", "2026-09-15", 0, "2026-09-04", 5, "2026-09-15", "plain"],
    ["2026-09-01", "2026-09-15", 3, "2026-09-04", 5, "2026-09-14", "12th is a Saturday"],
    ["2027-03-05", "2027-03-26", 0, "2027-03-10", 5, "2027-03-30", "Good Friday to Easter Monday closed"],
    ["2027-04-15", "2027-05-04", 3, "2027-04-20", 5, "2027-05-03", "1 May and weekend"],
    ["2026-12-07", "2026-12-25", 0, "2026-12-10", 5, "2026-12-28", "Christmas"],
    ["2026-09-01", "2026-08-20", 0, "2026-09-04", 2, "2026-09-04", "due in the past: earliest day"],
    ["2026-09-01", "2026-09-08", 0, "2026-09-04", 14, "2026-09-15", "notice period decides"],
  ])(
    "announced %s, due %s, %i days earlier, possible from %s, notice %i days: charges on %s (%s)",
    (announcedOn, dueDate, daysEarlier, next, noticeDays, expected) => {
      expect(
        chargeDateFor({ announcedOn, dueDate, daysEarlier, nextPossibleChargeDate: next, noticeDays }).chargeDate,
      ).toBe(expected);
    },
  );

  test("keeps the wanted day, however far the charge date has to move", () => {
    const input = {
      announcedOn: "2026-09-01",
      dueDate: "2026-09-15",
      nextPossibleChargeDate: "2026-10-10",
      noticeDays: 0,
    };
    expect(chargeDateFor({ ...input, daysEarlier: 3 })).toEqual({ wantedDate: "2026-09-12", chargeDate: "2026-10-12" });
  });

  const day = fc.integer({ min: 0, max: 3_000 }).map((count) => addDays("2025-01-01", count));
  const input = fc.record({
    announcedOn: day,
    dueDate: day,
    daysEarlier: fc.integer({ min: 0, max: 30 }),
    nextPossibleChargeDate: day,
    noticeDays: fc.integer({ min: 0, max: 14 }),
  });

  test("gives the first TARGET day that wanted day, provider and notice allow", () => {
    fc.assert(
      fc.property(input, (given) => {
        const { wantedDate, chargeDate } = chargeDateFor(given);
        const floors = [wantedDate, given.nextPossibleChargeDate, addDays(given.announcedOn, given.noticeDays)];
        expect(wantedDate).toBe(addDays(given.dueDate, -given.daysEarlier));
        expect(isTargetDay(chargeDate)).toBe(true);
        for (const floor of floors) expect(chargeDate >= floor).toBe(true);
        // No earlier TARGET day would do.
        const before = addTargetDays(chargeDate, -1);
        expect(floors.some((floor) => before < floor)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("never gives an earlier day when one of the inputs is later", () => {
    fc.assert(
      fc.property(input, fc.integer({ min: 0, max: 20 }), (given, more) => {
        const { chargeDate } = chargeDateFor(given);
        const later = [
          { ...given, dueDate: addDays(given.dueDate, more) },
          { ...given, noticeDays: given.noticeDays + more },
          { ...given, nextPossibleChargeDate: addDays(given.nextPossibleChargeDate, more) },
          { ...given, announcedOn: addDays(given.announcedOn, more) },
        ];
        for (const changed of later) expect(chargeDateFor(changed).chargeDate >= chargeDate).toBe(true);
        expect(chargeDateFor({ ...given, daysEarlier: given.daysEarlier + more }).chargeDate <= chargeDate).toBe(true);
      }),
    );
  });

  test("rolls a due date on a closed day forward, never back", () => {
    fc.assert(
      fc.property(day, (dueDate) => {
        const early = { announcedOn: "2020-01-01", nextPossibleChargeDate: "2020-01-01", noticeDays: 0 };
        expect(chargeDateFor({ ...early, dueDate, daysEarlier: 0 }).chargeDate).toBe(nextTargetDay(dueDate));
      }),
    );
  });
});
