import { addDays, type Day, dayInBerlin, isTargetDay } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment } from "./ledger";
import { lateWrongs } from "./oracle-days";
import { stopWrongs } from "./oracle-tries";
import { earlyWrongs } from "./oracle-words";
import { OVER, RETURNED, USABLE } from "./statuses";
import {
  actedBy,
  during,
  FOREVER,
  knownSince,
  originOf,
  payerIn,
  type Story,
  valueAt,
  type WrittenInvoice,
} from "./story";

/** What the simulated supplier has agreed with payers. */
const NOTICE_DAYS = 2;

/** A time in which a payment could bring money. */
interface Life {
  payment: LedgerPayment;
  from: string;
  to: string;
  /** Begun by the provider or the bank, on a payment that had come back: a retry there, a chargeback taken back. */
  isResumed: boolean;
}

/**
 * Two debits of one invoice may follow on each other; while one can still bring money, no other is made. One that comes
 * to life again elsewhere while ours is under way must keep ours from going to the bank, as soon as that can be known.
 */
export function doubleFindings(payments: LedgerPayment[], story: Story): string[] {
  return meetings(payments, story, (one, other) => one.id !== other.id);
}

/** The same for payments of one invoice beside those of another one, where both together ask for too much. */
export function metBySide(
  own: LedgerPayment[],
  others: LedgerPayment[],
  story: Story,
  isTooMuch: (one: LedgerPayment, other: LedgerPayment) => boolean,
): string[] {
  const isBeside = (one: LedgerPayment, other: LedgerPayment) => own.includes(one) !== own.includes(other);
  return meetings([...own, ...others], story, (one, other) => isBeside(one, other) && isTooMuch(one, other));
}

function meetings(
  payments: LedgerPayment[],
  story: Story,
  concern: (one: LedgerPayment, other: LedgerPayment) => boolean,
): string[] {
  const lives = payments.flatMap((payment) => livesOf(payment, story)).sort((a, b) => (a.from < b.from ? -1 : 1));
  return lives.flatMap((life, index) =>
    lives
      .slice(index + 1)
      .filter((next) => next.from < life.to && concern(life.payment, next.payment))
      .flatMap((next) => overlap(life, next, story)),
  );
}

function overlap(life: Life, next: Life, story: Story): string[] {
  const text = `collected twice: ${life.payment.id} and ${next.payment.id}`;
  if (!next.isResumed && !(life.isResumed && life.from >= knownSince(story, next.from))) return [text];
  const ours = next.isResumed ? life : next;
  const sent = submissionIn(ours);
  // One that is over again by then takes no money beside it.
  const isKnown = sent !== undefined && sent > next.from && sent < next.to && next.from < knownSince(story, sent);
  return isKnown && !ours.isResumed ? [`${text}, the second sent on ${sent} though the other had come to life`] : [];
}

function submissionIn({ payment, from, to }: Life): string | undefined {
  return payment.history.find(({ status, at }) => status === "submitted" && at >= from && at <= to)?.at;
}

/** One that failed and that the provider has said it tries again itself is alive all the while. */
function livesOf(payment: LedgerPayment, { returns }: Story): Life[] {
  const willRetry = returns.some((one) => one.payment === payment.id && one.willRetry);
  const lives: Life[] = [];
  let from: string | undefined;
  for (const [index, { status, at }] of payment.history.entries()) {
    const isPause = willRetry && status === "failed" && index < payment.history.length - 1;
    const isOver = OVER.includes(status) && !isPause;
    if (!isOver && from === undefined) from = at;
    if (!isOver || from === undefined) continue;
    lives.push({ payment, from, to: at, isResumed: lives.length > 0 });
    from = undefined;
  }
  if (from !== undefined) lives.push({ payment, from, to: FOREVER, isResumed: lives.length > 0 });
  return lives;
}

/** What is wrong about one payment: its sum, payer or day when it was made, or when it went to the bank. */
export function paymentFindings(
  payment: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story }: { ledger: Ledger; story: Story },
): string[] {
  const { id, history } = payment;
  const made = history[0]?.at ?? "";
  // The day of a later try is not the product's.
  const chargeDate = history[0]?.chargeDate ?? payment.chargeDate;
  const [sent, ...sentAgain] = history.filter((step) => step.status === "submitted").map((step) => step.at);
  const found: string[] = [];
  if (!isTargetDay(chargeDate)) found.push("when banks rest");
  if (chargeDate < addDays(dayInBerlin(new Date(made)), NOTICE_DAYS)) found.push(`told only on ${made}`);
  for (const act of ["made", "sent"] as const) {
    const at = { made, sent }[act];
    if (!at) continue;
    const since = knownSince(story, at);
    const asked = { ...payment, chargeDate };
    const wrongs = [
      ...sumWrongs(payment, invoice, payments, story, since, at),
      ...payerWrongs(payment, invoice, { ledger, story }, since, at),
      ...wishWrongs(asked, invoice, story, since, at),
      ...lateWrongs(asked, invoice, payments, { ledger, story, at }),
      ...earlyWrongs(asked, invoice, payments, story, { act, at }),
    ];
    if (act === "made") wrongs.push(...standingWrongs(story, since, at));
    else wrongs.push(...stopWrongs(payment, invoice, payments, { ledger, story }, { from: made, sent: at }));
    if (act === "made") wrongs.push(...choiceWrongs(payment, invoice, { ledger, story }, since, at));
    found.push(...wrongs.map((text) => `${text} (${act} ${at}, what was done before ${since} was known)`));
  }
  // The provider's own tries have days of their own; once they are known, and until they go to the bank, they can be
  // called off like any debit.
  for (const at of sentAgain) {
    const since = knownSince(story, at);
    const revived = history.findLast((step) => step.at < at)?.at ?? "";
    if (revived > since) continue;
    const wrongs = [
      ...sumWrongs(payment, invoice, payments, story, since, at),
      ...payerWrongs(payment, invoice, { ledger, story }, since, at),
      ...exclusionWrongs(invoice, story, since, at),
      ...stopWrongs(payment, invoice, payments, { ledger, story }, { from: takenUpAt(payment, story, at), sent: at }),
      ...earlyWrongs({ ...payment, chargeDate: dayAt(payment, at) }, invoice, payments, story, { act: "sent", at }),
    ];
    found.push(...wrongs.map((text) => `${text} (sent again ${at}, what was done before ${since} was known)`));
  }
  return found.map((text) => `${id} of ${payment.amountCents} on ${chargeDate}: ${text}`);
}

/** When somebody had it tried again at the provider since it last came back; later than everything if nobody did. */
function takenUpAt({ id, history }: LedgerPayment, { takenUp }: Story, before: string): string {
  const back = history.findLast(({ status, at }) => RETURNED.includes(status) && at < before)?.at ?? "";
  return takenUp.findLast(({ payment, at }) => payment === id && at > back && at < before)?.at ?? FOREVER;
}

/** The day a debit was for at an instant; the bank may have another one for it since. */
function dayAt({ history, chargeDate }: LedgerPayment, at: string): Day {
  return history.findLast((step) => step.at <= at)?.chargeDate ?? chargeDate;
}

/** Also: paid in full, voided. */
function sumWrongs(
  { id, amountCents, history }: LedgerPayment,
  { owed }: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  since: string,
  at: string,
): string[] {
  const others = payments.filter((one) => one.id !== id);
  const booked = bookedSums(others, owed, story, history[0]?.at ?? "");
  const open = during(owed, since, at);
  if (open.some((sum) => sum === amountCents || booked.includes(sum - amountCents))) return [];
  return [`owed was ${[...new Set(open)].join(", then ")}`];
}

/**
 * What debits before this one can have left in the books: one that was paid out goes on standing there when it comes back,
 * with no more than was owed when it was booked, even if more is asked for later.
 */
function bookedSums(payments: LedgerPayment[], owed: WrittenInvoice["owed"], story: Story, before: string): number[] {
  let sums = [0];
  for (const { amountCents, history } of payments) {
    const paidOutAt = history.find((step) => step.status === "paid_out" && step.at < before)?.at;
    if (!paidOutAt) continue;
    const room = during(owed, paidOutAt, actedBy(story, paidOutAt) ?? before);
    sums = sums.flatMap((sum) => room.map((cents) => sum + Math.min(cents, amountCents)));
  }
  return sums;
}

function payerWrongs(
  { mandate: id }: LedgerPayment,
  { payers }: WrittenInvoice,
  { ledger, story }: { ledger: Ledger; story: Story },
  since: string,
  at: string,
): string[] {
  if (story.unclaimed.has(originOf(story, id))) return ["on a mandate of which nobody has said whose it is"];
  const email = ledger.gocardless.mandates.find((one) => one.id === id)?.customer.email;
  const named = during(payers, since, at);
  const possible = named.flatMap((payer) => [payer, ...during(payerIn(story, payer).shares, since, at)]);
  return possible.some((payer) => payer === email) ? [] : [`debits ${email}, addressed to ${named.join(", then ")}`];
}

/** The supplier has said which mandate of this payer is the one to use, it could be used all the while, and none was given since. */
function choiceWrongs(
  { mandate: id }: LedgerPayment,
  { payers }: WrittenInvoice,
  { ledger, story }: { ledger: Ledger; story: Story },
  since: string,
  at: string,
): string[] {
  const named = during(payers, since, at);
  const { choices, shares } = payerIn(story, named[0] ?? "");
  const chosen = during(choices, since, at);
  const choice = ledger.gocardless.mandates.find((one) => one.id === chosen[0]);
  if (!choice || named.length > 1 || chosen.length > 1 || during(shares, since, at).some(Boolean)) return [];
  const saidAt = choices.findLast((one) => one.at <= since)?.at ?? "";
  const isSigned = ledger.gocardless.mandates.some(({ id: other, customer, history }) => {
    const givenAt = history[0]?.at ?? "";
    return customer.email === named[0] && originOf(story, other) === other && givenAt > saidAt && givenAt < at;
  });
  const wasUsable = during(
    choice.history.map((step) => ({ at: step.at, value: step.status })),
    since,
    at,
  );
  if (isSigned || !wasUsable.every((status) => USABLE.includes(status))) return [];
  return originOf(story, id) === originOf(story, choice.id)
    ? []
    : [`on ${id}, though ${choice.id} was chosen on ${saidAt}`];
}

/** Without a contract, or while the provider looks into the account, nothing begins; what is under way goes on. */
function standingWrongs({ contracts, verifications }: Story, since: string, at: string): string[] {
  const found: string[] = [];
  if (!during(contracts, since, at).some(Boolean)) found.push("without a contract");
  if (!during(verifications, since, at).some(Boolean)) found.push("while the account was in review");
  return found;
}

function exclusionWrongs({ exclusions, payers }: WrittenInvoice, story: Story, since: string, at: string): string[] {
  const found: string[] = [];
  if (during(exclusions, since, at).every(Boolean)) found.push("left out");
  const named = during(payers, since, at);
  if (named.every((payer) => during(payerIn(story, payer).exclusions, since, at).every(Boolean)))
    found.push("its payer is left out");
  return found;
}

/** Left out, put off, or before the day that was wished for. */
function wishWrongs(
  { chargeDate }: LedgerPayment,
  invoice: WrittenInvoice,
  story: Story,
  since: string,
  at: string,
): string[] {
  const { holds, hurries, dueDates } = invoice;
  const found = exclusionWrongs(invoice, story, since, at);
  const until = during(holds, since, at);
  if (until.every((day) => day !== null && day > chargeDate)) found.push(`put off until ${until.join(", then ")}`);
  const earlier = Math.max(...during(story.settings, since, at).map(({ daysEarlier }) => daysEarlier));
  const limits = during(dueDates, since, at).flatMap((due) => [
    addDays(due, -earlier),
    // Who agrees on a day knows for when it is due then.
    ...invoice.agreed.filter((word) => word.at < at && valueAt(dueDates, word.at) >= due).map(({ day }) => day),
  ]);
  const earliest = limits.sort()[0] ?? chargeDate;
  if (chargeDate < earliest && !during(hurries, since, at).some(Boolean)) found.push(`not wished before ${earliest}`);
  return found;
}
