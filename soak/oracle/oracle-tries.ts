import { addDays } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment } from "./ledger";
import { wordsBetween } from "./oracle-words";
import { RETURNED } from "./statuses";
import { during, knownSince, originOf, type Story, type WrittenInvoice } from "./story";

/** Codes that the machine may try again by itself (domain rules, section 4: R), how often, and after how long a rest. */
export const RETRIED_CODES = ["AM04", "MS03"];
export const TRIES = 2;
const REST_DAYS = 7;
/** Codes after which only other account data or consent helps (section 4: A, M): nobody's word serves on the same mandate. */
const ENDING_CODES = ["AC01", "RC01", "AC04", "AC06", "AG01", "MD01", "MD02"];

export interface Return {
  payment: LedgerPayment;
  at: string;
}

/** What came back last before an instant, and had not been taken up again by the provider. */
export function lastReturn(payments: LedgerPayment[], before: string): Return | undefined {
  return payments
    .flatMap((payment) => {
      const step = payment.history.findLast(({ at }) => at < before);
      return step && RETURNED.includes(step.status) ? [{ payment, at: step.at }] : [];
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}

/**
 * A debit that follows on a return needs a person's word or a mandate that came about since; without either only the plan for
 * returns may make it, for codes that allow it, twice at most and after a rest. On a mandate that a debit of it has ended
 * nobody may. To the payer anything else is one debit too many.
 */
export function tryFindings(
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story }: { ledger: Ledger; story: Story },
): string[] {
  let planned = 0;
  const found: string[] = [];
  for (const payment of payments.toSorted((a, b) => (madeAt(a) < madeAt(b) ? -1 : 1))) {
    const made = madeAt(payment);
    const others = payments.filter((one) => one !== payment);
    const spent = others.filter((one) => isSameMandate(story, one, payment)).find((one) => isEnded(one, made, story));
    if (spent) {
      found.push(`tried again ${made} as ${payment.id} on ${payment.mandate}, on which ${spent.id} has ended`);
      continue;
    }
    const back = lastReturn(others, made) ?? takenUpAndOff(others, made);
    // "Not again" goes before a mandate that was given before it was said.
    const stopped = invoice.stops.filter((at) => back !== undefined && at >= back.at && at < made).sort();
    if (!back || isOnNew(stopped.at(-1) ?? back.at, payment, ledger, story)) continue;
    // What somebody has called off there takes a new word, whoever had the debit made.
    const off = others.flatMap((one) => calledOffAt(one, made, story) ?? []);
    const ended = [...off.filter((at) => at >= back.at), ...stopped].sort();
    const since = ended.at(-1) ?? back.at;
    if (wordsBetween(invoice, others, story, { from: since, to: made, heeded: made }).length > 0) continue;
    const byPlan = ended.length > 0 ? "somebody had called it off" : planWrong(back, payment, story);
    const wrong = planned >= TRIES ? `after ${planned} tries by the plan` : byPlan;
    const text = `tried again ${made} as ${payment.id} on ${payment.mandate}, by nobody's word since ${since}`;
    if (wrong) found.push(`${text}: ${wrong}`);
    // One that was called off has asked nobody for money.
    if (payment.history.some(({ status }) => status === "submitted")) planned += 1;
  }
  return found;
}

/**
 * "Not again" was said of a try, or of what somebody had taken up again at the provider, and there was time to call it off: it
 * does not go to the bank, unless somebody wanted it since. A debit on a mandate that was given since is no try.
 *
 * @param debit as it was made, or taken up, and as it was sent
 */
export function stopWrongs(
  payment: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story }: { ledger: Ledger; story: Story },
  { from, sent }: { from: string; sent: string },
): string[] {
  const since = knownSince(story, sent);
  const stop = invoice.stops.findLast((at) => at > from && at < since);
  // What takes a word back too late to be heeded leaves what it let go.
  if (!stop || wordsBetween(invoice, payments, story, { from: stop, to: since, heeded: since }).length > 0) return [];
  if (wordsBetween(invoice, payments, story, { from: stop, to: sent, heeded: sent }).length > 0) return [];
  const others = payments.filter((one) => one !== payment);
  const back = lastReturn(others, madeAt(payment)) ?? takenUpAndOff(others, madeAt(payment));
  const isTry = back !== undefined && !isOnNew(back.at, payment, ledger, story);
  const isTakenUp = story.takenUp.some((one) => one.payment === payment.id && one.at <= from);
  return isTry || isTakenUp ? [`though somebody had said "not again" on ${stop}`] : [];
}

/** When somebody called it off in the provider's dashboard, if that was before an instant. */
export function calledOffAt({ id, history }: LedgerPayment, before: string, { calledOff }: Story): string | undefined {
  const end = history.at(-1);
  return calledOff.has(id) && end?.status === "cancelled" && end.at < before ? end.at : undefined;
}

/** It had come back, was taken up again at the provider, and was called off before it went out: it has come back all the same. */
export function takenUpAndOff(payments: LedgerPayment[], before: string): Return | undefined {
  return payments
    .flatMap((payment) => {
      const { history } = payment;
      const back = history.findLast(({ status }) => RETURNED.includes(status));
      const end = history.at(-1);
      return back && end?.status === "cancelled" && end.at < before ? [{ payment, at: back.at }] : [];
    })
    .at(-1);
}

const madeAt = ({ history }: LedgerPayment): string => history[0]?.at ?? "";

const isSameMandate = (story: Story, one: LedgerPayment, other: LedgerPayment): boolean =>
  originOf(story, one.mandate) === originOf(story, other.mandate);

/** It had come back before an instant for what only another mandate can help. */
function isEnded(payment: LedgerPayment, before: string, story: Story): boolean {
  const back = lastReturn([payment], before);
  return back !== undefined && ENDING_CODES.includes(codeOf(back, story) ?? "");
}

/** What the bank has said of it. */
const codeOf = ({ payment, at }: Return, story: Story): string | undefined =>
  story.returns.findLast((one) => one.payment === payment.id && one.at <= at)?.code;

/** The payer has given the mandate since on which it is debited. */
function isOnNew(since: string, payment: LedgerPayment, { gocardless }: Ledger, story: Story): boolean {
  const origin = gocardless.mandates.find(({ id }) => id === originOf(story, payment.mandate));
  const given = origin?.history[0]?.at ?? "";
  return given > since && given < madeAt(payment);
}

function planWrong(back: Return, next: LedgerPayment, story: Story): string | undefined {
  const { payment, at } = back;
  const made = madeAt(next);
  const step = payment.history.findLast((one) => one.at === at);
  const code = codeOf(back, story) ?? "";
  const rested = addDays(step?.chargeDate ?? payment.chargeDate, REST_DAYS);
  if (!during(story.settings, knownSince(story, made), made).some(({ retriesReturns }) => retriesReturns))
    return "returns are not tried again";
  if (step?.status !== "failed") return "somebody took it back";
  if (!RETRIED_CODES.includes(code)) return `the bank said ${code}`;
  const chargeDate = next.history[0]?.chargeDate ?? next.chargeDate;
  return chargeDate < rested ? `for ${chargeDate}, without a rest until ${rested}` : undefined;
}
