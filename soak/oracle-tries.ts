import { addDays } from "../sandbox/kit/calendar";
import type { Ledger, LedgerPayment } from "./ledger";
import { RETURNED } from "./statuses";
import { approvalsBetween, during, knownSince, originOf, type Story, type WrittenInvoice } from "./story";

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
    const back = lastReturn(others, made);
    if (!back || isCalledFor(back.at, payment, invoice, ledger, story)) continue;
    const wrong = planned >= TRIES ? `after ${planned} tries by the plan` : planWrong(back, payment, story);
    const text = `tried again ${made} as ${payment.id} on ${payment.mandate}, by nobody's word since ${back.at}`;
    if (wrong) found.push(`${text}: ${wrong}`);
    // One that was called off has asked nobody for money.
    if (payment.history.some(({ status }) => status === "submitted")) planned += 1;
  }
  return found;
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

/** A person has said so, or the payer has given the mandate since on which it is debited; whose that is, is asked elsewhere. */
function isCalledFor(
  since: string,
  payment: LedgerPayment,
  invoice: WrittenInvoice,
  { gocardless }: Ledger,
  story: Story,
): boolean {
  const isBetween = (at: string) => at > since && at < madeAt(payment);
  const origin = gocardless.mandates.find(({ id }) => id === originOf(story, payment.mandate));
  const isApproved = approvalsBetween(invoice, since, madeAt(payment)).length > 0;
  return isApproved || isBetween(origin?.history[0]?.at ?? "");
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
