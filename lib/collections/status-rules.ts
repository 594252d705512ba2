import { CollectionStatus, type MandateStatus } from "@/lib/core/prisma/enums";
import type { PaymentState } from "@/lib/providers/payments/port";

/** A step in a collection's life as the provider tells it. */
export interface StatusEvent {
  id: string;
  action: string;
  cause: string | null;
  occurredAt: Date;
  origin?: string | null;
}

/** The origin of steps we note ourselves, before the provider's event for them comes in. */
export const OWN_ORIGIN = "einzug";
/** The origin of the end of a debit that, as far as we know, never got to the provider. */
export const UNSENT_ORIGIN = "einzug_unsent";

/** As long as the job of a call may run, and the provider may work on it after we have stopped listening. */
export const CALL_MS = 10 * 60_000;

/** While a collection is in one of these, no other one of the same invoice may start. */
const HOLDING: CollectionStatus[] = ["pending", "created", "submitted", "confirmed", "paid_out"];

export function holdsInvoice(status: CollectionStatus): boolean {
  return HOLDING.includes(status);
}

/** The bank does not have it yet: it can still be stopped, or begun anew in another form. */
export const NOT_WITH_BANK: CollectionStatus[] = ["pending", "created"];

export function isNotWithBank(status: CollectionStatus): boolean {
  return NOT_WITH_BANK.includes(status);
}

/** It stands at a GoCardless account that is not connected: we neither see nor stop it. */
export function isAtFormerAccount(row: { calledAt: Date | null; mandate: { status: MandateStatus } }): boolean {
  return row.mandate.status === "other_account" && row.calledAt !== null;
}

/** Money was taken back after it had been received, or never came. */
export function isReturned(status: CollectionStatus): boolean {
  return (
    status === "failed" || status === "late_failure" || status === "charged_back" || status === "chargeback_settled"
  );
}

/** For lists and sums: came back, or never went because its mandate had expired. */
export const CAME_TO_NOTHING: CollectionStatus[] = [
  "failed",
  "late_failure",
  "charged_back",
  "chargeback_settled",
  "mandate_expired",
];

const S = CollectionStatus;

/** Order of events that bear the same instant. */
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
 * The table of steps: action -> allowed from -> to. An action that is not allowed in the current state is stale or
 * repeated and changes nothing; an action that is not listed says nothing about the state.
 */
export const STEPS: Record<string, Partial<Record<CollectionStatus, CollectionStatus>>> = {
  created: { pending: S.created },
  customer_approval_granted: { pending: S.created },
  customer_approval_denied: { pending: S.failed, created: S.failed },
  submitted: { pending: S.submitted, created: S.submitted },
  confirmed: { pending: S.confirmed, created: S.confirmed, submitted: S.confirmed },
  paid_out: { pending: S.paid_out, created: S.paid_out, submitted: S.paid_out, confirmed: S.paid_out },
  // The same word before and after confirmation: only the history tells a failure from a late one.
  failed: {
    pending: S.failed,
    created: S.failed,
    submitted: S.failed,
    confirmed: S.late_failure,
    paid_out: S.late_failure,
  },
  // Also after the money had been there: what failed can be tried again at GoCardless, settled against a payout or not.
  resubmission_requested: { failed: S.created, late_failure: S.created, chargeback_settled: S.created },
  cancelled: { pending: S.cancelled, created: S.cancelled },
  charged_back: { submitted: S.charged_back, confirmed: S.charged_back, paid_out: S.charged_back },
  chargeback_settled: { charged_back: S.chargeback_settled },
  late_failure_settled: { late_failure: S.chargeback_settled },
};

/** What a set of events adds up to. */
interface Course<T> {
  status: CollectionStatus;
  /** The newest event by which the debit failed or came back, whatever followed it. */
  failure?: T;
  /** Nothing has been received since that event. */
  isReturnOpen: boolean;
  /** The events in their order, each once, with the status word that stands beside it in the history. */
  history: { event: T; word: CollectionStatus }[];
}

/** A pure function of the set of events, so that order and repetition of delivery do not matter. */
export function courseOf<T extends StatusEvent>(events: T[]): Course<T> {
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
    const word = event.action === "transferred" ? S.mandate_transferred : course.status;
    course.history.push({ event, word });
  }
  return course;
}

/** What stands in a history although the provider may never have heard of the debit. */
const NOTES = ["planned", "transferred"];

/** An end that was written because nothing had been sent is void if the provider knows the debit after all. */
function asSent<T extends StatusEvent>(events: T[]): T[] {
  const told = events.filter((event) => event.origin !== UNSENT_ORIGIN);
  return told.some((event) => !NOTES.includes(event.action)) ? told : events;
}

function stepFrom(from: CollectionStatus, { action, cause }: StatusEvent): CollectionStatus | undefined {
  const to = STEPS[action]?.[from];
  return to === S.cancelled && cause === "mandate_expired" ? S.mandate_expired : to;
}

/** A chargeback is taken back: what was before it holds again. After a late failure there is none to take back. */
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

/** What a person is shown: our own note of a step is left out once the provider's word for the same step is there. */
export function historyOf<T extends StatusEvent & { origin: string | null }>(events: T[]): T[] {
  const isOwn = ({ origin }: T) => origin === OWN_ORIGIN || origin === UNSENT_ORIGIN;
  const told = new Set(events.filter((event) => !isOwn(event)).map((event) => event.action));
  return inOrder(events).filter((event) => !isOwn(event) || !told.has(event.action));
}

/** Whether our state and the provider's word for the payment fit; if not, events are missing. */
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

/** A payment that took nothing and will take nothing harms nobody, whoever knows of it. */
export function takesMoney(status: PaymentState): boolean {
  return !NEVER_TAKES.includes(status);
}
