import { describe, expect, test } from "vitest";
import { CONDITION, DUE, decisionInput, type InputChanges, liveCollection } from "@/test/decision-input";
import { decide } from "./rules";

/** domain.md section 5, row by row: the state of the document, with every state of its collection. */
const CHANGEABLE = ["pending", "created"] as const;
const UNDER_WAY = ["submitted", "confirmed"] as const;

describe("a document that must not be collected", () => {
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

  test.each(stops)("%s starts no collection", (reason, changes) => {
    expect(decide(decisionInput(changes))).toMatchObject({ outcome: "skip", reason });
  });

  test.each(stops.flatMap(([reason, changes]) => CHANGEABLE.map((status) => [reason, status, changes] as const)))(
    "%s cancels a collection that is %s",
    (reason, status, changes) => {
      expect(decide(decisionInput({ ...changes, live: liveCollection({ status }) }))).toMatchObject({
        outcome: "cancel",
        reason,
      });
    },
  );

  test.each(stops.flatMap(([reason, changes]) => UNDER_WAY.map((status) => [reason, status, changes] as const)))(
    "%s cannot stop a collection that is %s, and the decision reports that",
    (_reason, status, changes) => {
      const decision = decide(decisionInput({ ...changes, live: liveCollection({ status }) }));
      expect(decision).toEqual({ outcome: "keep", reason: "too_late_to_change" });
    },
  );

  test.each(stops)("%s changes nothing after the payout", (_reason, changes) => {
    expect(decide(decisionInput({ ...changes, live: liveCollection({ status: "paid_out" }) }))).toEqual({
      outcome: "keep",
      reason: "collected",
    });
  });
});

describe("the amount of a collection", () => {
  test("is what is open now, after part payments and credit notes", () => {
    expect(decide(decisionInput({ invoice: { totalCents: 29_750, openCents: 9_750 } }))).toMatchObject({
      outcome: "collect",
      amountCents: 9_750,
    });
  });

  test("is not reduced by a cash discount automatically", () => {
    expect(decide(decisionInput()).amountCents).toBe(11_900);
  });

  test.each(CHANGEABLE)("replaces a collection that is %s if it is now higher or lower", (status) => {
    for (const openCents of [11_800, 12_000]) {
      const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { openCents } }));
      expect(decision).toMatchObject({ outcome: "replace", reason: "amount_changed", amountCents: openCents });
    }
  });

  test.each(UNDER_WAY)("does not change a collection that is %s: the supplier settles the difference", (status) => {
    const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { openCents: 1_000 } }));
    expect(decision).toEqual({ outcome: "keep", reason: "too_late_to_change" });
  });
});

describe("down payments and final invoices", () => {
  test("a down payment is collected by its own open amount", () => {
    expect(decide(decisionInput({ invoice: { kind: "down_payment", openCents: 5_000 } }))).toMatchObject({
      outcome: "collect",
      amountCents: 5_000,
    });
  });

  test("a final invoice waits while a down payment is being collected, and is then collected net of it", () => {
    const closing = { kind: "closing", totalCents: 119_000, openCents: 119_000 } as const;
    expect(decide(decisionInput({ invoice: { ...closing, related: "down_payment_deducted" } })).outcome).toBe("wait");
    expect(decide(decisionInput({ invoice: closing }))).toMatchObject({ outcome: "collect", amountCents: 119_000 });
  });

  test.each([
    ["asks for the same money", "created", "down_payment_claimed_too", "cancel", "down_payment_in_collection"],
    [
      "asks for the same money, and is with the bank",
      "submitted",
      "down_payment_claimed_too",
      "keep",
      "collection_running",
    ],
    ["deducts it in full", "created", "down_payment_deducted", "keep", "collection_running"],
  ] as const)(
    "a reopened down payment is weighed against a final invoice's collection that %s",
    (_what, status, related, outcome, reason) => {
      const live = liveCollection({ status });
      const decision = decide(decisionInput({ invoice: { kind: "closing", related }, live }));
      expect(decision).toEqual({ outcome, reason });
    },
  );

  test("a voucher of the accounting system is collected like an invoice", () => {
    expect(decide(decisionInput({ invoice: { kind: "voucher" } })).outcome).toBe("collect");
  });
});

describe("the charge date of a collection", () => {
  test("is the due date, or as many days earlier as the supplier wants", () => {
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

  test("is the earliest possible day, marked as late, if the due date is past", () => {
    const decision = decide(decisionInput({ invoice: { dueDate: "2026-08-20" }, settings: { noticeDays: 2 } }));
    expect(decision).toMatchObject({
      outcome: "collect",
      chargeDate: "2026-09-04",
      wantedDate: "2026-08-20",
      isLate: true,
    });
  });

  test("is not late if the due date is a closed day and the next open day is used", () => {
    expect(decide(decisionInput({ invoice: { dueDate: "2026-09-12" } }))).toMatchObject({
      chargeDate: "2026-09-14",
      isLate: false,
    });
  });

  test("waits for the supplier's confirmation if the invoice was due too long ago", () => {
    const old = { dueDate: "2026-06-01" };
    expect(decide(decisionInput({ invoice: old }))).toMatchObject({ outcome: "wait", reason: "very_late" });
    expect(decide(decisionInput({ invoice: { ...old, isLateConfirmed: true } }))).toMatchObject({
      outcome: "collect",
      isLate: true,
    });
    expect(decide(decisionInput({ invoice: old, settings: { maxOverdueDays: 365 } })).outcome).toBe("collect");
  });

  test.each(CHANGEABLE)("moves to any later due date if the collection is %s", (status) => {
    const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { dueDate: "2026-09-30" } }));
    expect(decision).toMatchObject({
      outcome: "replace",
      reason: "date_changed",
      wantedDate: "2026-09-30",
      chargeDate: "2026-09-30",
    });
  });

  test("moves to an earlier due date that can still be met", () => {
    const earlier = decisionInput({ live: liveCollection(), invoice: { dueDate: "2026-09-10" } });
    expect(decide(earlier)).toMatchObject({ outcome: "replace", reason: "date_changed", chargeDate: "2026-09-10" });
  });

  test("does not move to an earlier day while nobody has chosen between two mandates", () => {
    const [live, invoice] = [liveCollection(), { dueDate: "2026-09-10" }];
    const undecided = decisionInput({ live, invoice, mandate: { state: "ambiguous" } });
    expect(decide(undecided)).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test("does not move if an earlier wanted day would not make it earlier", () => {
    const late = decisionInput({ today: "2026-09-10", live: liveCollection(), invoice: { dueDate: "2026-09-14" } });
    expect(decide(late)).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test("does not move because time passes", () => {
    const decision = decide(decisionInput({ today: "2026-09-14", live: liveCollection() }));
    expect(decision).toEqual({ outcome: "keep", reason: "collection_running" });
  });

  test.each(UNDER_WAY)("does not move if the collection is %s", (status) => {
    const decision = decide(decisionInput({ live: liveCollection({ status }), invoice: { dueDate: "2026-12-01" } }));
    // The payer was promised the later day but is debited before it, so somebody has to tell them.
    const reason = status === "submitted" ? "date_changed_late" : "collection_running";
    expect(decision).toEqual({ outcome: "keep", reason });
  });

  test("is reported as too late for a later agreed day, but not for an earlier day or a setting", () => {
    const live = liveCollection({ status: "submitted" });
    const told = (invoice: object, settings = {}) => decide(decisionInput({ live, invoice, settings })).reason;
    expect(told({ isRetryApproved: true, retryOn: "2026-09-30" })).toBe("date_changed_late");
    expect(told({ dueDate: "2026-09-10" })).toBe("collection_running");
    // Nor for a collection that an older version planned: nobody knows whether its day has moved.
    const unknown = liveCollection({ status: "submitted", dueDate: null });
    expect(decide(decisionInput({ live: unknown, invoice: { dueDate: "2026-12-01" } })).reason).toBe(
      "collection_running",
    );
    const early = liveCollection({ status: "submitted", wantedDate: "2026-09-10", chargeDate: "2026-09-10" });
    expect(decide(decisionInput({ live: early })).reason).toBe("collection_running");
  });
});

describe("the supplier's settings and instructions", () => {
  test("compare payment conditions as text, without surrounding blanks", () => {
    expect(decide(decisionInput({ invoice: { termLabel: `  ${CONDITION} ` } })).outcome).toBe("collect");
  });

  test("stop a collection while the invoice is held until a day", () => {
    const held = { heldUntil: "2026-09-20" };
    expect(decide(decisionInput({ invoice: held, live: liveCollection() }))).toMatchObject({
      outcome: "cancel",
      reason: "invoice_held",
    });
    expect(decide(decisionInput({ invoice: held, today: "2026-09-20" })).outcome).toBe("collect");
  });
});
