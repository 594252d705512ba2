import type { ComparedFeed, DecisionOutcome } from "@/lib/core/prisma/enums";

/** Good, worth a look, or to be seen to now. */
export type Level = "good" | "wait" | "bad";

export type FeedKey = "worker" | "webhooks" | "events" | "books" | "mails" | "contracts" | ComparedFeed;

/** One feed of the whole installation. Ages in seconds; null where there is nothing to age. */
export interface Feed {
  key: FeedKey;
  /** Whose, where there is one of several vendors. */
  vendor?: string;
  /** Of what came in last, or of the reading that lies back longest. */
  age: number | null;
  waiting: number;
  /** How long the oldest of them waits. */
  wait: number | null;
  level: Level;
}

export interface QueueState {
  name: string;
  waiting: number;
  wait: number | null;
  running: number;
  retrying: number;
  dead: number;
  level: Level;
}

export const FAULTS = ["events", "readings", "mails", "bookings", "unreadable", "unknownDebits"] as const;
export type FaultKey = (typeof FAULTS)[number];

export interface OpenDifference {
  id: string;
  kind: string;
  customerId: string;
  subject: string;
  invoiceId?: string;
  ours: string;
  theirs: string;
  foundAt: string;
}

/** The stations of an invoice on its way to the books. */
export const STATIONS = ["read", "decide", "mandate", "debit", "payout", "booking", "done"] as const;
export type Station = (typeof STATIONS)[number];

export type Why =
  | "books_disconnected"
  | "payments_disconnected"
  | "awaits_reading"
  | "awaits_decision"
  | "decided"
  | "mandate_unsigned"
  | "call_due"
  | "outcome_unknown"
  | "cancel_due"
  | "before_charge"
  | "at_bank"
  | "awaits_payout"
  | "payout_unheard"
  | "payout_unproven"
  | "awaits_booking"
  | "booking_refused"
  | "settled";

/** Where an invoice is, what it waits for there, and since when. */
export interface Standing {
  station: Station;
  why: Why;
  since?: Date;
}

/** What tells where an invoice stands. */
export interface StandingFacts {
  hasBooks: boolean;
  hasPayments: boolean;
  /** The oldest mark that something of it is to be read again. */
  staleSince: Date | null;
  needsDecision: boolean;
  changedAt: Date;
  outcome: DecisionOutcome | null;
  reason: string | null;
  decidedAt: Date | null;
  /** The one that holds the invoice, else the newest. */
  debit?: {
    status: string;
    holdsInvoice: boolean;
    calledAt: Date | null;
    cancelRequestedAt: Date | null;
    createdAt: Date;
    newsAt: Date | null;
  };
  payout?: { archivedAt: Date | null; bookingStatus: string; bookedAt: Date | null; createdAt: Date };
}

/** A step of an invoice's way, by its name in the data. */
export interface TrailStep {
  at: string;
  what: "listed" | "read" | "decided" | "requested" | "signed" | "planned" | "called" | "event" | "archived" | "booked";
  /** The reason of a decision, the state of a debit, the number of an attempt. */
  detail?: string;
}

export interface Trail {
  customerId: string;
  invoiceId: string;
  number: string;
  reason?: string;
  standing: Omit<Standing, "since"> & { since?: string };
  steps: TrailStep[];
  /** Jobs of its supplier or its debits that wait, run or have failed for good. */
  jobs: { id: string; queue: string; state: string; since: string; message: string | null }[];
  /** Events about it that have not been worked off. */
  events: { id: string; subject: string; action: string; receivedAt: string; error: string | null }[];
  differences: { id: string; kind: string; ours: string; theirs: string; repaired: boolean }[];
  /** Where a collector is kept: the newest traces in which something was done about it. */
  traces: { id: string; at: string; what: string }[];
}

export interface Match {
  customerId: string;
  invoiceId: string;
  number: string;
  createdAt: string;
}
