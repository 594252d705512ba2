import { describe, expect, test } from "vitest";
import type { DecisionInput, DecisionReason } from "@/lib/collections/types";
import { decisionInput, liveCollection, returned, TODAY } from "@/test/decision-input";
import { decide } from "./rules";

const NO_MANDATE = { mandate: { state: "none" } } as const;

/** One case per reason: a reason that nothing leads to would have a text that nobody reads. */
const EXAMPLES: Record<DecisionReason, DecisionInput> = {
  collect: decisionInput(),
  collection_running: decisionInput({ live: liveCollection() }),
  collected: decisionInput({
    live: liveCollection({ status: "paid_out" }),
    invoice: { bookStatus: "paid", openCents: 0 },
  }),
  amount_changed: decisionInput({ live: liveCollection(), invoice: { openCents: 10_000 } }),
  at_former_account: decisionInput({ live: liveCollection({ isAtPreviousAccount: true }) }),
  payer_changed: decisionInput({ live: liveCollection({ isOnOthersMandate: true }) }),
  payer_changed_late: decisionInput({ live: liveCollection({ status: "submitted", isOnOthersMandate: true }) }),
  date_changed_late: decisionInput({
    live: liveCollection({ status: "submitted" }),
    invoice: { dueDate: "2026-10-01" },
  }),
  earlier_debit_revived: decisionInput({ live: liveCollection({ isBesideResubmitted: true }) }),
  date_changed: decisionInput({ live: liveCollection(), invoice: { dueDate: "2026-10-01" } }),
  too_late_to_change: decisionInput({ live: liveCollection({ status: "submitted" }), invoice: { openCents: 10_000 } }),
  draft: decisionInput({ invoice: { bookStatus: "draft" } }),
  paid: decisionInput({ invoice: { bookStatus: "paid", openCents: 0 } }),
  paid_by_returned_debit: decisionInput({
    invoice: { bookStatus: "paid", openCents: 0 },
    failure: returned("MD06", null, { wasReceived: true }),
  }),
  voided: decisionInput({ invoice: { bookStatus: "voided" } }),
  deleted: decisionInput({ invoice: { bookStatus: "deleted" } }),
  nothing_open: decisionInput({ invoice: { openCents: 0 } }),
  open_unknown: decisionInput({ invoice: { kind: "closing", isOpenUnknown: true } }),
  down_payment_not_deducted: decisionInput({ invoice: { kind: "closing", related: "claims_down_payment" } }),
  in_banking: decisionInput({ invoice: { bookStatus: "in_banking" } }),
  archived: decisionInput({ invoice: { isArchived: true } }),
  not_euro: decisionInput({ invoice: { currency: "CHF" } }),
  not_positive: decisionInput({ invoice: { totalCents: -100, openCents: 100 } }),
  below_minimum: decisionInput({ invoice: { openCents: 99 }, settings: { minCents: 100 } }),
  above_maximum: decisionInput({ invoice: { openCents: 5_001 }, settings: { maxCents: 5_000 } }),
  down_payment_in_collection: decisionInput({ invoice: { kind: "closing", related: "down_payment_deducted" } }),
  claimed_by_closing: decisionInput({ invoice: { kind: "down_payment", related: "claimed_by_closing" } }),
  very_late: decisionInput({ invoice: { dueDate: "2026-07-02" } }),
  no_condition_chosen: decisionInput({ settings: { paymentConditions: [] } }),
  condition_missing: decisionInput({ invoice: { termLabel: "  " } }),
  condition_near_miss: decisionInput({ invoice: { termLabel: "der Betrag wird per lastschrift eingezogen" } }),
  condition_mismatch: decisionInput({ invoice: { termLabel: "Zahlbar in 14 Tagen" } }),
  invoice_excluded: decisionInput({ invoice: { isExcluded: true } }),
  invoice_held: decisionInput({ invoice: { heldUntil: "2026-09-02" } }),
  pays_otherwise: decisionInput({ invoice: { paysBy: "otherwise" } }),
  due_date_missing: decisionInput({ invoice: { isDueUnknown: true } }),
  contact_excluded: decisionInput({ contact: { isExcluded: true } }),
  no_contact: decisionInput({ contact: null }),
  contact_without_email: decisionInput({
    ...NO_MANDATE,
    contact: { hasEmail: false },
  }),
  mandate_missing: decisionInput(NO_MANDATE),
  mandate_requested: decisionInput({ ...NO_MANDATE, hasOpenRequest: true }),
  mandate_not_usable: decisionInput({ mandate: { state: "unusable", status: "expired" } }),
  mandate_ambiguous: decisionInput({ mandate: { state: "ambiguous" } }),
  match_unconfirmed: decisionInput({ mandate: { state: "unconfirmed" } }),
  requests_off: decisionInput({ ...NO_MANDATE, contact: { areRequestsOff: true } }),
  request_unconfirmed: decisionInput({ ...NO_MANDATE, settings: { areFirstRequestsConfirmed: false } }),
  failed_needs_action: decisionInput({ failure: returned("AM04", "insufficient_funds") }),
  provider_retries: decisionInput({ failure: returned("AM04", null, { willAttemptRetry: true }) }),
  retry_stopped: decisionInput({ live: liveCollection({ retriedBy: "plan" }) }),
  payer_deceased: decisionInput({ contact: { isDeceased: true } }),
  contract_inactive: decisionInput({ contract: { isActive: false, isPremium: false } }),
  premium_required: decisionInput({
    invoice: { kind: "down_payment" },
    contract: { isActive: true, isPremium: false },
  }),
  books_not_connected: decisionInput({ accounts: { isAccountingConnected: false } }),
  books_outdated: decisionInput({ accounts: { isAccountingOutdated: true } }),
  books_changed: decisionInput({ invoice: { isOfPreviousSystem: true } }),
  collected_in_other_books: decisionInput({ invoice: { related: "collected_elsewhere" } }),
  payments_not_connected: decisionInput({ accounts: { arePaymentsConnected: false } }),
  account_held: decisionInput({ accounts: { heldUntil: "2026-09-02T10:00:00.000Z" } }),
  account_in_review: decisionInput({ accounts: { verificationStatus: "in_review" } }),
  account_not_verified: decisionInput({ accounts: { verificationStatus: "action_required" } }),
  other_engines_unconfirmed: decisionInput({ accounts: { hasUnconfirmedSchedules: true } }),
};

const OUTCOMES: Partial<Record<DecisionReason, string>> = {
  collect: "collect",
  collection_running: "keep",
  collected: "keep",
  amount_changed: "replace",
  date_changed: "replace",
  payer_changed: "replace",
  payer_changed_late: "keep",
  date_changed_late: "keep",
  at_former_account: "keep",
  too_late_to_change: "keep",
  retry_stopped: "cancel",
  earlier_debit_revived: "cancel",
  mandate_missing: "request_mandate",
  mandate_not_usable: "request_mandate",
};
const WAITS: DecisionReason[] = [
  "contract_inactive",
  "premium_required",
  "down_payment_in_collection",
  "claimed_by_closing",
  "very_late",
  "due_date_missing",
  "contact_without_email",
  "mandate_requested",
  "mandate_ambiguous",
  "match_unconfirmed",
  "requests_off",
  "request_unconfirmed",
  "failed_needs_action",
  "provider_retries",
  "payer_deceased",
  "contract_inactive",
  "premium_required",
  "books_not_connected",
  "books_changed",
  "books_outdated",
  "collected_in_other_books",
  "payments_not_connected",
  "account_held",
  "account_in_review",
  "account_not_verified",
  "other_engines_unconfirmed",
];

describe("every reason", () => {
  test.each(Object.entries(EXAMPLES))("is given for the facts it names: %s", (reason, input) => {
    const known = reason as DecisionReason;
    const outcome = OUTCOMES[known] ?? (WAITS.includes(known) ? "wait" : "skip");
    expect(decide(input)).toMatchObject({ outcome, reason });
  });
});

describe("the details of a reason", () => {
  test("contain both texts of a payment condition that does not match", () => {
    expect(decide(EXAMPLES.condition_mismatch)).toMatchObject({
      found: "Zahlbar in 14 Tagen",
      expected: "Der Betrag wird per Lastschrift eingezogen.",
    });
  });

  test("contain the limit that decided", () => {
    expect(decide(EXAMPLES.below_minimum).limit).toBe(100);
    expect(decide(EXAMPLES.above_maximum).limit).toBe(5_000);
    expect(decide(EXAMPLES.very_late).limit).toBe(60);
  });

  test("an invoice exactly at a limit is still collected", () => {
    const limits = { minCents: 100, maxCents: 5_000 };
    expect(decide(decisionInput({ invoice: { openCents: 100 }, settings: limits })).outcome).toBe("collect");
    expect(decide(decisionInput({ invoice: { openCents: 5_000 }, settings: limits })).outcome).toBe("collect");
    // Exactly sixty days late.
    expect(decide(decisionInput({ invoice: { dueDate: "2026-07-03" } })).outcome).toBe("collect");
    expect(decide(decisionInput({ invoice: { heldUntil: TODAY } })).outcome).toBe("collect");
  });
});
