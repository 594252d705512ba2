import { addDays, type Day, dayInBerlin } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment, LedgerVoucher } from "./ledger";
import { isEntangled } from "./oracle-closing";
import { lastHindrance } from "./oracle-days";
import { mandateToUse } from "./oracle-mandates";
import { calledOffAt, lastReturn, RETRIED_CODES, type Return, TRIES, takenUpAndOff } from "./oracle-tries";
import { OVER, RETURNED, USABLE } from "./statuses";
import { actedBy, approvalsBetween, during, FOREVER, payerIn, type Story, valueAt, type WrittenInvoice } from "./story";

/** Older ones wait for a person's word. */
const VERY_LATE_DAYS = 60;
/** Near the start of a month, a week of rest before it: the try after a return is laid within so many days. */
const PLAN_DAYS = 45;

interface Case {
  ledger: Ledger;
  story: Story;
  today: Day;
}

/** How an invoice has ended, in a word that is counted, and what is wrong about that if something is. */
export interface Fate {
  name: string;
  lost?: string;
}

/** Open, payable, with a mandate that could be used or could have been asked for, and yet nobody collects it: then it is lost. */
export function fateOf(
  invoice: WrittenInvoice,
  voucher: LedgerVoucher,
  payments: LedgerPayment[],
  { ledger, story, today }: Case,
): Fate {
  const { payers, exclusions, holds } = invoice;
  if (payments.some((payment) => !OVER.includes(payment.status))) return { name: "debited" };
  if (voucher.status !== "open" || voucher.openCents <= 0) return { name: "nothing open" };
  const payer = payers.at(-1)?.value ?? "";
  const until = holds.at(-1)?.value;
  if (exclusions.at(-1)?.value || payerIn(story, payer).exclusions.at(-1)?.value) return { name: "left out" };
  if (until && until > today) return { name: "put off" };
  if (isEntangled(invoice.id, ledger)) return { name: "part of a closing invoice" };
  if (isBesidePartner(invoice, voucher, { ledger, story })) return { name: "beside a closing invoice" };
  if (isVeryLate(invoice, voucher, payments, { ledger, story, today })) return { name: "very late" };
  const mandate = isShared(story, payer) ? undefined : mandateToUse(payer, ledger, story, FOREVER);
  const returned = lastReturn(payments, FOREVER) ?? calledOff(payments);
  const open = `${voucher.openCents} open since ${voucher.dueDate}`;
  if (!mandate) {
    const isKnown = ledger.gocardless.mandates.some(({ customer }) => customer.email === payer);
    const isAsked = isKnown || isShared(story, payer) || returned !== undefined;
    return isAsked ? { name: "no mandate" } : { name: "lost", lost: `${payer} was not asked for a mandate, ${open}` };
  }
  if (!returned) return { name: "lost", lost: `not collected, ${open}, although ${mandate.id} could be used` };
  const call = callFor(returned, invoice, payments, { ledger, story, today });
  if (!call) return { name: "came back" };
  return { name: "lost", lost: `not collected again after ${returned.payment.id} came back: ${call}; ${open}` };
}

/** What was said of it before it was called off is over. */
function calledOff(payments: LedgerPayment[]): Return | undefined {
  const off = takenUpAndOff(payments, FOREVER)?.payment;
  return off && { payment: off, at: off.history.at(-1)?.at ?? "" };
}

/** Whether it was too old already when nothing stood against it any more and the product had had time to act. */
function isVeryLate(
  invoice: WrittenInvoice,
  { dueDate }: LedgerVoucher,
  payments: LedgerPayment[],
  { ledger, story, today }: Case,
): boolean {
  const hindrance = lastHindrance(invoice, payments, { ledger, story, at: FOREVER });
  const waited = lastOfPartners(invoice, ledger, story);
  const acted = actedBy(story, waited > hindrance ? waited : hindrance);
  return dueDate < addDays(acted ? dayInBerlin(new Date(acted)) : today, -VERY_LATE_DAYS);
}

/** A down payment, or a closing invoice, of whose payer one of the other kind is being debited: nothing is begun beside it. */
function isBesidePartner(
  invoice: WrittenInvoice,
  { type }: LedgerVoucher,
  { ledger, story }: Pick<Case, "ledger" | "story">,
): boolean {
  const kinds = new Map(ledger.lexware.vouchers.map((one) => [one.number, one.type]));
  const numbers = partnersOf(invoice, story).filter((number) => kinds.get(number) !== type);
  return ledger.gocardless.payments.some(
    ({ metadata, status }) =>
      numbers.includes(metadata.invoice ?? "") && status !== "paid_out" && !OVER.includes(status),
  );
}

/** The payer's other down payments and closing invoices, by their numbers: those that named this payer at some time from then on. */
function partnersOf({ id, isPart, payers }: WrittenInvoice, { invoices }: Story, from = FOREVER): string[] {
  const payer = payers.at(-1)?.value ?? "";
  const isTheirs = (one: WrittenInvoice) => during(one.payers, from, FOREVER).includes(payer);
  return isPart
    ? invoices.filter((one) => one.isPart && one.id !== id && isTheirs(one)).map(({ number }) => number)
    : [];
}

/**
 * When a debit of another down payment or closing invoice of the payer last ended: beside one of them none is begun. One
 * that names another payer since then was this one's until then.
 */
function lastOfPartners(invoice: WrittenInvoice, { gocardless }: Ledger, story: Story): string {
  const debits = gocardless.payments.filter(({ metadata, history }) =>
    partnersOf(invoice, story, history[0]?.at).includes(metadata.invoice ?? ""),
  );
  const ends = debits.flatMap(({ history }) => history.filter(({ status }) => ["paid_out", ...OVER].includes(status)));
  return ends.reduce((last, { at }) => (at > last ? at : last), "");
}

const isShared = (story: Story, payer: string): boolean => Boolean(payerIn(story, payer).shares.at(-1)?.value);

const isReturn = ({ status }: { status: string }): boolean => RETURNED.includes(status);

function latestOf(...times: (string | undefined)[]): string {
  return times.reduce<string>((last, at = "") => (at > last ? at : last), "");
}

/** What calls for another debit after one that came back; nothing does if a person has to talk to the payer first. */
function callFor(
  { payment, at }: Return,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story, today }: Case,
): string | undefined {
  // One that was called off again has not done what was called for, unless that was somebody's own wish.
  const tried = payments.filter(({ id, status }) => status !== "cancelled" || story.calledOff.has(id));
  const later = tried.map(({ history }) => history[0]?.at ?? "").filter((made) => made > at);
  const isDone = (since: string) => later.some((made) => made > since);
  const { payers } = invoice;
  // Whoever calls off at the provider what follows on a return says "not again", too.
  const off = payments
    .flatMap((one) => calledOffAt(one, FOREVER, story) ?? [])
    .filter((end) => payments.some(({ history }) => history.some((step) => isReturn(step) && step.at < end)))
    .toSorted();
  const since = latestOf(at, off.at(-1));
  const approved = approvalsBetween(story, invoice, since, FOREVER).find((one) => !isDone(one));
  if (approved) return `approved ${approved}`;
  // A mandate that was given before "not again" was said is no new beginning; the plan goes on once somebody lifts it.
  const stopped = latestOf(invoice.stops.at(-1), off.at(-1));
  const isStopped = stopped !== "" && approvalsBetween(story, invoice, stopped, FOREVER).length === 0;
  const signature = ledger.gocardless.mandates.find(
    ({ id, customer, history, status }) =>
      story.signed.has(id) &&
      customer.email === payers.at(-1)?.value &&
      USABLE.includes(status) &&
      (history[0]?.at ?? "") > latestOf(stopped, at) &&
      !isDone(history[0]?.at ?? ""),
  );
  if (signature) return `a new mandate was signed`;
  const said = story.returns.findLast((one) => one.payment === payment.id);
  const isPlanOn = during(story.settings, at, FOREVER).every(({ retriesReturns }) => retriesReturns);
  const tries = payments.filter(({ history }) => history.some(({ status }) => RETURNED.includes(status))).length - 1;
  const isTime = dayInBerlin(new Date(at)) <= addDays(today, -PLAN_DAYS);
  const isRetried = payment.status === "failed" && RETRIED_CODES.includes(said?.code ?? "");
  if (isStopped || !isPlanOn || !isRetried || tries >= TRIES || !isTime || later.length > 0) return undefined;
  // The mandate on which it came back still stands.
  const own = ledger.gocardless.mandates.find(({ id }) => id === payment.mandate);
  const isSame = own?.customer.email === valueAt(payers, at) && USABLE.includes(own?.status ?? "");
  return isSame ? `${said?.code}, and returns are tried again` : undefined;
}
