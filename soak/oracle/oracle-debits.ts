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

/** The notice, in calendar days, that the simulated supplier agreed with payers. */
const NOTICE_DAYS = 2;

/** A period in which a payment could bring money. */
interface Life {
  payment: LedgerPayment;
  from: string;
  to: string;
  /** True if the provider or the bank revived a returned payment: a retry there, or a cancelled chargeback. */
  isResumed: boolean;
}

/**
 * Finds payments of one invoice that could bring money at the same time. A new payment may follow only when the earlier
 * one can bring none. If a payment is revived elsewhere while ours is in flight, ours must not be submitted once the
 * product could know.
 */
export function doubleFindings(payments: LedgerPayment[], story: Story): string[] {
  return meetings(payments, story, (one, other) => one.id !== other.id);
}

/** Finds the same for payments of two invoices that together collect too much. */
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
  // A payment that has ended again by then collects nothing in addition.
  const isKnown = sent !== undefined && sent > next.from && sent < next.to && next.from < knownSince(story, sent);
  return isKnown && !ours.isResumed ? [`${text}, the second sent on ${sent} though the other had come to life`] : [];
}

function submissionIn({ payment, from, to }: Life): string | undefined {
  return payment.history.find(({ status, at }) => status === "submitted" && at >= from && at <= to)?.at;
}

/**
 * Returns the periods of a payment. A failure after which the provider announced its own retry does not end the period.
 */
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

/** Finds what is wrong with one payment when it was created or submitted: its sum, payer or day. */
export function paymentFindings(
  payment: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story }: { ledger: Ledger; story: Story },
): string[] {
  const { id, history } = payment;
  const made = history[0]?.at ?? "";
  // The product does not choose the day of a later resubmission.
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
  // The provider's own retries have their own days. Once known, and until submitted, they can be cancelled like any
  // payment.
  for (const at of sentAgain) {
    const since = knownSince(story, at);
    const revived = history.findLast((step) => step.at < at)?.at ?? "";
    if (revived > since) continue;
    const wrongs = [
      ...sumWrongs(payment, invoice, payments, story, since, at),
      ...payerWrongs(payment, invoice, { ledger, story }, since, at),
      ...exclusionWrongs(invoice, story, since, at),
      ...stopWrongs(
        payment,
        invoice,
        payments,
        { ledger, story },
        { from: resubmittedAt(payment, story, at), sent: at },
      ),
      ...earlyWrongs({ ...payment, chargeDate: dayAt(payment, at) }, invoice, payments, story, { act: "sent", at }),
    ];
    found.push(...wrongs.map((text) => `${text} (sent again ${at}, what was done before ${since} was known)`));
  }
  return found.map((text) => `${id} of ${payment.amountCents} on ${chargeDate}: ${text}`);
}

/** Returns when somebody resubmitted the payment at the provider after its last return; `FOREVER` if nobody did. */
function resubmittedAt({ id, history }: LedgerPayment, { resubmissions }: Story, before: string): string {
  const back = history.findLast(({ status, at }) => RETURNED.includes(status) && at < before)?.at ?? "";
  return resubmissions.findLast(({ payment, at }) => payment === id && at > back && at < before)?.at ?? FOREVER;
}

/** Returns the charge date of a payment as it was at an instant; the bank may have changed it later. */
function dayAt({ history, chargeDate }: LedgerPayment, at: string): Day {
  return history.findLast((step) => step.at <= at)?.chargeDate ?? chargeDate;
}

/** Also finds payments of invoices that are paid in full or voided. */
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
 * Returns the sums that earlier payments may have left booked in the accounting system. A paid-out payment stays booked
 * when it is returned. Its booking is at most what was owed at that time, even if the invoice is raised later.
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

/**
 * Checks that the payment uses the mandate that the supplier chose for this payer. Applies only if that mandate was
 * usable all the time and the payer signed no newer one.
 */
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

/** Without a contract, or while the provider reviews the account, no payment begins; payments in flight continue. */
function standingWrongs({ contracts, verifications }: Story, since: string, at: string): string[] {
  const found: string[] = [];
  if (!during(contracts, since, at).some(Boolean)) found.push("without a contract");
  if (!during(verifications, since, at).some(Boolean)) found.push("while the account was in review");
  return found;
}

function exclusionWrongs({ exclusions, payers }: WrittenInvoice, story: Story, since: string, at: string): string[] {
  const found: string[] = [];
  if (during(exclusions, since, at).every(Boolean)) found.push("excluded");
  const named = during(payers, since, at);
  if (named.every((payer) => during(payerIn(story, payer).exclusions, since, at).every(Boolean)))
    found.push("its payer is excluded");
  return found;
}

/** Finds payments of invoices that are excluded or on hold, and charge dates before the wanted day. */
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
  if (until.every((day) => day !== null && day > chargeDate)) found.push(`on hold until ${until.join(", then ")}`);
  const earlier = Math.max(...during(story.settings, since, at).map(({ daysEarlier }) => daysEarlier));
  const limits = during(dueDates, since, at).flatMap((due) => [
    addDays(due, -earlier),
    // A person who agrees on a day knows the due date of that moment.
    ...invoice.agreed.filter((word) => word.at < at && valueAt(dueDates, word.at) >= due).map(({ day }) => day),
  ]);
  const earliest = limits.sort()[0] ?? chargeDate;
  if (chargeDate < earliest && !during(hurries, since, at).some(Boolean)) found.push(`not wished before ${earliest}`);
  return found;
}
