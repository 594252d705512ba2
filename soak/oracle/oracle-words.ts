import type { Day } from "../../sandbox/kit/calendar";
import type { LedgerPayment } from "./ledger";
import { RETURNED } from "./statuses";
import { approvalsBetween, knownSince, payerIn, type Story, type WrittenInvoice } from "./story";

/** What somebody has said of a return: here, or by taking a debit up again at the provider; perhaps with a day. */
interface Word {
  at: string;
  day?: Day;
  isHere: boolean;
}

/**
 * A day was agreed with the payer since the debit last came back, here or at the provider: no debit is made for an earlier one, on
 * whatever mandate, nor sent, where there was time to move it. Of a day agreed here and one given there the later one
 * holds, unless the one here was agreed since. Whoever leaves out the invoice or its payer, addresses it to another one, or calls a
 * debit of it off at the provider takes that back.
 *
 * @param debit as it stood when it was made, or sent, at that instant
 */
export function earlyWrongs(
  { id, chargeDate }: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  at: string,
): string[] {
  const words = wordsBefore(invoice, payments, story, at);
  const since = knownSince(story, at);
  const here = words.findLast(({ isHere }) => isHere);
  const there = words.findLast(({ isHere, at: given }) => !isHere && given > (here?.at ?? ""));
  const spoken = [here, there].filter((word) => word !== undefined);
  // What was said too late to be heeded may have been heeded all the same.
  if (spoken.some((word) => word.at > since || wasTakenBack(invoice, payments, story, word.at, at))) return [];
  const [agreed] = spoken
    .flatMap(({ day }) => day ?? [])
    .toSorted()
    .reverse();
  return agreed && chargeDate < agreed ? [`${id} for ${chargeDate}, though ${agreed} was agreed`] : [];
}

/** The days that were given so, any of which may be the one a debit waits for. */
export function agreedDays(invoice: WrittenInvoice, payments: LedgerPayment[], story: Story, at: string): Day[] {
  return wordsBefore(invoice, payments, story, at).flatMap(({ day }) => day ?? []);
}

/** In their order, since a debit of the invoice last came back. */
function wordsBefore(invoice: WrittenInvoice, payments: LedgerPayment[], story: Story, at: string): Word[] {
  const returns = payments.flatMap(({ history }) => history.filter(({ status }) => RETURNED.includes(status)));
  const times = returns.map((step) => step.at).filter((time) => time < at);
  const back = times.toSorted().at(-1);
  if (back === undefined) return [];
  const here = approvalsBetween(story, invoice, back, at).map((given) => ({
    ...{ at: given, isHere: true },
    day: invoice.agreed.find((one) => one.at === given)?.day,
  }));
  const ids = payments.map(({ id }) => id);
  const there = story.takenUp
    .filter(({ payment, at: given }) => ids.includes(payment) && given > back && given < at)
    .map(({ at: given, day }) => ({ at: given, day, isHere: false }));
  return [...here, ...there].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function wasTakenBack(
  { payers, exclusions }: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  from: string,
  to: string,
): boolean {
  const ofPayers = payers.flatMap(({ value }) => payerIn(story, value).exclusions);
  const times = [...payers, ...exclusions, ...ofPayers].map(({ at }) => at);
  const off = payments.filter(({ id }) => story.calledOff.has(id)).map(({ history }) => history.at(-1)?.at ?? "");
  return [...times, ...off].some((at) => at > from && at < to);
}
