import { describe, expect, test } from "vitest";
import { CONDITION, DUE, decisionInput, type InputChanges, liveCollection } from "@/test/decision-input";
import { decide } from "./rules";

/** domain.md section 5, row by row: what the document says, in every state a debit of it can be in. */
const CHANGEABLE = ["pending", "created"] as const;
const UNDER_WAY = ["submitted", "confirmed"] as const;

describe("a document that must not be debited", () => {
  const stops: [string, InputChanges][] = [
    ["draft", { invoice: { bookStatus: "draft" } }],
    ["paid", { invoice: { bookStatus: "paid", openCents: 0 } }],
    ["voided", { invoice: { bookStatus: "voided", openCents: 0 } }],
    ["deleted", { invoice: { bookStatus: "deleted", openCents: 0 } }],
    ["nothing_open", { invoice: { openCents: 0 } }],
    ["in_banking", { invoice: { bookStatus: "in_banking" } }],
    ["archived", { invoice: { isArchived: true } }],
    ["not_euro", { invoice: { currency: "USD" } }],
    ["not_positive", { invoice: { totalCents: 0 } }],
    ["no_contact", { contact: null }],
    ["contact_excluded", { contact: { isExcluded: true } }],
    ["invoice_excluded", { invoice: { isExcluded: true } }],
    ["condition_mismatch", { invoice: { termLabel: "Zahlbar sofort ohne Abzug" } }],
  ];

  test.each(stops)("%s: nothing is started", (reason, changes) => {
    expect(decide(decisionInput(changes))).toMatchObject({ outcome: "skip", reason });
  });

  test.each(stops.flatMap(([reason, changes]) => CHANGEABLE.map((status) => [reason, status, changes] as const)))(
    "%s: a debit that is %s is taken back",
    (reason, status, changes) => {
      expect(decide(decisionInput({ ...changes, live: liveCollection({ status }) }))).toMatchObject({
        outcome: "cancel",
        reason,
      });
    },
  );

  test.each(stops.flatMap(([reason, changes]) => UNDER_WAY.map((status) => [reason, status, changes] as const)))(
    "%s: a debit that is %s cannot be stopped any more, which is said",
    (_reason, status, changes) => {
      const decision = decide(decisionInput({ ...changes, live: liveCollection({ status }) }));
      expect(decision).toEqual({ outcome: "keep", reason: "too_late_to_change" });
    },
  );

  test.each(stops)("%s: a debit that was paid out is the end of it", (_reason, changes) => {
    expect(decide(decisionInput({ ...changes, live: liveCollection({ status: "paid_out" }) }))).toEqual({
      outcome: "keep",
      reason: "collected",
    });
  });
});

describe("how much", () => {
  test("what is open now, after part payments and credit notes", () => {
    expect(decide(decisionInput({ invoice: { totalCents: 29_750, openCents: 9_750 } }))).toMatchObject({
      outcome: "collect",
      amountCents: 9_750,
    });
  });

  test("a cash discount is not taken off by itself", () => {
    expect(decide(decisionInput()).amountCents).toBe(11_900);
  });

  test.each(CHANGEABLE)("less or more than a debit that is %s: it is replaced by the new amount", (status) => {
    for (const openCents of [11_800, 12_000]) {
      const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { openCents } }));
      expect(decision).toMatchObject({ outcome: "replace", reason: "amount_changed", amountCents: openCents });
    }
  });

  test.each(UNDER_WAY)("less than a debit that is %s: the supplier settles the difference", (status) => {
    const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { openCents: 1_000 } }));
    expect(decision).toEqual({ outcome: "keep", reason: "too_late_to_change" });
  });
});

describe("down payments and closing invoices", () => {
  test("a down payment is collected by its own open amount", () => {
    expect(decide(decisionInput({ invoice: { kind: "down_payment", openCents: 5_000 } }))).toMatchObject({
      outcome: "collect",
      amountCents: 5_000,
    });
  });

  test("a closing invoice waits while a down payment is being debited, then is collected net of it", () => {
    const closing = { kind: "closing", totalCents: 119_000, openCents: 119_000 } as const;
    expect(decide(decisionInput({ invoice: { ...closing, downPaymentInCollection: "deducted" } })).outcome).toBe(
      "wait",
    );
    expect(decide(decisionInput({ invoice: closing }))).toMatchObject({ outcome: "collect", amountCents: 119_000 });
  });

  test.each([
    ["asks for the same money", "created", "claimed_too", "cancel", "down_payment_in_collection"],
    ["asks for the same money, and is with the bank", "submitted", "claimed_too", "keep", "collection_running"],
    ["deducts it in full", "created", "deducted", "keep", "collection_running"],
  ] as const)(
    "a down payment comes to life again beside a closing invoice's debit that %s",
    (_what, status, downPaymentInCollection, outcome, reason) => {
      const live = liveCollection({ status });
      const decision = decide(decisionInput({ invoice: { kind: "closing", downPaymentInCollection }, live }));
      expect(decision).toEqual({ outcome, reason });
    },
  );

  test("vouchers of the bookkeeping are collected like invoices", () => {
    expect(decide(decisionInput({ invoice: { kind: "voucher" } })).outcome).toBe("collect");
  });
});

describe("when", () => {
  test("on the due date, or as many days earlier as the supplier wants", () => {
    expect(decide(decisionInput())).toEqual({
      outcome: "collect",
      reason: "collect",
      amountCents: 11_900,
      wantedDate: DUE,
      chargeDate: DUE,
      isLate: false,
    });
    expect(decide(decisionInput({ settings: { daysEarlier: 3 } }))).toMatchObject({
      wantedDate: "2026-09-12",
      chargeDate: "2026-09-14",
      isLate: false,
    });
  });

  test("due in the past: the earliest day, marked as late", () => {
    const decision = decide(decisionInput({ invoice: { dueDate: "2026-08-20" }, settings: { noticeDays: 2 } }));
    expect(decision).toMatchObject({
      outcome: "collect",
      chargeDate: "2026-09-04",
      wantedDate: "2026-08-20",
      isLate: true,
    });
  });

  test("due on a closed day and collected on the next one is not late", () => {
    expect(decide(decisionInput({ invoice: { dueDate: "2026-09-12" } }))).toMatchObject({
      chargeDate: "2026-09-14",
      isLate: false,
    });
  });

  test("due too long ago: only after the supplier has said so", () => {
    const old = { dueDate: "2026-06-01" };
    expect(decide(decisionInput({ invoice: old }))).toMatchObject({ outcome: "wait", reason: "very_late" });
    expect(decide(decisionInput({ invoice: { ...old, isLateConfirmed: true } }))).toMatchObject({
      outcome: "collect",
      isLate: true,
    });
    expect(decide(decisionInput({ invoice: old, settings: { maxOverdueDays: 365 } })).outcome).toBe("collect");
  });

  test.each(CHANGEABLE)("the due date of a debit that is %s moves: later always counts", (status) => {
    const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { dueDate: "2026-09-30" } }));
    expect(decision).toMatchObject({
      outcome: "replace",
      reason: "date_changed",
      wantedDate: "2026-09-30",
      chargeDate: "2026-09-30",
    });
  });

  test("the due date moves to an earlier day that can still be met", () => {
    const earlier = decisionInput({ live: liveCollection(), invoice: { dueDate: "2026-09-10" } });
    expect(decide(earlier)).toMatchObject({ outcome: "replace", reason: "date_changed", chargeDate: "2026-09-10" });
  });

  test("an earlier day waits while nobody has said on which of two mandates the debit would be begun anew", () => {
    const [live, invoice] = [liveCollection(), { dueDate: "2026-09-10" }];
    const undecided = decisionInput({ live, invoice, mandate: { state: "ambiguous" } });
    expect(decide(undecided)).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test("an earlier wish that changes nothing leaves the debit alone", () => {
    const late = decisionInput({ today: "2026-09-10", live: liveCollection(), invoice: { dueDate: "2026-09-14" } });
    expect(decide(late)).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test("time passing is no reason to move a debit", () => {
    const decision = decide(decisionInput({ today: "2026-09-14", live: liveCollection() }));
    expect(decision).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test.each(UNDER_WAY)("a debit that is %s keeps its day", (status) => {
    const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { dueDate: "2026-12-01" } }));
    // Whoever was promised the later day is debited before it, and somebody has to tell them.
    const reason = status === "submitted" ? "date_changed_late" : "collection_running";
    expect(decision).toEqual({ outcome: "keep", reason });
  });

  test("so does one of which a person has said a later day; neither an earlier one nor a setting is told", () => {
    const live = liveCollection({ status: "submitted" });
    const told = (invoice: object, settings = {}) => decide(decisionInput({ live, invoice, settings })).reason;
    expect(told({ isRetryApproved: true, retryOn: "2026-09-30" })).toBe("date_changed_late");
    expect(told({ dueDate: "2026-09-10" })).toBe("collection_running");
    // Nor is one that a version before this planned: whether its day has moved nobody knows.
    const unknown = liveCollection({ status: "submitted", dueDate: null });
    expect(decide(decisionInput({ live: unknown, invoice: { dueDate: "2026-12-01" } })).reason).toBe(
      "collection_running",
    );
    const early = liveCollection({ status: "submitted", wantedDate: "2026-09-10", chargeDate: "2026-09-10" });
    expect(decide(decisionInput({ live: early })).reason).toBe("collection_running");
  });
});

describe("the supplier's word comes with the reason", () => {
  test("conditions are compared as text, without blanks around", () => {
    expect(decide(decisionInput({ invoice: { termLabel: `  ${CONDITION} ` } })).outcome).toBe("collect");
  });

  test("holding an invoice until a day stops its debit until then", () => {
    const held = { heldUntil: "2026-09-20" };
    expect(decide(decisionInput({ invoice: held, live: liveCollection() }))).toMatchObject({
      outcome: "cancel",
      reason: "invoice_held",
    });
    expect(decide(decisionInput({ invoice: held, today: "2026-09-20" })).outcome).toBe("collect");
  });
});
