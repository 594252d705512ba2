import { addTargetDays, berlinMidnight, type Day, dayInBerlin } from "../../sandbox/kit/calendar";

/** Something that holds from an instant (ISO, UTC) on, until the next one in its list. */
export interface Timed<T> {
  at: string;
  value: T;
}

/** What the people of the story have done and when; what the product makes of it is not known here. */
export interface Story {
  invoices: WrittenInvoice[];
  settings: Timed<{ daysEarlier: number; retriesReturns: boolean }>[];
  /** What banks and payers have said of a payment that came back. */
  returns: { payment: string; at: string; code: string; willRetry?: boolean }[];
  /** Mandates that a payer gave by a signature: none that followed on another at the provider. */
  signed: Set<string>;
  /** Mandates that came about beside the product, and of which nobody has said there whose they are. */
  unclaimed: Set<string>;
  /** The mandate that another one followed on at the provider, by the newer one's id. */
  forerunners: Map<string, string>;
  /** Payments that another tool of the merchant made. */
  foreign: Set<string>;
  /** Payments that somebody has taken up again in the provider's own dashboard, for a day of their own or for the earliest. */
  takenUp: { payment: string; at: string; day?: Day }[];
  /** Payments that somebody has called off in the provider's own dashboard. */
  calledOff: Set<string>;
  /** Payouts that the merchant's bank has sent back. */
  bounced: Set<string>;
  payers: Map<string, PayerStory>;
  /** Whether the supplier has a contract with us, and whether the account at the provider is in order. */
  contracts: Timed<boolean>[];
  verifications: Timed<boolean>[];
  /** Days on which the product could do all its work: see `Span`. */
  fairDays: Span[];
  /** Times of which the product lost what it knew, because its database was restored: by the machine's clock, as mails are. */
  lostTimes: Span[];
}

/** What the supplier has said of a payer. */
export interface PayerStory {
  exclusions: Timed<boolean>[];
  /** Whose mandate is used for this one, too. */
  shares: Timed<string | null>[];
  /** The mandate that was said to be the one to use. */
  choices: Timed<string | null>[];
  /** When a mandate that came about elsewhere was said to be this one's. */
  claims: string[];
}

/**
 * A day's work of the product, with its hourly and its nightly run, done to the end in fair weather and with both
 * connections alive. Webhooks may get lost: what is to be done must not depend on them.
 */
export interface Span {
  from: string;
  to: string;
}

export interface WrittenInvoice {
  id: string;
  number: string;
  /** A down payment, or a closing invoice. */
  isPart: boolean;
  /** E-mail of whom it is addressed to. */
  payers: Timed<string>[];
  /** Cents that the people hold open: what debits have brought is not taken off. 0 when paid or voided. */
  owed: Timed<number>[];
  dueDates: Timed<Day>[];
  exclusions: Timed<boolean>[];
  /** Until which day the supplier has put it off. */
  holds: Timed<Day | null>[];
  /** Somebody has said "collect now". */
  hurries: Timed<boolean>[];
  /** When somebody had a return tried again, and was not refused. Leaving the invoice or its payer out takes that back. */
  approvals: string[];
  /** Of those, the ones for which a day was agreed with the payer. */
  agreed: { at: string; day: Day }[];
  /** When somebody said that it is not to be tried again. Whoever has it tried again after that lifts it. */
  stops: string[];
}

/** The approvals of an invoice from one instant to another which nobody took back. */
export function approvalsBetween(story: Story, invoice: WrittenInvoice, from: string, to: string): string[] {
  return invoice.approvals.filter(
    (given) => given > from && given < to && !isTakenBack(story, invoice, { given, before: to }),
  );
}

/** Neither the invoice nor its payer was left out after a word, nor was "not again" said. */
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
    ...{ invoices: [], returns: [], takenUp: [], fairDays: [], lostTimes: [], payers: new Map() },
    ...{
      signed: new Set(),
      unclaimed: new Set(),
      foreign: new Set(),
      bounced: new Set(),
      calledOff: new Set(),
      forerunners: new Map(),
    },
    settings: always({ daysEarlier: 0, retriesReturns: false }),
    contracts: always(true),
    verifications: always(true),
  };
}

/** What was said of a payer so far, to be read and added to. */
export function payerIn({ payers }: Story, email: string): PayerStory {
  const known = payers.get(email);
  if (known) return known;
  const never = { at: "", value: null };
  const fresh = { exclusions: [{ at: "", value: false }], shares: [never], choices: [never], claims: [] };
  payers.set(email, fresh);
  return fresh;
}

/** The mandate from which one came about, after however many changes at the provider: whose that is, this one is, too. */
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

/** An invoice as it is written, before anybody does anything with it. */
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

/** Later than every instant of a story. */
export const FOREVER = "9";

/** Notes a value from an instant on; the same again changes nothing. */
export function note<T>(list: Timed<T>[], at: string, value: T): void {
  if (list.at(-1)?.value !== value) list.push({ at, value });
}

/** What held at an instant. */
export function valueAt<T>(list: Timed<T>[], at: string): T {
  const found = list.findLast((one) => one.at <= at) ?? list[0];
  if (!found) throw new Error("a list without a value");
  return found.value;
}

/** Everything that held at some time from one instant to another. */
export function during<T>(list: Timed<T>[], from: string, to: string): T[] {
  return [valueAt(list, from), ...list.filter((one) => one.at > from && one.at <= to).map((one) => one.value)];
}

/**
 * So many fair days the product has to act on what was done. The first may be the one on which a webhook would have told
 * it and got lost; by the end of the second it has read the books twice and compared with the provider at night twice.
 */
const FAIR_DAYS = 2;

/**
 * What was done before this instant the product had time to act on until `at`: two fair days have begun after it and
 * were worked off. The beginning of all time if there were none.
 */
export function knownSince({ fairDays }: Story, at: string): string {
  return fairDays.filter((day) => day.to < at).at(-FAIR_DAYS)?.from ?? "";
}

/** The end of the time that the product had to act on what was done at an instant; undefined if it has not had it yet. */
export function actedBy({ fairDays }: Story, since: string): string | undefined {
  return fairDays.filter((day) => day.from > since)[FAIR_DAYS - 1]?.to;
}

/**
 * The day a debit made at an instant can be for at the latest, if nothing speaks for a later one. The provider's earliest
 * day is three TARGET days after the day it counts for, which is the next one after the evening's cut-off; the
 * notice of two calendar days ends before that (reference: domain rules, section 2, charge-date rule).
 */
const TARGET_DAYS_TO_CHARGE = 4;
export function latestPossible(at: string): Day {
  return addTargetDays(dayInBerlin(new Date(at)), TARGET_DAYS_TO_CHARGE);
}

/** The instant at which a day begins, as the twins write instants. */
export function startOf(day: Day): string {
  return new Date(berlinMidnight(day)).toISOString();
}
