import type { Day } from "../../sandbox/kit/calendar";
import type { LedgerPayment } from "./ledger";
import { RETURNED } from "./statuses";
import { isTakenBack, knownSince, type Story, type WrittenInvoice } from "./story";

/**
 * An instruction about a return, given in the product or by resubmitting the payment at the provider, perhaps with a
 * day.
 */
interface Word {
  at: string;
  day?: Day;
  isHere: boolean;
}

/**
 * Finds payments for an earlier day than was agreed with the payer since the last return, in the product or at the
 * provider. The day holds for every mandate, and for submission if there was time to move the payment. Of two agreed
 * days the later one holds, unless the one in the product was agreed last. These revoke the agreement: excluding the
 * invoice or its payer, an instruction not to retry, another payer on the invoice, and cancelling its payment at the
 * provider.
 *
 * The payment must be passed as it was at `at`, when it was created or submitted.
 */
export function earlyWrongs(
  { id, chargeDate }: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  { act, at }: { act: "made" | "sent"; at: string },
): string[] {
  const words = wordsBetween(invoice, payments, story, { from: lastReturnAt(payments, at), to: at, revokedBefore: at });
  const since = knownSince(story, at);
  const here = words.findLast(({ isHere }) => isHere);
  // An approval in the product counts at once for a new payment; moving an existing one takes time.
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

/** Returns every day that was ever agreed, also if it was revoked too late: a payment may wait for any of these. */
export function agreedDays(invoice: WrittenInvoice, payments: LedgerPayment[], story: Story, at: string): Day[] {
  return wordsBetween(invoice, payments, story, { from: "", to: at, revokedBefore: knownSince(story, at) }).flatMap(
    ({ day }) => day ?? [],
  );
}

function lastReturnAt(payments: LedgerPayment[], before: string): string {
  const returns = payments.flatMap(({ history }) => history.filter(({ status }) => RETURNED.includes(status)));
  const times = returns.map(({ at }) => at).filter((at) => at < before);
  return times.toSorted().at(-1) ?? "";
}

/** Returns the instructions between two instants in their order, without those revoked before `revokedBefore`. */
export function wordsBetween(
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  story: Story,
  { from, to, revokedBefore }: { from: string; to: string; revokedBefore: string },
): Word[] {
  const stands = (given: string) =>
    given > from && given < to && !isTakenBack(story, invoice, { given, before: revokedBefore });
  const here = invoice.approvals.filter(stands).map((at) => ({
    ...{ at, isHere: true },
    day: invoice.agreed.find((one) => one.at === at)?.day,
  }));
  const ids = payments.map(({ id }) => id);
  const there = story.resubmissions
    .filter(({ payment, at }) => ids.includes(payment) && stands(at))
    .map(({ at, day }) => ({ at, day, isHere: false }));
  return [...here, ...there].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

function wasTurned(
  { payers }: WrittenInvoice,
  payments: LedgerPayment[],
  { externalCancels }: Story,
  from: string,
  to: string,
): boolean {
  const off = payments.filter(({ id }) => externalCancels.has(id)).map(({ history }) => history.at(-1)?.at ?? "");
  return [...payers.map(({ at }) => at), ...off].some((at) => at > from && at < to);
}
