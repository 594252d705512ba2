import { addDays } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment } from "./ledger";
import { wordsBetween } from "./oracle-words";
import { RETURNED } from "./statuses";
import { during, knownSince, originOf, type Story, type WrittenInvoice } from "./story";

/**
 * Bank codes that the product may retry automatically (domain rules, section 4: R), how often, and after how many days.
 */
export const RETRIED_CODES = ["AM04", "MS03"];
export const TRIES = 2;
const REST_DAYS = 7;
/**
 * Bank codes after which only other account data or consent helps (section 4: A, M). No approval allows the same
 * mandate.
 */
const ENDING_CODES = ["AC01", "RC01", "AC04", "AC06", "AG01", "MD01", "MD02"];

export interface Return {
  payment: LedgerPayment;
  at: string;
}

/** Returns the last return before an instant whose payment the provider had not resubmitted. */
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
 * Finds payments that follow on a return without permission. Such a payment needs an approval or a mandate signed
 * since. Otherwise only the retry plan may create it: for codes that allow it, at most twice, and after a rest. No
 * payment may use a mandate that a return of this invoice has ended. Any other payment counts as a duplicate to the
 * payer.
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
    const back = lastReturn(others, made) ?? cancelledResubmission(others, made);
    // An instruction not to retry also covers mandates signed before it.
    const stopped = invoice.stops.filter((at) => back !== undefined && at >= back.at && at < made).sort();
    if (!back || isOnNew(stopped.at(-1) ?? back.at, payment, ledger, story)) continue;
    // After somebody cancelled the payment at the provider, the next one needs a new approval, whatever created the
    // first.
    const off = others.flatMap((one) => externalCancelAt(one, made, story) ?? []);
    const ended = [...off.filter((at) => at >= back.at), ...stopped].sort();
    const since = ended.at(-1) ?? back.at;
    if (wordsBetween(invoice, others, story, { from: since, to: made, revokedBefore: made }).length > 0) continue;
    const byPlan = ended.length > 0 ? "somebody had cancelled it" : planWrong(back, payment, story);
    const wrong = planned >= TRIES ? `after ${planned} tries by the plan` : byPlan;
    const text = `tried again ${made} as ${payment.id} on ${payment.mandate}, by nobody's word since ${since}`;
    if (wrong) found.push(`${text}: ${wrong}`);
    // A payment that was cancelled has never asked the bank for money.
    if (payment.history.some(({ status }) => status === "submitted")) planned += 1;
  }
  return found;
}

/**
 * Finds submitted retries, and payments resubmitted at the provider, although an instruction not to retry came in time
 * to cancel them. A later approval allows them. A payment on a mandate signed since is not a retry.
 *
 * `from` is when the payment was created or resubmitted, `sent` when it was submitted.
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
  // A revocation that came too late for the product to act on it does not forbid the payment.
  if (!stop || wordsBetween(invoice, payments, story, { from: stop, to: since, revokedBefore: since }).length > 0)
    return [];
  if (wordsBetween(invoice, payments, story, { from: stop, to: sent, revokedBefore: sent }).length > 0) return [];
  const others = payments.filter((one) => one !== payment);
  const back = lastReturn(others, madeAt(payment)) ?? cancelledResubmission(others, madeAt(payment));
  const isTry = back !== undefined && !isOnNew(back.at, payment, ledger, story);
  const isResubmitted = story.resubmissions.some((one) => one.payment === payment.id && one.at <= from);
  return isTry || isResubmitted ? [`though somebody had said "not again" on ${stop}`] : [];
}

/** Returns when somebody cancelled the payment in the provider's dashboard, if that was before an instant. */
export function externalCancelAt(
  { id, history }: LedgerPayment,
  before: string,
  { externalCancels }: Story,
): string | undefined {
  const end = history.at(-1);
  return externalCancels.has(id) && end?.status === "cancelled" && end.at < before ? end.at : undefined;
}

/**
 * Returns the last payment that was returned, resubmitted at the provider and cancelled before submission. It still
 * counts as returned.
 */
export function cancelledResubmission(payments: LedgerPayment[], before: string): Return | undefined {
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

/** True if the payment was returned before an instant for a reason that only another mandate can solve. */
function isEnded(payment: LedgerPayment, before: string, story: Story): boolean {
  const back = lastReturn([payment], before);
  return back !== undefined && ENDING_CODES.includes(codeOf(back, story) ?? "");
}

/** Returns the bank's code of a return. */
const codeOf = ({ payment, at }: Return, story: Story): string | undefined =>
  story.returns.findLast((one) => one.payment === payment.id && one.at <= at)?.code;

/** True if the payer signed the payment's mandate after `since`. */
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
