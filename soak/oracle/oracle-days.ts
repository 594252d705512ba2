import { addDays, type Day, rollForward } from "../../sandbox/kit/calendar";
import type { Ledger, LedgerPayment } from "./ledger";
import { waitsForChoice } from "./oracle-mandates";
import { agreedDays } from "./oracle-words";
import { OVER, RETURNED, USABLE } from "./statuses";
import {
  actedBy,
  approvalsBetween,
  during,
  knownSince,
  latestPossible,
  payerIn,
  type Story,
  startOf,
  valueAt,
  type WrittenInvoice,
} from "./story";

/**
 * A debit is for the wished day, or if that has gone for the first one that is possible (domain rules, section 2). What
 * is possible counts from the end of the last hindrance: anything done to the invoice, its payer's mandate or the
 * settings, the end of an earlier debit, the day until which it was put off. After it the product has two fair days to
 * act, be it by moving a debit that was there before; without them one that came after it counts from its making, so that
 * bad weather explains a late one, but never one that was made for a later day than need be. Tries after a return have
 * days of their own and are left out.
 */
export function lateWrongs(
  payment: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story, at }: { ledger: Ledger; story: Story; at: string },
): string[] {
  const made = payment.history[0]?.at ?? "";
  // Down payments and closing invoices of one payer wait for each other: what one claims the other may claim, too.
  if (invoice.isPart) return [];
  if (isPlannedTry(payments, invoice, made, ledger, story)) return [];
  // What is under way takes its course: nobody knows on which mandate it would be begun anew.
  if (waitsForChoice(valueAt(invoice.payers, at), ledger, story, at)) return [];
  const hindrance = lastHindrance(invoice, payments, { ledger, story, at });
  const acted = actedBy(story, hindrance);
  const latestAct = hindrance > made ? at : made;
  const possible = latestPossible(acted !== undefined && acted < latestAct ? acted : latestAct);
  const since = knownSince(story, at);
  // Without a contract nothing is moved: what is under way takes its course, also if the settings change in the same moment.
  if (during(story.contracts, since, at).includes(false)) return [];
  const wish = [...during(invoice.dueDates, since, at), ...during(invoice.holds, since, at)]
    .filter((day): day is Day => day !== null)
    .sort()
    .at(-1);
  const least = Math.min(...during(story.settings, since, at).map(({ daysEarlier }) => daysEarlier));
  const wanted = addDays(wish ?? possible, -least);
  const [latestOf] = [wanted, possible, ...agreedDays(invoice, payments, story, at)].toSorted().reverse();
  const latest = rollForward(latestOf ?? possible);
  return payment.chargeDate > latest ? [`${latest} was possible, nothing stood against it since ${hindrance}`] : [];
}

/** Whether it follows on a return by the plan: neither a person's word that stands nor a new signature came between. */
function isPlannedTry(
  payments: LedgerPayment[],
  invoice: WrittenInvoice,
  made: string,
  { gocardless }: Ledger,
  story: Story,
): boolean {
  const ends = payments.flatMap(({ history }) => history.filter(({ status }) => RETURNED.includes(status)));
  const last = ends
    .map(({ at }) => at)
    .filter((at) => at < made)
    .sort()
    .at(-1);
  if (last === undefined) return false;
  const signatures = gocardless.mandates
    .filter(({ id, customer }) => story.signed.has(id) && customer.email === valueAt(invoice.payers, made))
    .map(({ history }) => history[0]?.at ?? "");
  const isSignedSince = signatures.some((at) => at > last && at < made);
  return !isSignedSince && approvalsBetween(story, invoice, last, made).length === 0;
}

/** When something last stood against a debit, or was said about it, before an instant; empty if nothing ever did. */
export function lastHindrance(
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story, at }: { ledger: Ledger; story: Story; at: string },
): string {
  const { payers, owed, dueDates, exclusions, holds, hurries, approvals, stops } = invoice;
  const said = payers.map(({ value }) => payerIn(story, value));
  const lists: { at: string }[][] = [
    ...[payers, owed, dueDates, exclusions, holds, hurries],
    ...[story.settings, story.contracts, story.verifications],
    ...said.flatMap((one) => [one.exclusions, one.shares, one.choices, one.claims.map((claimed) => ({ at: claimed }))]),
  ];
  // Of whoever pays for another one, too.
  const emails = [...payers, ...said.flatMap((one) => one.shares)].map((one) => one.value);
  const mandates = ledger.gocardless.mandates.filter(({ customer }) => emails.includes(customer.email ?? ""));
  const times = [
    ...lists.flatMap((list) => list.map((one) => one.at)),
    ...[...approvals, ...stops],
    ...holds.flatMap(({ value }) => (value ? [startOf(value)] : [])),
    ...mandates.flatMap(turns),
    ...payments.flatMap(({ history }) => history.filter(({ status }) => OVER.includes(status)).map((step) => step.at)),
  ];
  return (
    times
      .filter((one) => one < at)
      .sort()
      .at(-1) ?? ""
  );
}

/** When a mandate became usable, or ceased to be so. */
function turns({ history }: { history: { status: string; at: string }[] }): string[] {
  return history
    .filter(({ status }, index) => index === 0 || isUsable(status) !== isUsable(history[index - 1]?.status ?? ""))
    .map(({ at }) => at);
}

function isUsable(status: string): boolean {
  return USABLE.includes(status);
}
