import { CollectionStatus, type MandateStatus } from "@/lib/core/prisma/enums";
import type { PaymentState } from "@/lib/providers/payments/port";

/** An event in a collection's history, reported by the provider or recorded by ourselves. */
export interface StatusEvent {
  id: string;
  action: string;
  cause: string | null;
  occurredAt: Date;
  origin?: string | null;
}

/** Origin of events that we record ourselves, before the provider's event for the same action arrives. */
export const OWN_ORIGIN = "einzug";
/** Origin of the end of a collection that, as far as we know, never reached the provider. */
export const UNSENT_ORIGIN = "einzug_unsent";

/** How long the job of a call may run, and the provider may still work on the call after our timeout. */
export const CALL_MS = 10 * 60_000;

/** States in which a collection holds its invoice: no other collection of that invoice may start. */
const HOLDING: CollectionStatus[] = ["pending", "created", "submitted", "confirmed", "paid_out"];

export function holdsInvoice(status: CollectionStatus): boolean {
  return HOLDING.includes(status);
}

/** States before the bank has the collection: it can still be cancelled, or replaced by another one. */
export const NOT_WITH_BANK: CollectionStatus[] = ["pending", "created"];

export function isNotWithBank(status: CollectionStatus): boolean {
  return NOT_WITH_BANK.includes(status);
}

/** True if the payment is at a GoCardless account that is not connected: we can neither read nor cancel it. */
export function isAtPreviousAccount(row: { calledAt: Date | null; mandate: { status: MandateStatus } }): boolean {
  return row.mandate.status === "other_account" && row.calledAt !== null;
}

/** True if the money never came, or was taken back after it had been received. */
export function isReturned(status: CollectionStatus): boolean {
  return (
    status === "failed" || status === "late_failure" || status === "charged_back" || status === "chargeback_settled"
  );
}

/** For lists and sums: returned, or never submitted because the mandate had expired. */
export const WITHOUT_MONEY: CollectionStatus[] = [
  "failed",
  "late_failure",
  "charged_back",
  "chargeback_settled",
  "mandate_expired",
];

const S = CollectionStatus;

/** Order of events with the same timestamp. */
const RANK = [
  "planned",
  "created",
  "customer_approval_granted",
  "submitted",
  "confirmed",
  "paid_out",
  "failed",
  "resubmission_requested",
  "charged_back",
  "chargeback_cancelled",
  "late_failure_settled",
  "chargeback_settled",
  "cancelled",
];

/**
 * Transition table: action -> state before -> state after. An action that is not allowed in the current state is stale
 * or repeated and changes nothing. An action that is not listed does not affect the state.
 */
export const STEPS: Record<string, Partial<Record<CollectionStatus, CollectionStatus>>> = {
  created: { pending: S.created },
  customer_approval_granted: { pending: S.created },
  customer_approval_denied: { pending: S.failed, created: S.failed },
  submitted: { pending: S.submitted, created: S.submitted },
  confirmed: { pending: S.confirmed, created: S.confirmed, submitted: S.confirmed },
  paid_out: { pending: S.paid_out, created: S.paid_out, submitted: S.paid_out, confirmed: S.paid_out },
  // The action is the same before and after confirmation: only the history tells a failure from a late failure.
  failed: {
    pending: S.failed,
    created: S.failed,
    submitted: S.failed,
    confirmed: S.late_failure,
    paid_out: S.late_failure,
  },
  // Also after the money had been received: GoCardless can retry a failed payment, settled against a payout or not.
  resubmission_requested: { failed: S.created, late_failure: S.created, chargeback_settled: S.created },
  cancelled: { pending: S.cancelled, created: S.cancelled },
  charged_back: { submitted: S.charged_back, confirmed: S.charged_back, paid_out: S.charged_back },
  chargeback_settled: { charged_back: S.chargeback_settled },
  late_failure_settled: { late_failure: S.chargeback_settled },
};

/** The state derived from a set of events. */
interface Course<T> {
  status: CollectionStatus;
  /** The newest event by which the collection failed or was returned, whatever followed it. */
  failure?: T;
  /** True if there is such an event and no money has been received since. */
  isReturnOpen: boolean;
  /** The events in order, each once, with the status label that the history shows for it. */
  history: { event: T; statusAfter: CollectionStatus }[];
}

/**
 * Derives a collection's state from the set of its events. Pure, so the order and repetition of deliveries do not
 * matter.
 */
export function derivedStateOf<T extends StatusEvent>(events: T[]): Course<T> {
  const course: Course<T> = { status: S.pending, isReturnOpen: false, history: [] };
  let beforeChargeback: CollectionStatus | undefined;
  for (const event of inOrder(asSent(events))) {
    const from = course.status;
    const to = isWithdrawal(event, from) ? beforeChargeback : stepFrom(from, event);
    if (to === S.charged_back) beforeChargeback = from;
    else if (isWithdrawal(event, from)) beforeChargeback = undefined;
    course.status = to ?? from;
    if (!isReturned(from) && isReturned(course.status)) Object.assign(course, { failure: event, isReturnOpen: true });
    if (course.status === S.confirmed || course.status === S.paid_out) course.isReturnOpen = false;
    const statusAfter = event.action === "transferred" ? S.mandate_transferred : course.status;
    course.history.push({ event, statusAfter });
  }
  return course;
}

/** Actions that do not prove that the provider knows the collection. */
const NOTES = ["planned", "transferred"];

/** Drops an end that was recorded because nothing had been sent, if the provider knows the collection after all. */
function asSent<T extends StatusEvent>(events: T[]): T[] {
  const told = events.filter((event) => event.origin !== UNSENT_ORIGIN);
  return told.some((event) => !NOTES.includes(event.action)) ? told : events;
}

function stepFrom(from: CollectionStatus, { action, cause }: StatusEvent): CollectionStatus | undefined {
  const to = STEPS[action]?.[from];
  return to === S.cancelled && cause === "mandate_expired" ? S.mandate_expired : to;
}

/**
 * True if a chargeback is withdrawn: the state before it applies again. A late failure has no chargeback to withdraw.
 */
function isWithdrawal({ action }: StatusEvent, from: CollectionStatus): boolean {
  return action === "chargeback_cancelled" && (from === S.charged_back || from === S.chargeback_settled);
}

export function inOrder<T extends StatusEvent>(events: T[]): T[] {
  const unique = [...new Map(events.map((event) => [event.id, event])).values()];
  return unique.sort(
    (a, b) =>
      a.occurredAt.getTime() - b.occurredAt.getTime() || rank(a.action) - rank(b.action) || (a.id < b.id ? -1 : 1),
  );
}

function rank(action: string): number {
  const index = RANK.indexOf(action);
  return index === -1 ? RANK.length : index;
}

/**
 * Returns the history to show to a person. Our own event is hidden once the provider's event for the same action
 * exists.
 */
export function historyOf<T extends StatusEvent & { origin: string | null }>(events: T[]): T[] {
  const isOwn = ({ origin }: T) => origin === OWN_ORIGIN || origin === UNSENT_ORIGIN;
  const told = new Set(events.filter((event) => !isOwn(event)).map((event) => event.action));
  return inOrder(events).filter((event) => !isOwn(event) || !told.has(event.action));
}

/** True if our state fits the provider's status of the payment; if not, events are missing. */
export function agrees(status: CollectionStatus, payment: PaymentState): boolean {
  const expected: Record<PaymentState, CollectionStatus[]> = {
    pending_customer_approval: ["created"],
    pending_submission: ["created"],
    submitted: ["submitted"],
    confirmed: ["confirmed"],
    paid_out: ["paid_out"],
    cancelled: ["cancelled", "mandate_expired"],
    customer_approval_denied: ["failed"],
    failed: ["failed", "late_failure", "chargeback_settled"],
    charged_back: ["charged_back", "chargeback_settled"],
  };
  return expected[payment]?.includes(status) ?? false;
}

const NEVER_TAKES: PaymentState[] = ["cancelled", "failed", "customer_approval_denied"];

/** True unless the payment took no money and never will. */
export function takesMoney(status: PaymentState): boolean {
  return !NEVER_TAKES.includes(status);
}

/** Columns of a collection without a cancel request. */
export const NO_CANCEL_REQUEST = { cancelRequestedAt: null, cancelReason: null };

/**
 * States before the payer's account is debited. A payer who moved to another bank (`mandate_transferred`) is debited
 * there.
 */
export const TO_BE_DEBITED: CollectionStatus[] = ["pending", "created", "submitted", "mandate_transferred"];
/** Not yet in a payout: the supplier's own account has not received the money. */
export const NOT_PAID_OUT: CollectionStatus[] = [...TO_BE_DEBITED, "confirmed"];
