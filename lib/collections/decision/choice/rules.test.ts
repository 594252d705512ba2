import { describe, expect, test } from "vitest";
import { decide } from "@/lib/collections/decision/table/rules";
import {
  CONDITION,
  DUE,
  decisionInput,
  type InputChanges,
  liveCollection,
  returned,
  TODAY,
} from "@/test/decision-input";
import { collectNowRefusal, isBeforeDue, retryRefusal, transferRefusal } from "./rules";

const at = (changes: InputChanges = {}) =>
  decide(decisionInput({ ...changes, invoice: { collectNowOn: TODAY, ...changes.invoice } }));

describe("the instruction to collect now", () => {
  test("takes the earliest day that provider, notice and TARGET calendar allow", () => {
    expect(at()).toMatchObject({ outcome: "collect", wantedDate: TODAY, chargeDate: "2026-09-07", isLate: false });
    expect(at({ settings: { noticeDays: 2 } }).chargeDate).toBe("2026-09-04");
  });

  test("moves a collection that waits for its due date, and then leaves it alone", () => {
    const moved = at({ live: liveCollection() });
    expect(moved).toMatchObject({ outcome: "replace", reason: "date_changed", chargeDate: "2026-09-07" });
    expect(collectNowRefusal(moved)).toBeUndefined();
    const live = liveCollection({ wantedDate: TODAY, chargeDate: "2026-09-07" });
    for (const today of [TODAY, "2026-09-03", "2026-09-06"])
      expect(at({ live, today })).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test("never makes a collection later", () => {
    expect(at({ settings: { daysEarlier: 20 } }).wantedDate).toBe("2026-08-26");
    expect(at({ invoice: { dueDate: "2026-08-20" } }).wantedDate).toBe("2026-08-20");
  });

  test.each<[string, InputChanges]>([
    ["submitted", { live: liveCollection({ status: "submitted" }) }],
    ["paid", { invoice: { bookStatus: "paid", openCents: 0 } }],
    ["held", { invoice: { heldUntil: DUE } }],
    ["excluded", { invoice: { isExcluded: true } }],
    ["another condition", { invoice: { termLabel: "Überweisung" } }],
    ["returned", { failure: returned("AM04", null) }],
    ["no contract", { contract: { isActive: false, isPremium: false } }],
    ["ambiguous mandate", { mandate: { state: "ambiguous" } }],
    ["a payer who has died", { contact: { isDeceased: true } }],
  ])("is refused and changes nothing in this case: %s", (_what, changes) => {
    expect(collectNowRefusal(at(changes))).toBeDefined();
  });

  test("requests a missing mandate, or waits for the one already requested", () => {
    expect(collectNowRefusal(at({ mandate: { state: "none" } }))).toBeUndefined();
    expect(collectNowRefusal(at({ mandate: { state: "none" }, hasOpenRequest: true }))).toBeUndefined();
    expect(collectNowRefusal(at({ mandate: { state: "none" }, settings: { requestsMandates: false } }))).toBe(
      "requests_off",
    );
  });
});

describe("a charge date before the due date", () => {
  const isEarly = (changes: InputChanges) => {
    const input = decisionInput({ ...changes, invoice: { collectNowOn: TODAY, ...changes.invoice } });
    return isBeforeDue(decide(input), input);
  };

  // The first possible charge date is the 7th, with a mandate and without.
  test.each([
    ["2026-09-08", true],
    ["2026-09-07", false],
    [TODAY, false],
    ["2026-08-20", false],
  ])("is recognised for an invoice due on %s: %s", (dueDate, expected) => {
    expect(isEarly({ invoice: { dueDate } })).toBe(expected);
    expect(isEarly({ invoice: { dueDate }, mandate: { state: "none" } })).toBe(expected);
  });
});

describe("a document transferred by hand", () => {
  const other = { termLabel: "Überweisung binnen 14 Tagen", isTransferred: true };

  test("is collected whatever its payment condition says", () => {
    expect(decide(decisionInput({ invoice: other }))).toMatchObject({ outcome: "collect", chargeDate: DUE });
    expect(decide(decisionInput({ invoice: { ...other, isTransferred: false } })).reason).toBe("condition_mismatch");
  });

  test.each<[string, InputChanges]>([
    ["paid", { invoice: { bookStatus: "paid", openCents: 0 } }],
    ["voided", { invoice: { bookStatus: "voided", openCents: 0 } }],
    ["in_banking", { invoice: { bookStatus: "in_banking" } }],
    ["archived", { invoice: { isArchived: true } }],
    ["not_euro", { invoice: { currency: "USD" } }],
    ["nothing_open", { invoice: { openCents: 0 } }],
    ["no_contact", { contact: null }],
    ["contact_excluded", { contact: { isExcluded: true } }],
    ["invoice_excluded", { invoice: { isExcluded: true } }],
    ["invoice_held", { invoice: { heldUntil: DUE } }],
    ["collection_running", { live: liveCollection() }],
    ["collected", { live: liveCollection({ status: "paid_out" }) }],
    ["down_payment_not_deducted", { invoice: { kind: "closing", related: "claims_down_payment" } }],
    ["open_unknown", { invoice: { isOpenUnknown: true } }],
  ])("is refused with the reason %s", (reason, changes) => {
    const decision = decide(decisionInput({ ...changes, invoice: { ...other, ...changes.invoice } }));
    expect(transferRefusal(decision)).toBe(reason);
  });

  test.each<[string, InputChanges]>([
    ["mandate_requested", { mandate: { state: "none" }, hasOpenRequest: true }],
    ["very_late", { invoice: { dueDate: "2026-01-05" } }],
    ["account_in_review", { accounts: { verificationStatus: "in_review" } }],
    ["down_payment_in_collection", { invoice: { kind: "closing", related: "down_payment_deducted" } }],
    ["claimed_by_closing", { invoice: { kind: "down_payment", related: "claimed_by_closing" } }],
    ["payer_deceased", { contact: { isDeceased: true } }],
  ])("waits like any other invoice: %s", (reason, changes) => {
    const decision = decide(decisionInput({ ...changes, invoice: { ...other, ...changes.invoice } }));
    expect(decision).toMatchObject({ outcome: "wait", reason });
    expect(transferRefusal(decision)).toBeUndefined();
  });

  test("skips only the check of the payment condition", () => {
    expect(decide(decisionInput({ invoice: { isTransferred: true, termLabel: CONDITION } }))).toEqual(
      decide(decisionInput()),
    );
  });
});

test("plans a retry for a wait that ends automatically, not for a skip or a wait for a person elsewhere", () => {
  for (const outcome of ["collect", "request_mandate", "wait"] as const)
    expect(retryRefusal({ outcome, reason: "mandate_requested" })).toBeUndefined();
  expect(retryRefusal({ outcome: "skip", reason: "paid_by_returned_debit" })).toBe("paid_by_returned_debit");
  for (const reason of ["books_changed", "collected_in_other_books", "claimed_by_closing"] as const)
    expect(retryRefusal({ outcome: "wait", reason })).toBe(reason);
});
