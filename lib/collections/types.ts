import type { Cents } from "@/lib/core/money/money";
import type { BookStatus, CollectionStatus, DecisionOutcome, InvoiceKind, RetriedBy } from "@/lib/core/prisma/enums";
import type { Day } from "@/lib/core/time/dates";

/** Reason of a decision about an invoice. Each has a text in messages/ under `reasons`. */
export type DecisionReason =
  // Collections: a new one starts, or one exists.
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
  // The document.
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
  | "due_date_missing"
  // The supplier's settings and instructions.
  | "pays_otherwise"
  | "no_condition_chosen"
  | "condition_missing"
  | "condition_near_miss"
  | "condition_mismatch"
  | "invoice_excluded"
  | "invoice_held"
  | "contact_excluded"
  // The payer, the mandate and returns.
  | "no_contact"
  | "contact_without_email"
  | "mandate_missing"
  | "mandate_requested"
  | "mandate_not_usable"
  | "mandate_ambiguous"
  | "match_unconfirmed"
  | "requests_off"
  | "request_unconfirmed"
  | "failed_needs_action"
  | "provider_retries"
  | "retry_stopped"
  | "payer_deceased"
  // The contract.
  | "contract_inactive"
  | "premium_required"
  // The connected accounts.
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
  /** Set for `collect` and `replace`: the amount to debit, the wanted day and the charge date. */
  amountCents?: Cents;
  wantedDate?: Day;
  chargeDate?: Day;
  /** True if the charge date is later than the first TARGET day on or after the due date. */
  isLate?: boolean;
  /** Set if this retries a returned collection. */
  retriedBy?: RetriedBy | null;
  /** For payment conditions: the text on the invoice, and the chosen condition it was compared with. */
  found?: string;
  expected?: string;
  /** For limits and ages: the limit that decided, in cents or days. */
  limit?: number;
  /** End of a wait that ends at a known instant (ISO 8601). */
  until?: string;
}

/**
 * Eligibility of the mandate to use, given the invoice's returned collections:
 * - `same`: it is the mandate of the last return, or nothing was returned;
 * - `other`: it is another mandate of the payer that can be used;
 * - `spent`: it cannot be used for this invoice again.
 */
export type MandateEligibility = "same" | "other" | "spent";

export type MandateFact =
  | { state: "none" }
  | {
      state: "usable";
      mandateId: string;
      nextPossibleChargeDate: Day;
      signedAfterFailure: boolean;
      standing: MandateEligibility;
    }
  | { state: "unusable"; status: string }
  /** Several usable mandates, and none is the contact's default. */
  | { state: "ambiguous" }
  /** A mandate that probably belongs to this payer; a person has to confirm it. */
  | { state: "unconfirmed" };

export interface LiveCollection {
  status: CollectionStatus;
  amountCents: Cents;
  wantedDate: Day;
  /** The granted charge date, or the requested one until the provider has answered. */
  chargeDate: Day;
  /** The invoice's due date when the collection was planned; null if unknown. */
  dueDate: Day | null;
  retriedBy: RetriedBy | null;
  /** True if somebody resubmitted it at the provider after it was returned. */
  isResubmitted: boolean;
  /** True if a later instruction revokes the approval or resubmission that this collection is based on. */
  isRevoked: boolean;
  /** True if the provider knows the collection, or may know it. */
  isCalled: boolean;
  /**
   * True if the mandate belongs to another payer: the accounting system names another addressee since then, or a person
   * corrected whose mandate it is.
   */
  isOnOthersMandate: boolean;
  /**
   * True if an earlier collection of the invoice was reopened at the provider and can still bring the money, or has.
   */
  isBesideResubmitted: boolean;
  /**
   * True if its mandate belongs to a provider account that is no longer connected. A payment there can be neither read
   * nor cancelled.
   */
  isAtPreviousAccount: boolean;
}

/** The last collection that failed or was charged back. */
export interface ReturnFact {
  code: string | null;
  cause: string | null;
  /** Charge date of that collection: the later of the requested and the granted day. */
  chargeDate: Day;
  isChargeback: boolean;
  /** True if the money had been received, and may have been booked, before it was taken back. */
  wasReceived: boolean;
  willAttemptRetry: boolean;
}

/** The way of payment that a document states: by direct debit, or in another way, such as a transfer by the payer. */
export const PAYS_BY = ["direct_debit", "otherwise"] as const;
export type PaysBy = (typeof PAYS_BY)[number];

/** The effect of other documents on an invoice. If several apply, the first in this order counts. */
export const RELATED = [
  /** A down payment was collected that this final invoice does not deduct, so it claims the same money again. */
  "claims_down_payment",
  /** The same document exists in another accounting system, and was collected there, or is being collected. */
  "collected_elsewhere",
  /** A down payment is being collected, and this final invoice claims the same money. */
  "down_payment_claimed_too",
  /** A down payment is being collected, and this final invoice deducts it in full. */
  "down_payment_deducted",
  /** A final invoice that does not deduct this down payment was collected, or is being collected. */
  "claimed_by_closing",
  "clear",
] as const;
export type Related = (typeof RELATED)[number];

export interface DecisionInput {
  today: Day;
  invoice: {
    kind: InvoiceKind;
    bookStatus: BookStatus;
    currency: string;
    totalCents: Cents;
    openCents: Cents;
    /** True if the accounting system does not say what remains after advance payments: `openCents` may be too high. */
    isOpenUnknown: boolean;
    dueDate: Day;
    termLabel: string;
    /** The way of payment that the document states; null if it states none. Then its payment condition decides. */
    paysBy: PaysBy | null;
    /** True if the document names no due date, and the supplier has not said when such documents are due. */
    isDueUnknown: boolean;
    isArchived: boolean;
    isExcluded: boolean;
    heldUntil: Day | null;
    isLateConfirmed: boolean;
    isRetryApproved: boolean;
    /**
     * Retry day agreed with the payer since the last return, even if the approval does not cover the mandate to use.
     */
    retryOn: Day | null;
    /**
     * Earliest retry day: it was given with a retry at the provider, or the due date moved after a day was agreed. A
     * later due date moves the collection further.
     */
    retryNotBefore: Day | null;
    /** Day on which the supplier gave the instruction to collect now, without waiting for the due date. */
    collectNowOn: Day | null;
    /** True if a person chose the document by hand: its payment condition is not checked. */
    isTransferred: boolean;
    /** True if its mandate request is sent by a person only, because it was known before the first requests. */
    isRequestedByHand: boolean;
    /** True if the invoice belongs to a previous system, which cannot be asked for the open amount. */
    isOfPreviousSystem: boolean;
    related: Related;
  };
  contact: {
    hasEmail: boolean;
    isExcluded: boolean;
    areRequestsOff: boolean;
    /** True if the supplier collects from this contact although a document says that it is paid otherwise. */
    isAlwaysCollected: boolean;
    /** True if a bank reported the payer's death and no person has revoked the report. */
    isDeceased: boolean;
  } | null;
  mandate: MandateFact;
  hasOpenRequest: boolean;
  live: LiveCollection | null;
  /** The last return; null while any collection of the invoice is under way or paid out. */
  failure: ReturnFact | null;
  retry: {
    /** True if somebody said not to retry; a later approval lifts it. */
    isStopped: boolean;
    /** Retries by the retry plan on this invoice so far. */
    planTries: number;
    /** All retries so far on the mandate to use; without a usable one, on the mandate of the last return. */
    tries: number;
  };
  settings: {
    paymentConditions: string[];
    daysEarlier: number;
    noticeDays: number;
    maxOverdueDays: number;
    requestsMandates: boolean;
    /** True once the supplier chose how the first mandate requests are sent. */
    areFirstRequestsConfirmed: boolean;
    /** True if the retry plan is on: it retries returns automatically where that is allowed. */
    retriesReturns: boolean;
    minCents: Cents;
    maxCents: Cents;
  };
  contract: { isActive: boolean; isPremium: boolean };
  accounts: {
    isAccountingConnected: boolean;
    /** True for a file-based accounting system whose newest list of open items is too old to collect on. */
    isAccountingOutdated: boolean;
    arePaymentsConnected: boolean;
    /**
     * End of the hold on a payment account that replaced another one (ISO 8601); null if it is not held. Nothing new
     * starts before it.
     */
    heldUntil: string | null;
    verificationStatus: string | null;
    /** True if external schedules collect in the account, and nobody has confirmed that they debit nothing twice. */
    hasUnconfirmedSchedules: boolean;
  };
}

/** The longest time ahead for which a retry can be agreed, in days. */
export const RETRY_DAYS = 365;

/** The longest time for which an invoice can be held, in days. */
export const HOLD_DAYS = 365;

export const NOTE_LENGTH = 2_000;

export const RETURN_FILTERS = ["open", "done", "all"] as const;
export type ReturnFilter = (typeof RETURN_FILTERS)[number];

export function returnFilterOf(value: string | undefined): ReturnFilter {
  return RETURN_FILTERS.find((filter) => filter === value) ?? "open";
}

/** A day to show to a person. `isKnown` is false if GoCardless could not be asked: it may need a later day. */
export interface NamedDay {
  day: Day;
  isKnown: boolean;
}
