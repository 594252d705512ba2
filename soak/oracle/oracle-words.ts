import type { Day } from "../../sandbox/kit/calendar";
import type { LedgerPayment } from "./ledger";
import { RETURNED } from "./statuses";
import { isTakenBack, knownSince, type Story, type WrittenInvoice } from "./story";

/** What somebody has said of a return: here, or by taking a debit up again at the provider; perhaps with a day. */
interface Word {
  at: string;
  day?: Day;
  isHere: boolean;
}

/**
 * A day was agreed with the payer since the debit last came back, here or at the provider: no debit is made for an earlier one, on
 * whatever mandate, nor sent, where there was time to move it. Of a day agreed here and one given there the later one
 * holds, unless the one here was agreed since. Whoever leaves out the invoice or its payer, says "not again", addresses it to
 * another one, or calls a debit of it off at the provider takes that back.
 *
 * @param debit as it stood when it was made, or sent, at that instant
 */
export function earlyWrongs(
  { id, chargeDate }: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  { act, at }: { act: "made" | "sent"; at: string },
): string[] {
  const words = wordsBetween(invoice, payments, story, { from: lastReturnAt(payments, at), to: at, heeded: at });
  const since = knownSince(story, at);
  const here = words.findLast(({ isHere }) => isHere);
  // What is said here is known at once to whoever makes a debit; to move one takes its time.
  if (here && here.at > since && act === "sent") return [];
  const there = words.findLast((word) => !word.isHere && word.at > (here?.at ?? "") && word.at <= since);
  const spoken = [here, there].filter((word) => word !== undefined);
  if (spoken.some((word) => wasTurned(invoice, payments, story, word.at, at))) return [];
  const [agreed] = spoken
    .flatMap(({ day }) => day ?? [])
    .toSorted()
    .reverse();
  return agreed && chargeDate < agreed ? [`${id} for ${chargeDate}, though ${agreed} was agreed`] : [];
}

/** The days that were given so at any time, any of which may be the one a debit waits for: also if it was taken back too late. */
export function agreedDays(invoice: WrittenInvoice, payments: LedgerPayment[], story: Story, at: string): Day[] {
  return wordsBetween(invoice, payments, story, { from: "", to: at, heeded: knownSince(story, at) }).flatMap(
    ({ day }) => day ?? [],
  );
}

function lastReturnAt(payments: LedgerPayment[], before: string): string {
  const returns = payments.flatMap(({ history }) => history.filter(({ status }) => RETURNED.includes(status)));
  const times = returns.map(({ at }) => at).filter((at) => at < before);
  return times.toSorted().at(-1) ?? "";
}

/** In their order, without those that were taken back until `heeded`. */
export function wordsBetween(
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  { from, to, heeded }: { from: string; to: string; heeded: string },
): Word[] {
  const stands = (given: string) =>
    given > from && given < to && !isTakenBack(story, invoice, { given, before: heeded });
  const here = invoice.approvals.filter(stands).map((at) => ({
    ...{ at, isHere: true },
    day: invoice.agreed.find((one) => one.at === at)?.day,
  }));
  const ids = payments.map(({ id }) => id);
  const there = story.takenUp
    .filter(({ payment, at }) => ids.includes(payment) && stands(at))
    .map(({ at, day }) => ({ at, day, isHere: false }));
  return [...here, ...there].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function wasTurned(
  { payers }: WrittenInvoice,
  payments: LedgerPayment[],
  { calledOff }: Story,
  from: string,
  to: string,
): boolean {
  const off = payments.filter(({ id }) => calledOff.has(id)).map(({ history }) => history.at(-1)?.at ?? "");
  return [...payers.map(({ at }) => at), ...off].some((at) => at > from && at < to);
}
