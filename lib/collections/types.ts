import type { Day } from "@/lib/core/dates";
import type { Cents } from "@/lib/core/money";
import type { BookStatus, CollectionStatus, DecisionOutcome, InvoiceKind, RetriedBy } from "@/lib/core/prisma/enums";

/** Why an invoice is, or is not, collected. Each has a text in messages/ under `reasons`. */
export type DecisionReason =
  // collect, or a collection stands
  | "collect"
  | "collection_running"
  | "collected"
  | "amount_changed"
  | "date_changed"
  | "date_changed_late"
  | "payer_changed"
  | "payer_changed_late"
  | "too_late_to_change"
  | "earlier_debit_revived"
  | "at_former_account"
  // the document
  | "draft"
  | "paid"
  | "paid_by_returned_debit"
  | "voided"
  | "deleted"
  | "nothing_open"
  | "open_unknown"
  | "down_payment_not_deducted"
  | "in_banking"
  | "archived"
  | "not_euro"
  | "not_positive"
  | "below_minimum"
  | "above_maximum"
  | "down_payment_in_collection"
  | "claimed_by_closing"
  | "very_late"
  // the supplier's word
  | "no_condition_chosen"
  | "condition_missing"
  | "condition_near_miss"
  | "condition_mismatch"
  | "invoice_excluded"
  | "invoice_held"
  | "contact_excluded"
  // the payer
  | "no_contact"
  | "contact_without_email"
  | "mandate_missing"
  | "mandate_requested"
  | "mandate_not_usable"
  | "mandate_ambiguous"
  | "match_unconfirmed"
  | "requests_off"
  | "failed_needs_action"
  | "provider_retries"
  | "retry_stopped"
  | "payer_deceased"
  // the contract
  | "contract_inactive"
  | "premium_required"
  // the accounts
  | "books_not_connected"
  | "books_changed"
  | "books_outdated"
  | "collected_in_other_books"
  | "payments_not_connected"
  | "account_held"
  | "account_in_review"
  | "account_not_verified"
  | "other_engines_unconfirmed";

export interface Decision {
  outcome: DecisionOutcome;
  reason: DecisionReason;
  /** For collect and replace: what is to be debited, and when. */
  amountCents?: Cents;
  wantedDate?: Day;
  chargeDate?: Day;
  /** True if the invoice was due before it could be collected. */
  isLate?: boolean;
  /** Set if a debit came back before and this is another try. */
  retriedBy?: RetriedBy | null;
  /** For conditions: the text of the invoice and the nearest chosen one. */
  found?: string;
  expected?: string;
  /** For limits and ages: the figure that decided. */
  limit?: number;
  /** For a wait that ends at a known instant (ISO 8601). */
  until?: string;
}

/**
 * What the mandate to use is to the debits of the invoice that came back: the one of the last of them, or nothing did; another
 * good one; or one that cannot serve again.
 */
export type MandateStanding = "same" | "other" | "spent";

export type MandateFact =
  | { state: "none" }
  | {
      state: "usable";
      mandateId: string;
      nextPossibleChargeDate: Day;
      signedAfterFailure: boolean;
      standing: MandateStanding;
    }
  | { state: "unusable"; status: string }
  /** Several usable ones and none marked as the default. */
  | { state: "ambiguous" }
  /** One that looks like this payer's, which a person has to confirm. */
  | { state: "unconfirmed" };

export interface LiveCollection {
  status: CollectionStatus;
  amountCents: Cents;
  wantedDate: Day;
  /** The granted day, or the requested one until the provider has answered. */
  chargeDate: Day;
  /** Of the invoice, when the debit was planned; null where that is not known. */
  dueDate: Day | null;
  retriedBy: RetriedBy | null;
  /** After it came back somebody had it tried again at the provider. */
  isTakenUp: boolean;
  /** What was said since takes back the word by which it stands. */
  isUnwanted: boolean;
  /** The provider knows of it, or may know. */
  isCalled: boolean;
  /** The mandate is another payer's: the books name another addressee since, or a person has corrected whose it is. */
  isOnOthersMandate: boolean;
  /** An earlier debit of the invoice has come to life again at the provider, and brings the money or has brought it. */
  isBesideRevived: boolean;
  /** It stands at an account of the provider's that is not the connected one: nothing can be heard of it, or done. */
  isAtFormerAccount: boolean;
}

/** The last debit, which failed or was taken back. */
export interface ReturnFact {
  code: string | null;
  cause: string | null;
  /** The day of that debit. */
  chargeDate: Day;
  isChargeback: boolean;
  /** The money had been received, and may have been booked, before it was taken back. */
  wasReceived: boolean;
  willAttemptRetry: boolean;
}

export interface DecisionInput {
  today: Day;
  invoice: {
    kind: InvoiceKind;
    bookStatus: BookStatus;
    currency: string;
    totalCents: Cents;
    openCents: Cents;
    /** The books do not say what is left beside what was paid in advance: `openCents` may be too much. */
    isOpenUnknown: boolean;
    dueDate: Day;
    termLabel: string;
    isArchived: boolean;
    isExcluded: boolean;
    heldUntil: Day | null;
    isLateConfirmed: boolean;
    isRetryApproved: boolean;
    /** The day that was agreed with the payer since the last return, also if the word no longer holds for the mandate. */
    retryOn: Day | null;
    /** As that one, given at the provider with another try: it is for no earlier day, and for a later one if the invoice is due later. */
    retryNotBefore: Day | null;
    /** The day on which the supplier said not to wait for the due date. */
    collectNowOn: Day | null;
    /** Chosen by hand from the books: the payment condition is not asked for. */
    isTransferred: boolean;
    /** Of a system that is no longer the one in use: it cannot be asked what is open. */
    isOfFormerBooks: boolean;
    /** The same document stands in another system, too, and was collected there, or is being. */
    isCollectedInOtherBooks: boolean;
    /** A down payment of this one was collected, and it does not deduct that: it claims the same euro again. */
    hasDownPaymentLeftOut: boolean;
    /** Whether a down payment of this one is being debited right now, and this one deducts it in full or asks for the same money. */
    downPaymentInCollection: "deducted" | "claimed_too" | null;
    /** A closing invoice that does not deduct this down payment was debited, or is being: it holds this money, too. */
    isClaimedByClosing: boolean;
  };
  contact: {
    hasEmail: boolean;
    isExcluded: boolean;
    areRequestsOff: boolean;
    /** A bank said so, and no person has taken it back. */
    isDeceased: boolean;
  } | null;
  mandate: MandateFact;
  hasOpenRequest: boolean;
  live: LiveCollection | null;
  /** The last attempt, if it failed or came back. */
  failure: ReturnFact | null;
  retry: {
    /** Somebody said "not again"; a later approval lifts it. */
    isStopped: boolean;
    /** The machine's tries on this invoice so far. */
    planTries: number;
    /** All tries so far on the mandate that would be used; without one, on that of the last debit. */
    tries: number;
  };
  settings: {
    paymentConditions: string[];
    daysEarlier: number;
    noticeDays: number;
    maxOverdueDays: number;
    requestsMandates: boolean;
    /** The plan: returns that may be tried again by themselves are. */
    retriesReturns: boolean;
    minCents: Cents;
    maxCents: Cents;
  };
  contract: { isActive: boolean; isPremium: boolean };
  accounts: {
    areBooksConnected: boolean;
    /** Books by file: the newest list of open items is too old to be debited on. */
    areBooksOutdated: boolean;
    arePaymentsConnected: boolean;
    /** Until when nothing begins at the account because it took another's place (ISO 8601); null if it is not held. */
    heldUntil: string | null;
    verificationStatus: string | null;
    /** Something else collects there, and nobody has said yet that nothing is debited twice by it. */
    hasUnconfirmedEngines: boolean;
  };
}

/** The longest time ahead for which a retry can be agreed on. */
export const RETRY_DAYS = 365;

export const NOTE_LENGTH = 2_000;

export const RETURN_FILTERS = ["open", "done", "all"] as const;
export type ReturnFilter = (typeof RETURN_FILTERS)[number];

export function returnFilterOf(value: string | undefined): ReturnFilter {
  return RETURN_FILTERS.find((filter) => filter === value) ?? "open";
}

/** A day that may be named to a person; `isKnown` is false if GoCardless could not be asked and may need a later one. */
export interface NamedDay {
  day: Day;
  isKnown: boolean;
}
