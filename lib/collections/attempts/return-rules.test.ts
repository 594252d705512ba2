import { describe, expect, test } from "vitest";
import { toDate } from "@/lib/core/time/dates";
import { returnFactOf, triesOf } from "./return-rules";

const usable = (mandateId: string, standing: "same" | "other" = "same") =>
  ({ state: "usable", mandateId, nextPossibleChargeDate: "2026-12-01", signedAfterFailure: false, standing }) as const;

function attempt(mandateId: string, changes: object = {}) {
  const ended = { status: "failed", failedAt: new Date("2026-11-20T08:00:00Z"), holdsInvoice: false } as const;
  const dates = { chargeDate: null, requestedDate: toDate("2026-11-18") };
  return { mandateId, retriedBy: "person", mandate: { replacedById: null }, ...ended, ...dates, ...changes } as const;
}

describe("the number of retries", () => {
  const attempts = [attempt("M1", { retriedBy: null }), attempt("M1"), attempt("M1"), attempt("M2")];

  test("counts those on the mandate to use, or on one that it replaced", () => {
    expect(triesOf(attempts, usable("M1"))).toBe(2);
    expect(triesOf(attempts, usable("M2"))).toBe(1);
    expect(triesOf(attempts, usable("M3"))).toBe(0);
    const replaced = attempts.map((one) => ({ ...one, mandate: { replacedById: "M9" } }));
    expect(triesOf(replaced, usable("M9"))).toBe(3);
  });

  test("counts those on the mandate of the last return if no mandate is usable", () => {
    const later = attempt("M2", { failedAt: new Date("2026-11-25T08:00:00Z") });
    expect(triesOf([...attempts, later], { state: "none" })).toBe(2);
    expect(triesOf([], { state: "none" })).toBe(0);
  });

  test("does not count a collection under way, on whichever mandate", () => {
    const live = attempt("M1", { status: "created", failedAt: null, holdsInvoice: true });
    expect(triesOf([...attempts, live], usable("M1"))).toBe(2);
    expect(triesOf([...attempts, live], usable("M2"))).toBe(1);
  });
});

const RETURNED = {
  ...{ failureCode: "AM04", failureCause: "insufficient_funds", isChargedBack: false, wasReceived: false },
  requestedDate: toDate("2026-11-18"),
};

// Found by simulation run 300088.
test("the charge date of a return is the later of the requested and the granted day", () => {
  const dayOf = (chargeDate: string | null) =>
    returnFactOf({ ...RETURNED, chargeDate: chargeDate ? toDate(chargeDate) : null }, []).chargeDate;
  expect(dayOf(null)).toBe("2026-11-18");
  expect(dayOf("2026-11-19")).toBe("2026-11-19");
  // Resubmitted for an earlier day, and cancelled.
  expect(dayOf("2026-11-12")).toBe("2026-11-18");
});
