import { addTargetDays, berlinMidnight, type Day, dayInBerlin } from "../../sandbox/kit/calendar";

/** A value that holds from an instant (ISO, UTC) until the next entry of its list. */
export interface Timed<T> {
  at: string;
  value: T;
}

/** The event log of a simulation run: what its people did and when. It holds nothing about how the product reacted. */
export interface Story {
  /** Whether an accounting system stores what is paid out. With e-invoices none does: the files are all there is. */
  isBooked: boolean;
  /** The supplier who sent an invoice as an e-invoice, by the invoice's id. */
  senders: Map<string, string>;
  invoices: WrittenInvoice[];
  settings: Timed<{ daysEarlier: number; retriesReturns: boolean }>[];
  /** What banks and payers reported about a returned payment. */
  returns: { payment: string; at: string; code: string; willRetry?: boolean }[];
  /** Mandates that a payer signed. A mandate that replaced another one at the provider is not among them. */
  signed: Set<string>;
  /** Mandates created outside the product that nobody has assigned to a payer in the product yet. */
  unclaimed: Set<string>;
  /** The mandate that was replaced at the provider, by the id of its replacement. */
  forerunners: Map<string, string>;
  /** Payments that another tool of the merchant created. */
  foreign: Set<string>;
  /** Payments that somebody resubmitted in the provider's own dashboard, for a given day or for the earliest one. */
  resubmissions: { payment: string; at: string; day?: Day }[];
  /** Payments that somebody cancelled in the provider's own dashboard. */
  externalCancels: Set<string>;
  /** Payouts that the merchant's bank sent back. */
  bounced: Set<string>;
  payers: Map<string, PayerStory>;
  /** Whether the supplier has a contract with us, and whether the account at the provider is verified. */
  contracts: Timed<boolean>[];
  verifications: Timed<boolean>[];
  /** Days on which the product could do all its work: see `Span`. */
  fairDays: Span[];
  /** Periods whose rows a database restore removed. By the machine's clock, as mails are. */
  lostTimes: Span[];
}

/** What the supplier decided about a payer. */
export interface PayerStory {
  exclusions: Timed<boolean>[];
  /** The other payer whose mandate is used for this payer, too. */
  shares: Timed<string | null>[];
  /** The mandate that the supplier chose for this payer. */
  choices: Timed<string | null>[];
  /** When the supplier assigned a mandate from elsewhere to this payer. */
  claims: string[];
}

/**
 * A day on which the product finished all its work, the hourly and the nightly run included. No fault was injected and
 * both connections worked. Webhooks may get lost: the product must not depend on them.
 */
export interface Span {
  from: string;
  to: string;
}

export interface WrittenInvoice {
  id: string;
  number: string;
  /** True for a down payment and for a closing invoice. */
  isPart: boolean;
  /** E-mail address of the payer on the invoice. */
  payers: Timed<string>[];
  /** Cents that people have left unpaid; what payments collected is not deducted. 0 when paid or voided. */
  owed: Timed<number>[];
  dueDates: Timed<Day>[];
  exclusions: Timed<boolean>[];
  /** The day until which the supplier has put the invoice on hold. */
  holds: Timed<Day | null>[];
  /** Whether the instruction "collect now" holds. */
  hurries: Timed<boolean>[];
  /** When somebody approved a retry and the product accepted it. Excluding the invoice or its payer revokes that. */
  approvals: string[];
  /** The approvals for which a day was agreed with the payer. */
  agreed: { at: string; day: Day }[];
  /** When somebody gave the instruction not to retry. A later approval lifts it. */
  stops: string[];
}

/** Returns the approvals of an invoice between two instants that nobody revoked. */
export function approvalsBetween(story: Story, invoice: WrittenInvoice, from: string, to: string): string[] {
  return invoice.approvals.filter(
    (given) => given > from && given < to && !isTakenBack(story, invoice, { given, before: to }),
  );
}

/** True if the invoice or its payer was excluded after the approval, or an instruction not to retry followed. */
export function isTakenBack(
  story: Story,
  invoice: WrittenInvoice,
  { given, before }: { given: string; before: string },
): boolean {
  const ofPayers = invoice.payers
    .flatMap(({ value }) => payerIn(story, value).exclusions.map((one) => ({ ...one, payer: value })))
    .filter(({ at, payer }) => valueAt(invoice.payers, at) === payer);
  const outs = [...invoice.exclusions, ...ofPayers].flatMap(({ at, value }) => (value ? [at] : []));
  return [...outs, ...invoice.stops].some((at) => at > given && at < before);
}

export function emptyStory(): Story {
  const always = <T>(value: T) => [{ at: "", value }];
  return {
    isBooked: true,
    senders: new Map(),
    ...{ invoices: [], returns: [], resubmissions: [], fairDays: [], lostTimes: [], payers: new Map() },
    ...{
      signed: new Set(),
      unclaimed: new Set(),
      foreign: new Set(),
      bounced: new Set(),
      externalCancels: new Set(),
      forerunners: new Map(),
    },
    settings: always({ daysEarlier: 0, retriesReturns: false }),
    contracts: always(true),
    verifications: always(true),
  };
}

/** Returns the entry of a payer in the event log, to be read and extended. Creates it if there is none. */
export function payerIn({ payers }: Story, email: string): PayerStory {
  const known = payers.get(email);
  if (known) return known;
  const never = { at: "", value: null };
  const fresh = { exclusions: [{ at: "", value: false }], shares: [never], choices: [never], claims: [] };
  payers.set(email, fresh);
  return fresh;
}

/**
 * Returns the first mandate of a chain of replacements at the provider. All mandates of a chain belong to the same
 * payer.
 */
export function originOf({ forerunners }: Story, mandate: string): string {
  let origin = mandate;
  for (let before = forerunners.get(origin); before; before = forerunners.get(origin)) origin = before;
  return origin;
}

interface NewInvoice {
  id: string;
  number: string;
  payer: string;
  owed: number;
  dueDate: Day;
  isPart?: boolean;
}

/** Returns an invoice as it is when it is created, before anybody acts on it. */
export function written(at: string, { id, number, payer, owed, dueDate, isPart }: NewInvoice): WrittenInvoice {
  return {
    ...{ id, number, isPart: isPart ?? false },
    payers: [{ at, value: payer }],
    owed: [{ at, value: owed }],
    dueDates: [{ at, value: dueDate }],
    exclusions: [{ at, value: false }],
    holds: [{ at, value: null }],
    hurries: [{ at, value: false }],
    approvals: [],
    agreed: [],
    stops: [],
  };
}

/** Sorts after every instant in an event log. */
export const FOREVER = "9";

/** Adds a value that holds from an instant on; a value that already holds adds nothing. */
export function note<T>(list: Timed<T>[], at: string, value: T): void {
  if (list.at(-1)?.value !== value) list.push({ at, value });
}

/** Returns the value that held at an instant. */
export function valueAt<T>(list: Timed<T>[], at: string): T {
  const found = list.findLast((one) => one.at <= at) ?? list[0];
  if (!found) throw new Error("a list without a value");
  return found.value;
}

/** Returns every value that held at some time between two instants. */
export function during<T>(list: Timed<T>[], from: string, to: string): T[] {
  return [valueAt(list, from), ...list.filter((one) => one.at > from && one.at <= to).map((one) => one.value)];
}

/**
 * How many fault-free days the product has to act on a change. A webhook for the change may get lost on the first one.
 * By the end of the second, the product has read the accounting system twice and reconciled with the provider in two
 * nights.
 */
const FAIR_DAYS = 2;

/**
 * Returns the instant before which every change counts as known at `at`: two fault-free days began after it and were
 * completed. Returns the beginning of all time if there were none.
 */
export function knownSince({ fairDays }: Story, at: string): string {
  return fairDays.filter((day) => day.to < at).at(-FAIR_DAYS)?.from ?? "";
}

/** Returns by when the product must have acted on a change made at `since`; undefined if that time is not over yet. */
export function actedBy({ fairDays }: Story, since: string): string | undefined {
  return fairDays.filter((day) => day.from > since)[FAIR_DAYS - 1]?.to;
}

/**
 * Returns the latest charge date of a payment created at an instant, if nothing requires a later one. The provider's
 * earliest day is three TARGET days after the day the payment counts for, which is the next day after the evening's
 * cut-off. The notice of two calendar days ends before that (reference: domain rules, section 2, charge-date rule).
 */
const TARGET_DAYS_TO_CHARGE = 4;
export function latestPossible(at: string): Day {
  return addTargetDays(dayInBerlin(new Date(at)), TARGET_DAYS_TO_CHARGE);
}

/** Returns the instant at which a day begins in Berlin, in the format of the twins. */
export function startOf(day: Day): string {
  return new Date(berlinMidnight(day)).toISOString();
}
