import type { ComparedFeed, DecisionOutcome } from "@/lib/core/prisma/enums";

/** Good, worth a look, or in need of action now. */
export type Level = "good" | "wait" | "bad";

export type FeedKey = "worker" | "webhooks" | "events" | "books" | "mails" | "contracts" | ComparedFeed;

/** One feed of the whole installation. Ages in seconds; null if there is nothing to measure. */
export interface Feed {
  key: FeedKey;
  /** The vendor, if the feed exists for several. */
  vendor?: string;
  /** Age of the last event, or of the oldest reading. */
  age: number | null;
  waiting: number;
  /** How long the oldest waiting item has waited. */
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

/** The stations of an invoice on its way to being booked. */
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
export interface Diagnosis {
  station: Station;
  why: Why;
  since?: Date;
}

/** The facts that determine an invoice's station. */
export interface DiagnosisFacts {
  hasBooks: boolean;
  hasPayments: boolean;
  /** Time of the oldest stale flag of the invoice or its contact. */
  staleSince: Date | null;
  needsDecision: boolean;
  changedAt: Date;
  outcome: DecisionOutcome | null;
  reason: string | null;
  decidedAt: Date | null;
  /** The collection that holds the invoice, else the newest one. */
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

/** A step in an invoice's history, by its name in the data. */
export interface TrailStep {
  at: string;
  what: "listed" | "read" | "decided" | "requested" | "signed" | "planned" | "called" | "event" | "archived" | "booked";
  /** The reason of a decision, the action of an event, or the number of an attempt. */
  detail?: string;
}

export interface Trail {
  customerId: string;
  invoiceId: string;
  number: string;
  reason?: string;
  diagnosis: Omit<Diagnosis, "since"> & { since?: string };
  steps: TrailStep[];
  /** Jobs of its supplier or its collections that wait, run, or are dead letters. */
  jobs: { id: string; queue: string; state: string; since: string; message: string | null }[];
  /** Events about it that are not handled yet. */
  events: { id: string; subject: string; action: string; receivedAt: string; error: string | null }[];
  differences: { id: string; kind: string; ours: string; theirs: string; repaired: boolean }[];
  /** If a collector is configured: the newest traces of work on this invoice. */
  traces: { id: string; at: string; what: string }[];
}

export interface Match {
  customerId: string;
  invoiceId: string;
  number: string;
  createdAt: string;
}

/** The state of a part on the public page: a level, or none, because nobody uses it or nothing is known. */
export type PartState = Level | "unused" | "unknown";

export interface Part {
  key: "web" | "database" | "jobs" | "mail" | "vendor" | "files";
  /** The vendor, if the part is one. */
  name?: string;
  state: PartState;
  /** Since when the part has this state, if known. */
  since?: string;
  /** When the part was last seen to work, if known. */
  proof?: string;
}

export interface VendorFacts {
  name: string;
  /** We read from the vendor at least every hour, at least every night, or from files that people upload. */
  reading: "hourly" | "nightly" | "file";
  /** Connected suppliers, and those whose last reading is too long ago. */
  connected: number;
  late: number;
  /** Seconds since the newest reading of any supplier. */
  age: number | null;
}

/** Facts of the whole installation, none of a supplier. */
export interface PartFacts {
  health: { database: boolean; jobs: boolean };
  jobAge: number | null;
  mailWait: number | null;
  mailRetries: number;
  /** Seconds since this process started. What it had no time to hear of is no disturbance. */
  upSeconds: number;
  /** Seconds since the database server started; null if it does not answer. */
  databaseSeconds: number | null;
  vendors: VendorFacts[];
}
