import { daysBetween } from "@/lib/core/dates";
import type { RetriedBy } from "@/lib/core/prisma/enums";
import { matchCondition } from "./condition-rules";
import { isDayTooLate, isOtherDay, planFor } from "./day-rules";
import { needsNewMandate, retriedBy } from "./retry-rules";
import { isNotWithBank } from "./status-rules";
import type { Decision, DecisionInput, DecisionReason, LiveCollection } from "./types";

/**
 * What is to happen with an invoice now, and why. Pure and total: the same facts always give the same answer, and every
 * invoice has one.
 */
export function decide(input: DecisionInput): Decision {
  // The other one is further on: it has the invoice as soon as this one is over, and is then decided about.
  if (input.live?.isBesideRevived && isChangeable(input.live))
    return { outcome: "cancel", reason: "earlier_debit_revived" };
  if (input.invoice.isOfFormerBooks) return decideFormer(input);
  const stop = documentStop(input) ?? supplierStop(input);
  if (input.live) return decideRunning(input, input.live, stop);
  if (stop) return isPaidByReturn(input, stop) ? skip("paid_by_returned_debit") : stop;
  const wait = contractWait(input) ?? accountsWait(input) ?? failureWait(input) ?? documentWait(input);
  return wait ?? mandateWait(input) ?? { outcome: "collect", reason: "collect", ...plan(input) };
}

/**
 * Of books that are asked no more: what runs takes its course on the last word there was in them, and nothing begins. What
 * people say of the document or its payer in the books in use holds for it.
 */
function decideFormer(input: DecisionInput): Decision {
  const { live } = input;
  if (!live) return wait("books_changed");
  if (!live.isCalled) return { outcome: "cancel", reason: "books_changed" };
  if (live.status === "paid_out") return { outcome: "keep", reason: "collected" };
  const stop = keptBack(input);
  if (isChangeable(live)) {
    if (stop) return { ...stop, outcome: "cancel" };
    if (isRetryStopped(input, live)) return { outcome: "cancel", reason: "retry_stopped" };
  } else if (stop) return { outcome: "keep", reason: "too_late_to_change" };
  return { outcome: "keep", reason: "collection_running" };
}

/** The books cannot know that what they booked was taken back: only the supplier can say it there. A debit that simply failed was never booked. */
function isPaidByReturn({ failure }: DecisionInput, stop: Decision): boolean {
  return stop.reason === "paid" && failure?.wasReceived === true;
}

/** It can still be called off, and we can say so where it stands. */
function isChangeable({ status, isCalled, isAtFormerAccount }: LiveCollection): boolean {
  return isNotWithBank(status) && !(isCalled && isAtFormerAccount);
}

function plan(input: DecisionInput, live?: LiveCollection) {
  return planFor(input, live ? live.retriedBy : retrierOf(input), live);
}

function decideRunning(input: DecisionInput, live: LiveCollection, stop: Decision | undefined): Decision {
  const canChange = isChangeable(live);
  // Once the money is paid out, the books become "paid" by our own booking: that is the aim, not a change.
  if (live.status === "paid_out") return { outcome: "keep", reason: "collected" };
  if (stop) return canChange ? { ...stop, outcome: "cancel" } : { outcome: "keep", reason: "too_late_to_change" };
  const { openCents } = input.invoice;
  if (canChange && isRetryStopped(input, live)) return { outcome: "cancel", reason: "retry_stopped" };
  // Nobody has been told of it yet: what would keep it from beginning today ends it.
  const wait = contractWait(input) ?? accountsWait(input) ?? documentWait(input) ?? mandateWait(input);
  if (wait && !live.isCalled) return { ...wait, outcome: "cancel" };
  // The debit of the same document in books used before has come to life again at the provider.
  if (canChange && input.invoice.isCollectedInOtherBooks)
    return { outcome: "cancel", reason: "collected_in_other_books" };
  // So has a down payment beside a closing invoice that asks for the same money.
  if (canChange && input.invoice.downPaymentInCollection === "claimed_too")
    return { outcome: "cancel", reason: "down_payment_in_collection" };
  if (live.isOnOthersMandate) {
    if (!canChange) return { outcome: "keep", reason: "payer_changed_late" };
    return { ...plan(input, live), outcome: "replace", reason: "payer_changed" };
  }
  if (openCents !== live.amountCents) {
    if (!canChange) return { outcome: "keep", reason: "too_late_to_change" };
    return { ...plan(input, live), outcome: "replace", reason: "amount_changed" };
  }
  if (live.isAtFormerAccount) return { outcome: "keep", reason: "at_former_account" };
  const planned = plan(input, live);
  if (canChange && isOtherDay(planned, live)) return { ...planned, outcome: "replace", reason: "date_changed" };
  if (isDayTooLate(planned, input, live)) return { outcome: "keep", reason: "date_changed_late" };
  return { outcome: "keep", reason: "collection_running" };
}

/** What nobody wants any more, or the plan was switched off. Whoever had it tried again at the provider wants it, whatever was said before. */
function isRetryStopped({ retry, settings, invoice }: DecisionInput, live: LiveCollection): boolean {
  if (live.isUnwanted) return true;
  if (live.isTakenUp || !live.retriedBy) return false;
  return retry.isStopped || (live.retriedBy === "plan" && !settings.retriesReturns && !invoice.isRetryApproved);
}

/** Facts of the document because of which it is never a debit. */
function documentStop({ invoice, settings }: DecisionInput): Decision | undefined {
  const byStatus = {
    draft: "draft",
    paid: "paid",
    voided: "voided",
    in_banking: "in_banking",
    deleted: "deleted",
  } as const;
  if (invoice.bookStatus !== "open") return skip(byStatus[invoice.bookStatus]);
  if (invoice.isArchived) return skip("archived");
  if (invoice.currency !== "EUR") return skip("not_euro");
  if (invoice.totalCents <= 0) return skip("not_positive");
  if (invoice.openCents <= 0) return skip("nothing_open");
  if (invoice.isOpenUnknown) return skip("open_unknown");
  if (invoice.hasDownPaymentLeftOut) return skip("down_payment_not_deducted");
  if (invoice.openCents < settings.minCents) return { ...skip("below_minimum"), limit: settings.minCents };
  if (invoice.openCents > settings.maxCents) return { ...skip("above_maximum"), limit: settings.maxCents };
  return undefined;
}

/** Which invoices the supplier wants to be direct debits at all, which are left out, and whose payer is said to have died. */
function supplierStop({ invoice, contact, settings, today }: DecisionInput): Decision | undefined {
  const condition = matchCondition(invoice.termLabel, settings.paymentConditions);
  if (condition.result !== "match" && !invoice.isTransferred)
    return { ...skip(condition.result), found: condition.found, expected: condition.expected };
  return contact ? keptBack({ invoice, contact, today }) : skip("no_contact");
}

/** What keeps the debit of a payer back whatever the books say. */
function keptBack({ invoice, contact, today }: Pick<DecisionInput, "invoice" | "contact" | "today">) {
  if (contact?.isExcluded) return skip("contact_excluded");
  if (invoice.isExcluded) return skip("invoice_excluded");
  if (invoice.heldUntil && invoice.heldUntil > today) return skip("invoice_held");
  // Not the supplier's word but a bank's; it ends like theirs, when a person takes it back.
  if (contact?.isDeceased) return wait("payer_deceased");
  return undefined;
}

/** Kinds of documents that only Premium collects. */
const PREMIUM_KINDS = ["down_payment", "closing"];

/** Debits under way are carried to their end; nothing new begins. */
function contractWait({ contract, invoice }: DecisionInput): Decision | undefined {
  if (!contract.isActive) return wait("contract_inactive");
  if (PREMIUM_KINDS.includes(invoice.kind) && !contract.isPremium) return wait("premium_required");
  return undefined;
}

function accountsWait({ accounts, invoice }: DecisionInput): Decision | undefined {
  // Without the books the open amount cannot be known: nothing is debited on an old word.
  if (!accounts.areBooksConnected) return wait("books_not_connected");
  if (accounts.areBooksOutdated) return wait("books_outdated");
  if (invoice.isCollectedInOtherBooks) return wait("collected_in_other_books");
  if (!accounts.arePaymentsConnected) return wait("payments_not_connected");
  // Neither a debit nor a mandate: both would serve whoever the new account belongs to.
  if (accounts.heldUntil !== null) return { ...wait("account_held"), until: accounts.heldUntil };
  return undefined;
}

function failureWait(input: DecisionInput): Decision | undefined {
  const { failure, mandate } = input;
  if (!failure) return undefined;
  // One engine only: what GoCardless tries again itself is nobody else's.
  if (failure.willAttemptRetry) return wait("provider_retries");
  if (mandate.state === "usable" && mandate.signedAfterFailure) return undefined;
  if (needsNewMandate(failure) && mandate.state !== "usable") return undefined;
  return retrierOf(input) ? undefined : wait("failed_needs_action");
}

/** Who has the last debit tried again, if it came back; a mandate signed since then is a new beginning, not a try. */
function retrierOf({ failure, invoice, retry, settings, mandate }: DecisionInput): RetriedBy | null {
  if (!failure) return null;
  const by = retriedBy({
    ...failure,
    ...retry,
    standing: mandate.state === "usable" ? mandate.standing : "same",
    isApproved: invoice.isRetryApproved,
    isPlanOn: settings.retriesReturns,
  });
  return by === "plan" && mandate.state === "usable" && mandate.signedAfterFailure ? null : by;
}

function documentWait({ invoice, settings, today }: DecisionInput): Decision | undefined {
  const daysLate = daysBetween(invoice.dueDate, today);
  // Whoever approves a retry has seen how old it is.
  if (daysLate > settings.maxOverdueDays && !invoice.isLateConfirmed && !invoice.isRetryApproved)
    return { ...wait("very_late"), limit: settings.maxOverdueDays };
  if (invoice.downPaymentInCollection) return wait("down_payment_in_collection");
  if (invoice.isClaimedByClosing) return wait("claimed_by_closing");
  return undefined;
}

/** No mandate to be debited on, or an account that may not collect yet; a missing mandate is asked for. */
function mandateWait(input: DecisionInput): Decision | undefined {
  const { mandate, accounts } = input;
  if (mandate.state === "ambiguous") return wait("mandate_ambiguous");
  if (mandate.state === "unconfirmed") return wait("match_unconfirmed");
  if (mandate.state !== "usable") return requestOrWait(input);
  if (accounts.verificationStatus === "in_review") return wait("account_in_review");
  if (accounts.verificationStatus !== "successful") return wait("account_not_verified");
  if (accounts.hasUnconfirmedEngines) return wait("other_engines_unconfirmed");
  return undefined;
}

function requestOrWait({ contact, hasOpenRequest, settings, mandate }: DecisionInput): Decision {
  if (hasOpenRequest) return wait("mandate_requested");
  if (!contact?.hasEmail) return wait("contact_without_email");
  if (!settings.requestsMandates || contact.areRequestsOff) return wait("requests_off");
  return {
    outcome: "request_mandate",
    reason: mandate.state === "unusable" ? "mandate_not_usable" : "mandate_missing",
  };
}

function skip(reason: DecisionReason): Decision {
  return { outcome: "skip", reason };
}

function wait(reason: DecisionReason): Decision {
  return { outcome: "wait", reason };
}
