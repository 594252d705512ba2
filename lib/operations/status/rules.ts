import type { Diagnosis, DiagnosisFacts, FeedKey, Level } from "@/lib/operations/types";

/** In seconds, like all times here. */
const MINUTE = 60;
const HOUR = 3_600;

/** After how many seconds something is worth a look (`wait`), and needs action (`bad`). */
interface Limits {
  wait: number;
  bad: number;
}

/**
 * Limits for feeds that are read hourly, every ten minutes or nightly: one missed reading is worth a look, two need
 * action.
 */
export const NIGHTLY = { wait: 30 * HOUR, bad: 54 * HOUR };
export const HOURLY = { wait: 100 * MINUTE, bad: 3 * HOUR };
/** Limits for work that should begin at once. */
const QUEUE = { wait: 2 * MINUTE, bad: 15 * MINUTE };
const LIMITS: Record<FeedKey, { age?: Limits; wait?: Limits }> = {
  // A job ends every ten minutes at least.
  worker: { age: { wait: 12 * MINUTE, bad: 25 * MINUTE } },
  // Nobody knows when the next event is due, so only the time that events wait here counts.
  webhooks: { wait: QUEUE },
  events: { age: HOURLY },
  books: { age: HOURLY },
  mails: { wait: { wait: 5 * MINUTE, bad: 15 * MINUTE } },
  contracts: { age: NIGHTLY },
  payments: { age: NIGHTLY },
  payouts: { age: NIGHTLY },
  mandates: { age: NIGHTLY },
  documents: { age: NIGHTLY },
};

export function levelOf(key: FeedKey, age: number | null, wait: number | null): Level {
  // Nothing was ever done: a new installation, or one without a worker.
  if (key === "worker" && age === null) return "wait";
  const limits = LIMITS[key];
  return worst(levelBy(limits.age, age), levelBy(limits.wait, wait));
}

/** Rates a queue. Dead letters need a person. A job that is retried recovers alone, or becomes a dead letter. */
export function queueLevel(wait: number | null, retrying: number, dead: number): Level {
  const level = worst(levelBy(QUEUE, wait), dead > 0 ? "bad" : "good");
  return level === "good" && retrying > 0 ? "wait" : level;
}

function levelBy(limits: Limits | undefined, seconds: number | null): Level {
  if (!limits || seconds === null || seconds < limits.wait) return "good";
  return seconds < limits.bad ? "wait" : "bad";
}

export function worst(...levels: Level[]): Level {
  if (levels.includes("bad")) return "bad";
  return levels.includes("wait") ? "wait" : "good";
}

/** Returns the diagnosis of an invoice: the first station on its way that it has not passed. */
export function diagnosisOf(facts: DiagnosisFacts): Diagnosis {
  const { debit, staleSince } = facts;
  if (staleSince)
    return { station: "read", why: facts.hasBooks ? "awaits_reading" : "books_disconnected", since: staleSince };
  if (facts.needsDecision) return { station: "decide", why: "awaits_decision", since: facts.changedAt };
  if (debit?.holdsInvoice) return diagnosisOfDebit(facts, debit);
  const since = facts.decidedAt ?? undefined;
  if (facts.reason === "mandate_requested") return { station: "mandate", why: "mandate_unsigned", since };
  return { station: "decide", why: "decided", since };
}

function diagnosisOfDebit(facts: DiagnosisFacts, debit: NonNullable<DiagnosisFacts["debit"]>): Diagnosis {
  const { status, calledAt, cancelRequestedAt, createdAt } = debit;
  const since = debit.newsAt ?? createdAt;
  if (status === "pending" || status === "created") {
    if (!facts.hasPayments) return { station: "debit", why: "payments_disconnected", since };
    if (cancelRequestedAt) return { station: "debit", why: "cancel_due", since: cancelRequestedAt };
    if (status === "created") return { station: "debit", why: "before_charge", since };
    if (calledAt) return { station: "debit", why: "outcome_unknown", since: calledAt };
    return { station: "debit", why: "call_due", since: createdAt };
  }
  if (status === "submitted") return { station: "debit", why: "at_bank", since };
  if (status === "confirmed") return { station: "payout", why: "awaits_payout", since };
  return diagnosisOfPayout(facts.payout, since);
}

function diagnosisOfPayout(payout: DiagnosisFacts["payout"], since: Date): Diagnosis {
  if (!payout) return { station: "payout", why: "payout_unheard", since };
  if (!payout.archivedAt) return { station: "payout", why: "payout_unproven", since: payout.createdAt };
  if (payout.bookingStatus === "pending")
    return { station: "booking", why: "awaits_booking", since: payout.archivedAt };
  if (payout.bookingStatus === "needs_attention")
    return { station: "booking", why: "booking_refused", since: payout.archivedAt };
  return { station: "done", why: "settled", since: payout.bookedAt ?? payout.archivedAt };
}

/** Returns an age in the largest unit of which there are at least two. */
export function ageIn(seconds: number): { unit: "seconds" | "minutes" | "hours" | "days"; value: number } {
  if (seconds < 2 * MINUTE) return { unit: "seconds", value: Math.round(seconds) };
  if (seconds < 2 * HOUR) return { unit: "minutes", value: Math.round(seconds / MINUTE) };
  if (seconds < 48 * HOUR) return { unit: "hours", value: Math.round(seconds / HOUR) };
  return { unit: "days", value: Math.round(seconds / (24 * HOUR)) };
}
