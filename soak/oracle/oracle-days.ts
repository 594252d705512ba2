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
 * Finds payments with a later charge date than necessary. A payment is for the wanted day or, if that has passed, for
 * the first possible one (domain rules, section 2). What is possible counts from the end of the last blocker. A blocker
 * is a change of the invoice, of its payer's mandate or of the settings. The end of an earlier payment or of a hold is
 * one, too.
 *
 * After the blocker the product has two fault-free days to act, which includes moving an existing payment. Without
 * them, a payment created after the blocker counts from its creation. Injected faults therefore excuse a late payment,
 * but never one created for a later day than necessary. Retries by the plan have days of their own and are not checked
 * here.
 */
export function lateWrongs(
  payment: LedgerPayment,
  invoice: WrittenInvoice,
  payments: LedgerPayment[],
  { ledger, story, at }: { ledger: Ledger; story: Story; at: string },
): string[] {
  const made = payment.history[0]?.at ?? "";
  // Down payments and closing invoices of one payer wait for each other, because both may ask for the same money.
  if (invoice.isPart) return [];
  if (isPlannedTry(payments, invoice, made, ledger, story)) return [];
  // A payment in flight stays as it is while nobody has chosen the mandate for a new one.
  if (waitsForChoice(valueAt(invoice.payers, at), ledger, story, at)) return [];
  const hindrance = lastHindrance(invoice, payments, { ledger, story, at });
  const acted = actedBy(story, hindrance);
  const latestAct = hindrance > made ? at : made;
  const possible = latestPossible(acted !== undefined && acted < latestAct ? acted : latestAct);
  const since = knownSince(story, at);
  // Without a contract the product moves nothing, even if the settings change at the same moment. Payments in flight
  // continue.
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

/**
 * True if the retry plan made the payment: after the return there was neither an approval in force nor a new signature.
 */
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

/** Returns when something last blocked the payment or was decided about it, before an instant; empty if nothing did. */
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
  // Includes the payers whose mandate is shared with this one.
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

/** Returns the instants at which a mandate became usable or unusable. */
function turns({ history }: { history: { status: string; at: string }[] }): string[] {
  return history
    .filter(({ status }, index) => index === 0 || isUsable(status) !== isUsable(history[index - 1]?.status ?? ""))
    .map(({ at }) => at);
}

function isUsable(status: string): boolean {
  return USABLE.includes(status);
}
