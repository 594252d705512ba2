import { addDays, type Day, dayInBerlin } from "../sandbox/kit/calendar";
import type { Ledger, LedgerPayment, LedgerVoucher } from "./ledger";
import { isEntangled } from "./oracle-closing";
import { OVER, RETURNED, USABLE } from "./statuses";
import { during, originOf, payerIn, type Story, valueAt, type WrittenInvoice } from "./story";

/** Older ones wait for a person's word. */
const VERY_LATE_DAYS = 60;
/** Codes that the machine may try again by itself (domain rules, section 4: R), and how often. */
const RETRIED_CODES = ["AM04", "MS03"];
const TRIES = 2;
/** Near the start of a month, a week of rest before it: the try after a return is laid within so many days. */
const PLAN_DAYS = 45;

interface Case {
  ledger: Ledger;
  story: Story;
  today: Day;
}

/** Open, payable, with a mandate that could be used, and yet nobody collects it. */
export function lostFindings(
  invoice: WrittenInvoice,
  voucher: LedgerVoucher,
  payments: LedgerPayment[],
  { ledger, story, today }: Case,
): string[] {
  const { payers, exclusions, holds } = invoice;
  if (voucher.status !== "open" || voucher.openCents === 0 || exclusions.at(-1)?.value) return [];
  if (payments.some((payment) => !OVER.includes(payment.status))) return [];
  if (isEntangled(invoice.id, ledger)) return [];
  const until = holds.at(-1)?.value;
  if (until && until > today) return [];
  const payer = payers.at(-1)?.value ?? "";
  if (payerIn(story, payer).exclusions.at(-1)?.value) return [];
  const mandate = mandateToUse(payer, ledger, story);
  if (!mandate || voucher.dueDate < addDays(today, -VERY_LATE_DAYS)) return [];
  const open = `${voucher.openCents} open since ${voucher.dueDate}, although ${mandate.id} could be used`;
  const returned = lastReturn(payments);
  if (!returned) return [`not collected, ${open}`];
  const call = callFor(returned, invoice, payments, { ledger, story, today });
  return call ? [`not collected again after ${returned.payment.id} came back: ${call}; ${open}`] : [];
}

/** The payer's own; of several of which one came about elsewhere, the one that was chosen. */
function mandateToUse(payer: string, { gocardless }: Ledger, story: Story): { id: string } | undefined {
  const { choices, claims, shares } = payerIn(story, payer);
  const own = gocardless.mandates.filter(
    ({ id, customer, status }) =>
      customer.email === payer && USABLE.includes(status) && !story.unclaimed.has(originOf(story, id)),
  );
  if (shares.some(({ value }) => value !== null)) return undefined;
  if (own.length > 1 && claims.length > 0) return own.find(({ id }) => id === choices.at(-1)?.value);
  return own[0];
}

interface Return {
  payment: LedgerPayment;
  at: string;
}

function lastReturn(payments: LedgerPayment[]): Return | undefined {
  return payments
    .filter(({ status }) => RETURNED.includes(status))
    .map((payment) => ({ payment, at: payment.history.at(-1)?.at ?? "" }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .at(-1);
}

/** What calls for another debit after one that came back; nothing does if a person has to talk to the payer first. */
function callFor(
  { payment, at }: Return,
  { approvals, payers }: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story, today }: Case,
): string | undefined {
  const later = payments.map(({ history }) => history[0]?.at ?? "").filter((made) => made > at);
  const isDone = (since: string) => later.some((made) => made > since);
  const approved = approvals.find((one) => one > at && !isDone(one));
  if (approved) return `approved ${approved}`;
  const signature = ledger.gocardless.mandates.find(
    ({ id, customer, history, status }) =>
      story.signed.has(id) &&
      customer.email === payers.at(-1)?.value &&
      USABLE.includes(status) &&
      (history[0]?.at ?? "") > at &&
      !isDone(history[0]?.at ?? ""),
  );
  if (signature) return `a new mandate was signed`;
  const said = story.returns.findLast((one) => one.payment === payment.id);
  const isPlanOn = during(story.settings, at, "9").every(({ retriesReturns }) => retriesReturns);
  const tries = payments.filter(({ history }) => history.some(({ status }) => RETURNED.includes(status))).length - 1;
  const isTime = dayInBerlin(new Date(at)) <= addDays(today, -PLAN_DAYS);
  const isRetried = payment.status === "failed" && RETRIED_CODES.includes(said?.code ?? "");
  if (!isPlanOn || !isRetried || tries >= TRIES || !isTime || later.length > 0) return undefined;
  // The mandate on which it came back still stands.
  const own = ledger.gocardless.mandates.find(({ id }) => id === payment.mandate);
  const isSame = own?.customer.email === valueAt(payers, at) && USABLE.includes(own?.status ?? "");
  return isSame ? `${said?.code}, and returns are tried again` : undefined;
}
