import { describe, expect, test } from "vitest";
import { toDate } from "@/lib/core/dates";
import { returnFactOf, triesOf } from "./return-rules";

const usable = (mandateId: string, standing: "same" | "other" = "same") =>
  ({ state: "usable", mandateId, nextPossibleChargeDate: "2026-12-01", signedAfterFailure: false, standing }) as const;

function attempt(mandateId: string, changes: object = {}) {
  const ended = { status: "failed", failedAt: new Date("2026-11-20T08:00:00Z"), holdsInvoice: false } as const;
  const dates = { chargeDate: null, requestedDate: toDate("2026-11-18") };
  return { mandateId, retriedBy: "person", mandate: { replacedById: null }, ...ended, ...dates, ...changes } as const;
}

describe("tries", () => {
  const attempts = [attempt("M1", { retriedBy: null }), attempt("M1"), attempt("M1"), attempt("M2")];

  test("are those on the mandate that would be used, or on one whose place it has taken", () => {
    expect(triesOf(attempts, usable("M1"))).toBe(2);
    expect(triesOf(attempts, usable("M2"))).toBe(1);
    expect(triesOf(attempts, usable("M3"))).toBe(0);
    const replaced = attempts.map((one) => ({ ...one, mandate: { replacedById: "M9" } }));
    expect(triesOf(replaced, usable("M9"))).toBe(3);
  });

  test("without a mandate are those on that of the last debit that came back", () => {
    const later = attempt("M2", { failedAt: new Date("2026-11-25T08:00:00Z") });
    expect(triesOf([...attempts, later], { state: "none" })).toBe(2);
    expect(triesOf([], { state: "none" })).toBe(0);
  });

  test("are not what is under way, on whichever mandate", () => {
    const live = attempt("M1", { status: "created", failedAt: null, holdsInvoice: true });
    expect(triesOf([...attempts, live], usable("M1"))).toBe(2);
    expect(triesOf([...attempts, live], usable("M2"))).toBe(1);
  });
});

// Life 300088 found what this is about.
test("the day of what came back is the later one of what was asked for and granted", () => {
  const dayOf = (chargeDate: string | null) =>
    returnFactOf({ ...attempt("M1"), chargeDate: chargeDate && toDate(chargeDate) } as never, []).chargeDate;
  expect(dayOf(null)).toBe("2026-11-18");
  expect(dayOf("2026-11-19")).toBe("2026-11-19");
  // Taken up again for an earlier day, and called off.
  expect(dayOf("2026-11-12")).toBe("2026-11-18");
});
