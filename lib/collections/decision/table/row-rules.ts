import { isDayTooLate, isOtherDay } from "@/lib/collections/decision/charge-date/day-rules";
import type { Decision, DecisionInput, DecisionReason } from "@/lib/collections/types";
import type { DecisionOutcome } from "@/lib/core/prisma/enums";
import { daysBetween } from "@/lib/core/time/dates";
import { conditionOf, hasNoMandate, isRetryStopped, needsAction, needsMark, type Phase, planOf } from "./fact-rules";

/** The effect on the invoice or its collection; `because` replaces the reason of the row. */
export type Effect = { outcome: DecisionOutcome; because?: DecisionReason };

/** One row of the table. It applies in the phases that `effects` names, if `holds`. */
export interface Row {
  reason: DecisionReason;
  effects: Partial<Record<Phase, Effect>>;
  holds: (facts: DecisionInput) => boolean;
  /** Returns the details that explain the reason to a person: texts that differ, a limit, an end. */
  explain?: (facts: DecisionInput) => Pick<Decision, "found" | "expected" | "limit" | "until">;
}

const SKIP: Effect = { outcome: "skip" };
const WAIT: Effect = { outcome: "wait" };
const CANCEL: Effect = { outcome: "cancel" };
const KEEP: Effect = { outcome: "keep" };
const REPLACE: Effect = { outcome: "replace" };
const TOO_LATE: Effect = { outcome: "keep", because: "too_late_to_change" };

/** The invoice is not to be collected: a running collection is cancelled as long as it can be. */
const NOT_COLLECTED = { none: SKIP, planned: CANCEL, at_provider: CANCEL, with_bank: TOO_LATE };
/** Nothing new begins. A collection that GoCardless knows continues. */
const NOT_NOW = { none: WAIT, planned: CANCEL };
/** Something else may bring the same money: a collection is cancelled as long as it can be. */
const NOT_TWICE = { none: WAIT, planned: CANCEL, at_provider: CANCEL };
const RUNNING = { planned: KEEP, at_provider: KEEP, with_bank: KEEP };
const CHANGED = { planned: REPLACE, at_provider: REPLACE };

/** Rows about the document hold only for the accounting system in use: the previous one is not read any more. */
const inUse =
  (holds: Row["holds"]): Row["holds"] =>
  (facts) =>
    !facts.invoice.isOfPreviousSystem && holds(facts);

/** Document types that only the plan Premium collects. */
const PREMIUM_KINDS = ["down_payment", "closing"];

/** Rows about the document: it is not, or no longer, something to be collected. */
const DOCUMENT: Row[] = [
  // Our own booking made the invoice "paid", and the money was returned since. Only a person can correct that.
  {
    reason: "paid_by_returned_debit",
    effects: { none: SKIP },
    holds: inUse(({ invoice, failure }) => invoice.bookStatus === "paid" && failure?.wasReceived === true),
  },
  ...(["draft", "paid", "voided", "in_banking", "deleted"] as const).map((status) => ({
    reason: status,
    effects: NOT_COLLECTED,
    holds: inUse(({ invoice }) => invoice.bookStatus === status),
  })),
  { reason: "archived", effects: NOT_COLLECTED, holds: inUse(({ invoice }) => invoice.isArchived) },
  { reason: "not_euro", effects: NOT_COLLECTED, holds: inUse(({ invoice }) => invoice.currency !== "EUR") },
  { reason: "not_positive", effects: NOT_COLLECTED, holds: inUse(({ invoice }) => invoice.totalCents <= 0) },
  { reason: "nothing_open", effects: NOT_COLLECTED, holds: inUse(({ invoice }) => invoice.openCents <= 0) },
  { reason: "open_unknown", effects: NOT_COLLECTED, holds: inUse(({ invoice }) => invoice.isOpenUnknown) },
  {
    reason: "down_payment_not_deducted",
    effects: NOT_COLLECTED,
    holds: inUse(({ invoice }) => invoice.related === "claims_down_payment"),
  },
  {
    reason: "below_minimum",
    effects: NOT_COLLECTED,
    holds: inUse(({ invoice, settings }) => invoice.openCents < settings.minCents),
    explain: ({ settings }) => ({ limit: settings.minCents }),
  },
  {
    reason: "above_maximum",
    effects: NOT_COLLECTED,
    holds: inUse(({ invoice, settings }) => invoice.openCents > settings.maxCents),
    explain: ({ settings }) => ({ limit: settings.maxCents }),
  },
];

/**
 * Rows about what the supplier wants, or a bank has reported. Apart from the payment condition they hold in every
 * accounting system.
 */
const INSTRUCTIONS: Row[] = [
  // The payer would pay twice.
  {
    reason: "pays_otherwise",
    effects: NOT_COLLECTED,
    holds: inUse((facts) => needsMark(facts) && facts.invoice.paysBy === "otherwise"),
  },
  ...(["no_condition_chosen", "condition_missing", "condition_near_miss", "condition_mismatch"] as const).map(
    (result) => ({
      reason: result,
      effects: NOT_COLLECTED,
      holds: inUse((facts) => needsMark(facts) && conditionOf(facts).result === result),
      explain: (facts: DecisionInput) => {
        const { found, expected } = conditionOf(facts);
        return { found, expected };
      },
    }),
  ),
  { reason: "no_contact", effects: NOT_COLLECTED, holds: inUse(({ contact }) => contact === null) },
  { reason: "contact_excluded", effects: NOT_COLLECTED, holds: ({ contact }) => contact?.isExcluded === true },
  { reason: "invoice_excluded", effects: NOT_COLLECTED, holds: ({ invoice }) => invoice.isExcluded },
  {
    reason: "invoice_held",
    effects: NOT_COLLECTED,
    holds: ({ invoice, today }) => invoice.heldUntil !== null && invoice.heldUntil > today,
  },
  // A bank reported the death. It waits, because a person may correct it.
  {
    reason: "payer_deceased",
    effects: { ...NOT_COLLECTED, none: WAIT },
    holds: ({ contact }) => contact?.isDeceased === true,
  },
  {
    reason: "retry_stopped",
    effects: { planned: CANCEL, at_provider: CANCEL },
    holds: (facts) => facts.live !== null && isRetryStopped(facts, facts.live),
  },
];

/** Rows about the supplier's contract and connected accounts. */
const ACCOUNTS: Row[] = [
  { reason: "contract_inactive", effects: NOT_NOW, holds: ({ contract }) => !contract.isActive },
  {
    reason: "premium_required",
    effects: NOT_NOW,
    holds: ({ contract, invoice }) => PREMIUM_KINDS.includes(invoice.kind) && !contract.isPremium,
  },
  // Without the accounting system the open amount may have changed.
  { reason: "books_not_connected", effects: NOT_NOW, holds: ({ accounts }) => !accounts.isAccountingConnected },
  { reason: "books_outdated", effects: NOT_NOW, holds: ({ accounts }) => accounts.isAccountingOutdated },
  {
    reason: "collected_in_other_books",
    effects: NOT_TWICE,
    holds: inUse(({ invoice }) => invoice.related === "collected_elsewhere"),
  },
  { reason: "payments_not_connected", effects: NOT_NOW, holds: ({ accounts }) => !accounts.arePaymentsConnected },
  // Neither a payment nor a mandate is created: both would belong to the owner of the new account.
  {
    reason: "account_held",
    effects: NOT_NOW,
    holds: ({ accounts }) => accounts.heldUntil !== null,
    explain: ({ accounts }) => ({ until: accounts.heldUntil ?? undefined }),
  },
];

/** Rows about an earlier collection of the invoice that was returned. They only decide about a new one. */
const RETURNS: Row[] = [
  { reason: "provider_retries", effects: { none: WAIT }, holds: ({ failure }) => failure?.willAttemptRetry === true },
  { reason: "failed_needs_action", effects: { none: WAIT }, holds: needsAction },
];

/** Rows about the age of the invoice and about related documents. */
const TIMING: Row[] = [
  // Texts such as "30 days net" are never guessed. Who collects now has seen them.
  {
    reason: "due_date_missing",
    effects: NOT_NOW,
    holds: inUse(({ invoice }) => invoice.isDueUnknown && invoice.collectNowOn === null),
  },
  {
    reason: "very_late",
    effects: NOT_NOW,
    // Who approves a retry has seen how old the invoice is.
    holds: ({ invoice, settings, today }) =>
      daysBetween(invoice.dueDate, today) > settings.maxOverdueDays &&
      !(invoice.isLateConfirmed || invoice.isRetryApproved),
    explain: ({ settings }) => ({ limit: settings.maxOverdueDays }),
  },
  {
    reason: "down_payment_in_collection",
    effects: NOT_TWICE,
    holds: inUse(({ invoice }) => invoice.related === "down_payment_claimed_too"),
  },
  {
    reason: "down_payment_in_collection",
    effects: NOT_NOW,
    holds: ({ invoice }) => invoice.related === "down_payment_deducted",
  },
  { reason: "claimed_by_closing", effects: NOT_NOW, holds: ({ invoice }) => invoice.related === "claimed_by_closing" },
];

/** Rows about the mandate, and about the account's permission to collect by it. */
const MANDATE: Row[] = [
  { reason: "mandate_ambiguous", effects: NOT_NOW, holds: ({ mandate }) => mandate.state === "ambiguous" },
  { reason: "match_unconfirmed", effects: NOT_NOW, holds: ({ mandate }) => mandate.state === "unconfirmed" },
  {
    reason: "mandate_requested",
    effects: NOT_NOW,
    holds: (facts) => hasNoMandate(facts) && facts.hasOpenRequest,
  },
  {
    reason: "contact_without_email",
    effects: NOT_NOW,
    holds: (facts) => hasNoMandate(facts) && !facts.contact?.hasEmail,
  },
  {
    reason: "requests_off",
    effects: NOT_NOW,
    holds: (facts) =>
      hasNoMandate(facts) &&
      (!facts.settings.requestsMandates || facts.contact?.areRequestsOff === true || facts.invoice.isRequestedByHand),
  },
  // The first mails are sent only after the supplier has seen to whom.
  {
    reason: "request_unconfirmed",
    effects: NOT_NOW,
    holds: (facts) => hasNoMandate(facts) && !facts.settings.areFirstRequestsConfirmed,
  },
  ...(
    [
      ["mandate_not_usable", "unusable"],
      ["mandate_missing", "none"],
    ] as const
  ).map(([reason, state]) => ({
    reason,
    effects: { none: { outcome: "request_mandate" as const }, planned: CANCEL },
    holds: ({ mandate }: DecisionInput) => mandate.state === state,
  })),
  {
    reason: "account_in_review",
    effects: NOT_NOW,
    holds: ({ accounts }) => accounts.verificationStatus === "in_review",
  },
  {
    reason: "account_not_verified",
    effects: NOT_NOW,
    holds: ({ accounts }) => accounts.verificationStatus !== "successful",
  },
  { reason: "other_engines_unconfirmed", effects: NOT_NOW, holds: ({ accounts }) => accounts.hasUnconfirmedSchedules },
];

/** Rows about facts that differ from those by which the running collection was planned. */
const CHANGES: Row[] = [
  {
    reason: "payer_changed",
    effects: { ...CHANGED, with_bank: { outcome: "keep", because: "payer_changed_late" } },
    holds: inUse(({ live }) => live?.isOnOthersMandate === true),
  },
  {
    reason: "amount_changed",
    effects: { ...CHANGED, with_bank: TOO_LATE },
    holds: inUse(({ live, invoice }) => live !== null && live.amountCents !== invoice.openCents),
  },
  { reason: "at_former_account", effects: RUNNING, holds: inUse(({ live }) => live?.isAtPreviousAccount === true) },
  {
    reason: "date_changed",
    effects: CHANGED,
    holds: inUse((facts) => facts.live !== null && isOtherDay(planOf(facts), facts.live)),
  },
  {
    reason: "date_changed_late",
    effects: { with_bank: KEEP },
    holds: inUse((facts) => facts.live !== null && isDayTooLate(planOf(facts), facts, facts.live)),
  },
];

/**
 * Every reason, in the order in which the rows are tried. The first row that applies decides (docs/decision-
 * table.md).
 */
export const TABLE: Row[] = [
  // An earlier collection of this invoice was resubmitted. This one is cancelled; the earlier one gets its own
  // decision.
  {
    reason: "earlier_debit_revived",
    effects: { planned: CANCEL, at_provider: CANCEL },
    holds: ({ live }) => live?.isBesideResubmitted === true,
  },
  // Collections at GoCardless continue with the last data that was read.
  { reason: "books_changed", effects: NOT_NOW, holds: ({ invoice }) => invoice.isOfPreviousSystem },
  // Once the money is paid out, the invoice becomes "paid" by our own booking, which is no change.
  { reason: "collected", effects: { paid_out: KEEP }, holds: () => true },
  ...DOCUMENT,
  ...INSTRUCTIONS,
  ...ACCOUNTS,
  ...RETURNS,
  ...TIMING,
  ...MANDATE,
  ...CHANGES,
  { reason: "collection_running", effects: RUNNING, holds: () => true },
  { reason: "collect", effects: { none: { outcome: "collect" } }, holds: () => true },
];
