import { addDays, type Day, dayInBerlin } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment, LedgerVoucher } from "./ledger";
import { isEntangled } from "./oracle-closing";
import { lastHindrance } from "./oracle-days";
import { mandateToUse } from "./oracle-mandates";
import { cancelledResubmission, externalCancelAt, lastReturn, RETRIED_CODES, type Return, TRIES } from "./oracle-tries";
import { OVER, RETURNED, USABLE } from "./statuses";
import { actedBy, approvalsBetween, during, FOREVER, payerIn, type Story, valueAt, type WrittenInvoice } from "./story";

/** Older invoices wait for a person's approval. */
const VERY_LATE_DAYS = 60;
/**
 * The product schedules a retry within this many days after a return: near the start of a month, after a rest of a
 * week.
 */
const PLAN_DAYS = 45;

interface Case {
  ledger: Ledger;
  story: Story;
  today: Day;
}

/** How an invoice ended: a name to count, and what is wrong if it is lost. */
export interface Fate {
  name: string;
  lost?: string;
}

/**
 * Returns how an invoice ended. It is lost if it is open and payable, with a mandate that is usable or could have been
 * requested, and nobody collects it.
 */
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
  if (exclusions.at(-1)?.value || payerIn(story, payer).exclusions.at(-1)?.value) return { name: "excluded" };
  if (until && until > today) return { name: "on hold" };
  if (isEntangled(invoice.id, ledger)) return { name: "part of a closing invoice" };
  if (isBesideRelated(invoice, voucher, { ledger, story })) return { name: "beside a closing invoice" };
  if (isVeryLate(invoice, voucher, payments, { ledger, story, today })) return { name: "very late" };
  const mandate = isShared(story, payer) ? undefined : mandateToUse(payer, ledger, story, FOREVER);
  const returned = lastReturn(payments, FOREVER) ?? cancelledReturn(payments);
  const open = `${voucher.openCents} open since ${voucher.dueDate}`;
  if (!mandate) {
    const isKnown = ledger.gocardless.mandates.some(({ customer }) => customer.email === payer);
    const isAsked = isKnown || isShared(story, payer) || returned !== undefined;
    return isAsked ? { name: "no mandate" } : { name: "lost", lost: `${payer} was not asked for a mandate, ${open}` };
  }
  if (!returned) return { name: "lost", lost: `not collected, ${open}, although ${mandate.id} could be used` };
  const call = callFor(returned, invoice, payments, { ledger, story, today });
  if (!call) return { name: "returned" };
  return { name: "lost", lost: `not collected again after ${returned.payment.id} was returned: ${call}; ${open}` };
}

/** Instructions given before the payment was cancelled no longer count. */
function cancelledReturn(payments: LedgerPayment[]): Return | undefined {
  const off = cancelledResubmission(payments, FOREVER)?.payment;
  return off && { payment: off, at: off.history.at(-1)?.at ?? "" };
}

/** True if the invoice was already too old when its last blocker had ended and the product had had time to act. */
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

/**
 * True for a down payment or closing invoice while a payment of the other kind is in flight for the same payer. The
 * product begins none in addition to that.
 */
function isBesideRelated(
  invoice: WrittenInvoice,
  { type }: LedgerVoucher,
  { ledger, story }: Pick<Case, "ledger" | "story">,
): boolean {
  const kinds = new Map(ledger.lexware.vouchers.map((one) => [one.number, one.type]));
  const numbers = relatedOf(invoice, story).filter((number) => kinds.get(number) !== type);
  return ledger.gocardless.payments.some(
    ({ metadata, status }) =>
      numbers.includes(metadata.invoice ?? "") && status !== "paid_out" && !OVER.includes(status),
  );
}

/**
 * Returns the numbers of the payer's other down payments and closing invoices, by the payers they named from `from` on.
 */
function relatedOf({ id, isPart, payers }: WrittenInvoice, { invoices }: Story, from = FOREVER): string[] {
  const payer = payers.at(-1)?.value ?? "";
  const isTheirs = (one: WrittenInvoice) => during(one.payers, from, FOREVER).includes(payer);
  return isPart
    ? invoices.filter((one) => one.isPart && one.id !== id && isTheirs(one)).map(({ number }) => number)
    : [];
}

/**
 * Returns when the last payment of the payer's other down payments or closing invoices ended. The product begins no
 * payment while one of those is in flight. An invoice that names another payer since then counted for this one until
 * then.
 */
function lastOfPartners(invoice: WrittenInvoice, { gocardless }: Ledger, story: Story): string {
  const debits = gocardless.payments.filter(({ metadata, history }) =>
    relatedOf(invoice, story, history[0]?.at).includes(metadata.invoice ?? ""),
  );
  const ends = debits.flatMap(({ history }) => history.filter(({ status }) => ["paid_out", ...OVER].includes(status)));
  return ends.reduce((last, { at }) => (at > last ? at : last), "");
}

const isShared = (story: Story, payer: string): boolean => Boolean(payerIn(story, payer).shares.at(-1)?.value);

const isReturn = ({ status }: { status: string }): boolean => RETURNED.includes(status);

function latestOf(...times: (string | undefined)[]): string {
  return times.reduce<string>((last, at = "") => (at > last ? at : last), "");
}

/**
 * Returns what requires another payment after a return; undefined if nothing does, for example if a person must first
 * talk to the payer.
 */
function callFor(
  { payment, at }: Return,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story, today }: Case,
): string | undefined {
  // A cancelled payment does not satisfy the request, unless somebody cancelled it at the provider on purpose.
  const tried = payments.filter(({ id, status }) => status !== "cancelled" || story.externalCancels.has(id));
  const later = tried.map(({ history }) => history[0]?.at ?? "").filter((made) => made > at);
  const isDone = (since: string) => later.some((made) => made > since);
  const { payers } = invoice;
  // A person who cancels the payment after a return at the provider thereby gives the instruction not to retry.
  const off = payments
    .flatMap((one) => externalCancelAt(one, FOREVER, story) ?? [])
    .filter((end) => payments.some(({ history }) => history.some((step) => isReturn(step) && step.at < end)))
    .toSorted();
  const since = latestOf(at, off.at(-1));
  const approved = approvalsBetween(story, invoice, since, FOREVER).find((one) => !isDone(one));
  if (approved) return `approved ${approved}`;
  // A mandate signed before the instruction not to retry does not lift it. An approval does, and then the plan
  // continues.
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
  // The mandate of the returned payment is still usable.
  const own = ledger.gocardless.mandates.find(({ id }) => id === payment.mandate);
  const isSame = own?.customer.email === valueAt(payers, at) && USABLE.includes(own?.status ?? "");
  return isSame ? `${said?.code}, and returns are tried again` : undefined;
}
