import { describe, expect, test } from "vitest";
import type { CollectionStatus, RetriedBy } from "@/lib/core/prisma/enums";
import { decisionInput, type InputChanges, liveCollection, returned, USABLE_MANDATE } from "@/test/decision-input";
import { decide } from "./rules";

/** domain.md sections 4 and 5: the payer's mandate, earlier returns, and the supplier's accounts. */

describe("without a usable mandate", () => {
  test("asks the payer once", () => {
    expect(decide(decisionInput({ mandate: { state: "none" } }))).toEqual({
      outcome: "request_mandate",
      reason: "mandate_missing",
    });
    expect(decide(decisionInput({ mandate: { state: "none" }, hasOpenRequest: true }))).toEqual({
      outcome: "wait",
      reason: "mandate_requested",
    });
  });

  test.each(["failed", "cancelled", "expired", "blocked"])(
    "requests a mandate again if it is %s, with that reason",
    (status) => {
      const decision = decide(decisionInput({ mandate: { state: "unusable", status } }));
      expect(decision).toEqual({ outcome: "request_mandate", reason: "mandate_not_usable" });
    },
  );

  test("waits for a contact without e-mail, unless a request was handed over in another way", () => {
    const contact = { hasEmail: false };
    expect(decide(decisionInput({ contact, mandate: { state: "none" } })).reason).toBe("contact_without_email");
    expect(decide(decisionInput({ contact, mandate: { state: "none" }, hasOpenRequest: true })).reason).toBe(
      "mandate_requested",
    );
    expect(decide(decisionInput({ contact })).outcome).toBe("collect");
  });

  test("asks nobody if the supplier does not want it", () => {
    expect(decide(decisionInput({ mandate: { state: "none" }, settings: { requestsMandates: false } })).reason).toBe(
      "requests_off",
    );
    expect(decide(decisionInput({ mandate: { state: "none" }, contact: { areRequestsOff: true } })).reason).toBe(
      "requests_off",
    );
    // An excluded contact is not asked either.
    expect(decide(decisionInput({ mandate: { state: "none" }, contact: { isExcluded: true } })).outcome).toBe("skip");
  });

  test("takes neither the first of several mandates nor an unconfirmed one", () => {
    expect(decide(decisionInput({ mandate: { state: "ambiguous" } }))).toEqual({
      outcome: "wait",
      reason: "mandate_ambiguous",
    });
    expect(decide(decisionInput({ mandate: { state: "unconfirmed" } }))).toEqual({
      outcome: "wait",
      reason: "match_unconfirmed",
    });
  });

  test("keeps a collection that is under way", () => {
    const decision = decide(
      decisionInput({ mandate: { state: "unusable", status: "cancelled" }, live: liveCollection() }),
    );
    expect(decision).toEqual({ outcome: "keep", reason: "collection_running" });
  });
});

describe("the accounts", () => {
  test.each(["in_review", "action_required", null])(
    "a verification status of %s allows mandate requests but no collections",
    (verificationStatus) => {
      const accounts = { verificationStatus };
      expect(decide(decisionInput({ accounts, mandate: { state: "none" } })).outcome).toBe("request_mandate");
      expect(decide(decisionInput({ accounts })).outcome).toBe("wait");
    },
  );

  test.each([
    ["books_not_connected", { isAccountingConnected: false, arePaymentsConnected: false }],
    ["payments_not_connected", { arePaymentsConnected: false }],
  ])("%s allows neither mandate requests nor collections", (reason, accounts) => {
    expect(decide(decisionInput({ accounts }))).toEqual({ outcome: "wait", reason });
    expect(decide(decisionInput({ accounts, mandate: { state: "none" } }))).toEqual({ outcome: "wait", reason });
  });

  test("a hold allows nothing new until it ends, and cancels a collection that was not called yet", () => {
    const heldUntil = "2026-09-02T10:00:00.000Z";
    const accounts = { heldUntil };
    const expected = { outcome: "wait", reason: "account_held", until: heldUntil };
    expect(decide(decisionInput({ accounts }))).toEqual(expected);
    expect(decide(decisionInput({ accounts, mandate: { state: "none" } }))).toEqual(expected);
    expect(decide(decisionInput({ accounts, invoice: { isTransferred: true, isRetryApproved: true } }))).toEqual(
      expected,
    );
    const planned = liveCollection({ status: "pending", isCalled: false });
    expect(decide(decisionInput({ accounts, live: planned }))).toEqual({ ...expected, outcome: "cancel" });
    expect(decide(decisionInput({ accounts, live: liveCollection({ status: "submitted" }) })).outcome).toBe("keep");
  });

  test.each([
    ["books_changed", { isOfPreviousSystem: true }],
    ["collected_in_other_books", { related: "collected_elsewhere" as const }],
  ])("%s allows nothing new, even if chosen by hand, and collections in flight continue", (reason, invoice) => {
    expect(decide(decisionInput({ invoice }))).toEqual({ outcome: "wait", reason });
    const byHand = { ...invoice, isTransferred: true };
    expect(decide(decisionInput({ invoice: byHand, mandate: { state: "none" } }))).toEqual({ outcome: "wait", reason });
    expect(decide(decisionInput({ invoice, live: liveCollection({ status: "submitted" }) })).outcome).toBe("keep");
  });

  test("a reopened collection of the same document in a previous system cancels this one if possible", () => {
    const invoice = { related: "collected_elsewhere" as const };
    expect(decide(decisionInput({ invoice, live: liveCollection() }))).toMatchObject({
      ...{ outcome: "cancel", reason: "collected_in_other_books" },
    });
    const former = { ...invoice, isOfPreviousSystem: true };
    expect(decide(decisionInput({ invoice: former, live: liveCollection() })).outcome).toBe("keep");
  });

  test("a collection of a previous system continues although its document no longer counts as open", () => {
    const invoice = { isOfPreviousSystem: true, bookStatus: "deleted", openCents: 0 } as const;
    expect(decide(decisionInput({ invoice })).reason).toBe("books_changed");
    expect(decide(decisionInput({ invoice, live: liveCollection() }))).toEqual({
      outcome: "keep",
      reason: "collection_running",
    });
  });

  test.each<[string, InputChanges]>([
    ["invoice_excluded", { invoice: { isExcluded: true } }],
    ["invoice_held", { invoice: { heldUntil: "2099-01-01" } }],
    ["contact_excluded", { contact: { isExcluded: true } }],
    ["payer_deceased", { contact: { isDeceased: true } }],
  ])("an instruction or a death report also applies in a previous system: %s", (reason, { invoice, contact }) => {
    const former = { invoice: { ...invoice, isOfPreviousSystem: true }, contact };
    const debit = (status: CollectionStatus) => decide(decisionInput({ ...former, live: liveCollection({ status }) }));
    expect(debit("created")).toEqual({ outcome: "cancel", reason });
    expect(debit("submitted")).toEqual({ outcome: "keep", reason: "too_late_to_change" });
    expect(debit("paid_out")).toEqual({ outcome: "keep", reason: "collected" });
  });

  test("an unwanted retry is also cancelled in a previous system", () => {
    const invoice = { isOfPreviousSystem: true };
    const tried = (retriedBy: RetriedBy, changes: InputChanges = {}) =>
      decide(decisionInput({ ...changes, invoice, live: liveCollection({ retriedBy }) }));
    const stopped = { outcome: "cancel", reason: "retry_stopped" };
    expect(tried("plan")).toEqual(stopped);
    expect(tried("plan", { settings: { retriesReturns: true } }).outcome).toBe("keep");
    expect(tried("person").outcome).toBe("keep");
    expect(tried("person", { retry: { isStopped: true, planTries: 0, tries: 0 } })).toEqual(stopped);
    expect(decide(decisionInput({ invoice, live: liveCollection({ isRevoked: true }) }))).toEqual(stopped);
  });

  test("a lost connection does not cancel a collection under way", () => {
    const decision = decide(decisionInput({ accounts: { isAccountingConnected: false }, live: liveCollection() }));
    expect(decision).toEqual({ outcome: "keep", reason: "collection_running" });
  });
});

describe("after a returned collection", () => {
  const failed = (code: string | null, cause: string | null, changes: InputChanges = {}) =>
    decide(decisionInput({ failure: returned(code, cause), ...changes }));

  test("a paid invoice is settled if the collection failed, and reported if booked money was taken back", () => {
    const invoice = { bookStatus: "paid", openCents: 0 } as const;
    expect(failed("AM04", null, { invoice })).toEqual({ outcome: "skip", reason: "paid" });
    const failure = returned("MD06", null, { isChargeback: true, wasReceived: true });
    expect(decide(decisionInput({ invoice, failure }))).toEqual({ outcome: "skip", reason: "paid_by_returned_debit" });
  });

  test.each([
    ["AM04", "insufficient_funds"],
    ["MS02", "refer_to_payer"],
    ["MS03", "refer_to_payer"],
    ["SL01", "refer_to_payer"],
    ["MD06", "refund_requested"],
    [null, "other"],
    ["ZZ99", "never_heard_of"],
    [null, null],
  ])("%s (%s) allows no automatic retry, but one that the supplier approves", (code, cause) => {
    expect(failed(code, cause)).toEqual({ outcome: "wait", reason: "failed_needs_action" });
    expect(failed(code, cause, { invoice: { isRetryApproved: true } }).outcome).toBe("collect");
  });

  test.each(["AM05", "AG02", "BE05", "RR01", "RR04"])(
    "%s needs corrected data, so that even an approved retry is refused",
    (code) => {
      for (const invoice of [{}, { isRetryApproved: true }])
        expect(failed(code, "other", { invoice })).toEqual({ outcome: "wait", reason: "failed_needs_action" });
    },
  );

  test.each([
    ["AC01", "invalid_bank_details"],
    ["RC01", "invalid_bank_details"],
    ["AC04", "bank_account_closed"],
    ["AC06", "direct_debit_not_enabled"],
    ["AG01", "direct_debit_not_enabled"],
    ["MD01", "mandate_cancelled"],
    ["MD02", "other"],
    [null, "mandate_expired"],
    [null, "account_blocked_for_any_financial_transaction"],
  ])("%s (%s) needs another mandate, whatever the supplier says", (code, cause) => {
    expect(failed(code, cause, { invoice: { isRetryApproved: true } })).toEqual({
      outcome: "wait",
      reason: "failed_needs_action",
    });
    const gone = { mandate: { state: "unusable", status: "cancelled" } } as const;
    expect(failed(code, cause, gone)).toEqual({ outcome: "request_mandate", reason: "mandate_not_usable" });
    expect(failed(code, cause, { mandate: { ...USABLE_MANDATE, signedAfterFailure: true } }).outcome).toBe("collect");
  });

  test("another good mandate of the payer, older than the return, needs a person's approval", () => {
    const mandate = { ...USABLE_MANDATE, mandateId: "mdt_2", standing: "other" } as const;
    const settings = { retriesReturns: true };
    expect(failed("AC04", null, { mandate, settings }).reason).toBe("failed_needs_action");
    const invoice = { isRetryApproved: true };
    expect(failed("AC04", null, { mandate, settings, invoice })).toMatchObject({
      outcome: "collect",
      retriedBy: "person",
    });
    expect(failed("MD07", null, { mandate, settings, invoice }).reason).toBe("failed_needs_action");
  });

  test.each([
    ["MD07", "bank_account_closed"],
    [null, "payer_deceased"],
  ])("%s (%s) needs a new mandate even if a person revoked the death report", (code, cause) => {
    expect(failed(code, cause, { invoice: { isRetryApproved: true } }).reason).toBe("failed_needs_action");
    const gone = { mandate: { state: "unusable", status: "cancelled" } } as const;
    expect(failed(code, cause, gone)).toEqual({ outcome: "request_mandate", reason: "mandate_not_usable" });
    expect(failed(code, cause, { mandate: { ...USABLE_MANDATE, signedAfterFailure: true } }).outcome).toBe("collect");
  });

  test("a mandate signed since then needs no further approval", () => {
    expect(
      failed("AM04", "insufficient_funds", { mandate: { ...USABLE_MANDATE, signedAfterFailure: true } }).outcome,
    ).toBe("collect");
  });
});

describe("a retry by the plan when the supplier has given the payer more time", () => {
  const later = { invoice: { dueDate: "2026-10-20" }, settings: { retriesReturns: true } };

  test("is planned for the start of a month after the new due date", () => {
    const failure = returned("AM04", "insufficient_funds");
    expect(decide(decisionInput({ ...later, failure }))).toMatchObject({ retriedBy: "plan", wantedDate: "2026-11-02" });
  });

  test("moves to the new due date if it was planned for an earlier day, and otherwise stays", () => {
    const planned = (day: string) => liveCollection({ retriedBy: "plan", wantedDate: day, chargeDate: day });
    const moved = { outcome: "replace", reason: "date_changed", wantedDate: "2026-10-20", retriedBy: "plan" };
    expect(decide(decisionInput({ ...later, live: planned("2026-10-01") }))).toMatchObject(moved);
    expect(decide(decisionInput({ ...later, live: planned("2026-11-02") })).outcome).toBe("keep");
  });
});

test("a person's retry whose approval was lost keeps its day, unless the payer got more time", () => {
  const live = liveCollection({ retriedBy: "person", wantedDate: "2026-10-30", chargeDate: "2026-10-30" });
  expect(decide(decisionInput({ live })).outcome).toBe("keep");
  const invoice = { dueDate: "2026-11-10" };
  expect(decide(decisionInput({ live, invoice }))).toMatchObject({ outcome: "replace", wantedDate: "2026-11-10" });
});

describe("a payer who is reported dead", () => {
  const contact = { isDeceased: true };
  const stopped = { outcome: "wait", reason: "payer_deceased" };

  test.each<[string, InputChanges]>([
    ["with a good mandate", {}],
    ["without a mandate", { mandate: { state: "none" } }],
    ["with an ended one", { mandate: { state: "unusable", status: "cancelled" } }],
    ["with one signed since", { mandate: { ...USABLE_MANDATE, signedAfterFailure: true }, failure: returned("MD07") }],
    ["asked already", { mandate: { state: "none" }, hasOpenRequest: true }],
    ["whose retry somebody approved", { failure: returned("AM04"), invoice: { isRetryApproved: true } }],
    ["with a plan for it", { failure: returned("AM04", "insufficient_funds"), settings: { retriesReturns: true } }],
  ])("gets neither a collection nor a letter: %s", (_, changes) => {
    expect(decide(decisionInput({ ...changes, contact }))).toEqual(stopped);
  });

  test("has a collection cancelled while that is possible; one that the bank has continues", () => {
    for (const status of ["pending", "created"] as const)
      expect(decide(decisionInput({ contact, live: liveCollection({ status }) }))).toEqual({
        ...stopped,
        outcome: "cancel",
      });
    expect(decide(decisionInput({ contact, live: liveCollection({ status: "submitted" }) })).outcome).toBe("keep");
  });

  test("does not replace the reason of an excluded or paid invoice", () => {
    expect(decide(decisionInput({ contact, invoice: { isExcluded: true } })).reason).toBe("invoice_excluded");
    expect(decide(decisionInput({ contact, invoice: { bookStatus: "paid", openCents: 0 } })).reason).toBe("paid");
  });
});
