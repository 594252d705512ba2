import { describe, expect, test } from "vitest";
import type { CollectionStatus, RetriedBy } from "@/lib/core/prisma/enums";
import { decisionInput, type InputChanges, liveCollection, returned, USABLE_MANDATE } from "@/test/decision-input";
import { decide } from "./rules";

/** domain.md sections 4 and 5: the payer's mandate, what went wrong before, and the supplier's accounts. */

describe("without a usable mandate", () => {
  test("the payer is asked, once", () => {
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
    "a mandate that is %s is asked for again, with that reason",
    (status) => {
      const decision = decide(decisionInput({ mandate: { state: "unusable", status } }));
      expect(decision).toEqual({ outcome: "request_mandate", reason: "mandate_not_usable" });
    },
  );

  test("a contact without e-mail waits, but an invitation handed over otherwise counts", () => {
    const contact = { hasEmail: false };
    expect(decide(decisionInput({ contact, mandate: { state: "none" } })).reason).toBe("contact_without_email");
    expect(decide(decisionInput({ contact, mandate: { state: "none" }, hasOpenRequest: true })).reason).toBe(
      "mandate_requested",
    );
    expect(decide(decisionInput({ contact })).outcome).toBe("collect");
  });

  test("nobody is asked when the supplier does not want it", () => {
    expect(decide(decisionInput({ mandate: { state: "none" }, settings: { requestsMandates: false } })).reason).toBe(
      "requests_off",
    );
    expect(decide(decisionInput({ mandate: { state: "none" }, contact: { areRequestsOff: true } })).reason).toBe(
      "requests_off",
    );
    // An excluded contact is not asked either.
    expect(decide(decisionInput({ mandate: { state: "none" }, contact: { isExcluded: true } })).outcome).toBe("skip");
  });

  test("never the first in the list, and never somebody else's", () => {
    expect(decide(decisionInput({ mandate: { state: "ambiguous" } }))).toEqual({
      outcome: "wait",
      reason: "mandate_ambiguous",
    });
    expect(decide(decisionInput({ mandate: { state: "unconfirmed" } }))).toEqual({
      outcome: "wait",
      reason: "match_unconfirmed",
    });
  });

  test("a debit that is under way is not lost with its mandate", () => {
    const decision = decide(
      decisionInput({ mandate: { state: "unusable", status: "cancelled" }, live: liveCollection() }),
    );
    expect(decision).toEqual({ outcome: "keep", reason: "collection_running" });
  });
});

describe("the accounts", () => {
  test.each(["in_review", "action_required", null])(
    "%s at GoCardless: mandates yes, debits no",
    (verificationStatus) => {
      const accounts = { verificationStatus };
      expect(decide(decisionInput({ accounts, mandate: { state: "none" } })).outcome).toBe("request_mandate");
      expect(decide(decisionInput({ accounts })).outcome).toBe("wait");
    },
  );

  test.each([
    ["books_not_connected", { areBooksConnected: false, arePaymentsConnected: false }],
    ["payments_not_connected", { arePaymentsConnected: false }],
  ])("%s: neither mandate nor debit", (reason, accounts) => {
    expect(decide(decisionInput({ accounts }))).toEqual({ outcome: "wait", reason });
    expect(decide(decisionInput({ accounts, mandate: { state: "none" } }))).toEqual({ outcome: "wait", reason });
  });

  test("a new account on hold: neither mandate nor debit until then, and what was not called yet ends", () => {
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
    ["books_changed", { isOfFormerBooks: true }],
    ["collected_in_other_books", { isCollectedInOtherBooks: true }],
  ])("%s: neither mandate nor debit, chosen by hand or not; what runs goes on", (reason, invoice) => {
    expect(decide(decisionInput({ invoice }))).toEqual({ outcome: "wait", reason });
    const byHand = { ...invoice, isTransferred: true };
    expect(decide(decisionInput({ invoice: byHand, mandate: { state: "none" } }))).toEqual({ outcome: "wait", reason });
    expect(decide(decisionInput({ invoice, live: liveCollection({ status: "submitted" }) })).outcome).toBe("keep");
  });

  test("a debit of the same document in the former books that has come to life again ends this one, as long as that can be", () => {
    const invoice = { isCollectedInOtherBooks: true };
    expect(decide(decisionInput({ invoice, live: liveCollection() }))).toMatchObject({
      ...{ outcome: "cancel", reason: "collected_in_other_books" },
    });
    const former = { ...invoice, isOfFormerBooks: true };
    expect(decide(decisionInput({ invoice: former, live: liveCollection() })).outcome).toBe("keep");
  });

  test("documents of the former books count as open no longer, and what runs on them still takes its course", () => {
    const invoice = { isOfFormerBooks: true, bookStatus: "deleted", openCents: 0 } as const;
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
  ])("a word of person or bank holds in the former books, too: %s", (reason, { invoice, contact }) => {
    const former = { invoice: { ...invoice, isOfFormerBooks: true }, contact };
    const debit = (status: CollectionStatus) => decide(decisionInput({ ...former, live: liveCollection({ status }) }));
    expect(debit("created")).toEqual({ outcome: "cancel", reason });
    expect(debit("submitted")).toEqual({ outcome: "keep", reason: "too_late_to_change" });
    expect(debit("paid_out")).toEqual({ outcome: "keep", reason: "collected" });
  });

  test("a try that nobody wants any more ends in the former books, too", () => {
    const invoice = { isOfFormerBooks: true };
    const tried = (retriedBy: RetriedBy, changes: InputChanges = {}) =>
      decide(decisionInput({ ...changes, invoice, live: liveCollection({ retriedBy }) }));
    const stopped = { outcome: "cancel", reason: "retry_stopped" };
    expect(tried("plan")).toEqual(stopped);
    expect(tried("plan", { settings: { retriesReturns: true } }).outcome).toBe("keep");
    expect(tried("person").outcome).toBe("keep");
    expect(tried("person", { retry: { isStopped: true, planTries: 0, tries: 0 } })).toEqual(stopped);
    expect(decide(decisionInput({ invoice, live: liveCollection({ isUnwanted: true }) }))).toEqual(stopped);
  });

  test("a lost connection does not take back what is under way", () => {
    const decision = decide(decisionInput({ accounts: { areBooksConnected: false }, live: liveCollection() }));
    expect(decision).toEqual({ outcome: "keep", reason: "collection_running" });
  });
});

describe("after a returned debit", () => {
  const failed = (code: string | null, cause: string | null, changes: InputChanges = {}) =>
    decide(decisionInput({ failure: returned(code, cause), ...changes }));

  test("paid books: a debit that failed is over, one that was booked and came back is told", () => {
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
  ])("%s (%s): nothing by itself, once more when the supplier says so", (code, cause) => {
    expect(failed(code, cause)).toEqual({ outcome: "wait", reason: "failed_needs_action" });
    expect(failed(code, cause, { invoice: { isRetryApproved: true } }).outcome).toBe("collect");
  });

  test.each(["AM05", "AG02", "BE05", "RR01", "RR04"])(
    "%s: the data have to be put right, a retry changes nothing",
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
  ])("%s (%s): only another mandate helps, whatever the supplier says", (code, cause) => {
    expect(failed(code, cause, { invoice: { isRetryApproved: true } })).toEqual({
      outcome: "wait",
      reason: "failed_needs_action",
    });
    const gone = { mandate: { state: "unusable", status: "cancelled" } } as const;
    expect(failed(code, cause, gone)).toEqual({ outcome: "request_mandate", reason: "mandate_not_usable" });
    expect(failed(code, cause, { mandate: { ...USABLE_MANDATE, signedAfterFailure: true } }).outcome).toBe("collect");
  });

  test("with another good mandate of the payer, older than the return, it takes a person's word", () => {
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
  ])("%s (%s), taken back by a person: only a new mandate helps", (code, cause) => {
    expect(failed(code, cause, { invoice: { isRetryApproved: true } }).reason).toBe("failed_needs_action");
    const gone = { mandate: { state: "unusable", status: "cancelled" } } as const;
    expect(failed(code, cause, gone)).toEqual({ outcome: "request_mandate", reason: "mandate_not_usable" });
    expect(failed(code, cause, { mandate: { ...USABLE_MANDATE, signedAfterFailure: true } }).outcome).toBe("collect");
  });

  test("a new mandate signed since then is word enough", () => {
    expect(
      failed("AM04", "insufficient_funds", { mandate: { ...USABLE_MANDATE, signedAfterFailure: true } }).outcome,
    ).toBe("collect");
  });
});

describe("a try by the plan when the supplier has given the payer more time", () => {
  const later = { invoice: { dueDate: "2026-10-20" }, settings: { retriesReturns: true } };

  test("it is laid at the start of a month after the new day", () => {
    const failure = returned("AM04", "insufficient_funds");
    expect(decide(decisionInput({ ...later, failure }))).toMatchObject({ retriedBy: "plan", wantedDate: "2026-11-02" });
  });

  test("one that is planned already moves to the new day, and one for a later day stays", () => {
    const planned = (day: string) => liveCollection({ retriedBy: "plan", wantedDate: day, chargeDate: day });
    const moved = { outcome: "replace", reason: "date_changed", wantedDate: "2026-10-20", retriedBy: "plan" };
    expect(decide(decisionInput({ ...later, live: planned("2026-10-01") }))).toMatchObject(moved);
    expect(decide(decisionInput({ ...later, live: planned("2026-11-02") })).outcome).toBe("keep");
  });
});

test("a try by a person whose word is lost stays on its day, unless the supplier has given the payer more time", () => {
  const live = liveCollection({ retriedBy: "person", wantedDate: "2026-10-30", chargeDate: "2026-10-30" });
  expect(decide(decisionInput({ live })).outcome).toBe("keep");
  const invoice = { dueDate: "2026-11-10" };
  expect(decide(decisionInput({ live, invoice }))).toMatchObject({ outcome: "replace", wantedDate: "2026-11-10" });
});

describe("a payer who is said to have died", () => {
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
  ])("%s: no debit and no letter", (_, changes) => {
    expect(decide(decisionInput({ ...changes, contact }))).toEqual(stopped);
  });

  test("a debit that can still be called off is; what is with the bank takes its course", () => {
    for (const status of ["pending", "created"] as const)
      expect(decide(decisionInput({ contact, live: liveCollection({ status }) }))).toEqual({
        ...stopped,
        outcome: "cancel",
      });
    expect(decide(decisionInput({ contact, live: liveCollection({ status: "submitted" }) })).outcome).toBe("keep");
  });

  test("what nobody wants collected says so", () => {
    expect(decide(decisionInput({ contact, invoice: { isExcluded: true } })).reason).toBe("invoice_excluded");
    expect(decide(decisionInput({ contact, invoice: { bookStatus: "paid", openCents: 0 } })).reason).toBe("paid");
  });
});
