import type { Ledger, LedgerPayment, LedgerVoucher } from "./ledger";
import { OVER } from "./statuses";
import { actedBy, during, FOREVER, type Story, type WrittenInvoice } from "./story";

/** What a debit brought is booked on its invoice, by one hint, with the line of the account that it names. */
export function bookFindings(
  { id, owed }: WrittenInvoice,
  voucher: LedgerVoucher,
  payments: LedgerPayment[],
  { gocardless, lexware }: Ledger,
  story: Story,
): string[] {
  // What was called off, or came back before it was paid out, has left nothing in the books.
  const asked = payments.filter(({ status, history }) => !OVER.includes(status) || wasPaidOut(history));
  const [only] = asked;
  const payout = gocardless.payouts.find(({ items }) => items.some(({ payment }) => payment === only?.id));
  const wanted = owed.at(-1)?.value ?? 0;
  // Money that came back is in the books if it was booked before that.
  const hasArrived = only?.status === "paid_out" && !(payout && story.bounced.has(payout.id));
  if (!only || asked.length > 1 || !hasArrived) return [];
  // Of an invoice Lexware takes one hint: money that came a second time, after somebody took back the first, is a person's to assign.
  if (only.history.filter(({ status }) => status === "paid_out").length > 1) return [];
  // What was paid otherwise meanwhile leaves no room for all of it, even if more is asked for later.
  const [madeAt, bookedAt] = [only.history[0]?.at ?? "", only.history.at(-1)?.at ?? ""];
  if (during(owed, madeAt, actedBy(story, bookedAt) ?? FOREVER).some((open) => open < only.amountCents)) return [];
  const found: string[] = [];
  // Of one that was voided afterwards nothing is open, whatever was booked.
  const left = voucher.status === "voided" ? 0 : wanted - only.amountCents;
  if (voucher.openCents !== left) found.push(`paid out, but ${voucher.openCents} open in the books, not ${left}`);
  const hints = lexware.hints.filter((hint) => hint.voucherId === id);
  if (hints.length !== 1) found.push(`paid out, but ${hints.length} hints in the books`);
  const line = lexware.transactions.find((one) => one.externalReference === hints[0]?.externalReference);
  if (line?.cents !== only.amountCents) found.push(`paid out, but the line that is hinted at is of ${line?.cents}`);
  if (line && !line.assigned) found.push(`paid out, but ${line.externalReference} is assigned to nothing`);
  return found;
}

const wasPaidOut = (history: LedgerPayment["history"]): boolean => history.some(({ status }) => status === "paid_out");

/**
 * Every payout adds up, stands in the books once, and its lines come to nothing together. One that bounced does so if it
 * was booked before, and else is not in the books at all.
 */
export function payoutFindings({ gocardless, lexware }: Ledger, { bounced }: Story): { text: string; cents: number }[] {
  const found: { text: string; cents: number }[] = [];
  const note = (text: string, cents = 0) => void found.push({ text, cents });
  const ids = new Set(gocardless.payouts.map((payout) => payout.id));
  let paid = 0;
  for (const { id, amountCents, items } of gocardless.payouts) {
    // Fees come in parts of a cent, which floats do not add up exactly.
    const sum = Number(items.reduce((total, item) => total + item.cents, 0).toFixed(4));
    if (Math.round(sum) !== amountCents)
      note(`${id} of ${amountCents} has items of ${sum}`, Math.round(sum) - amountCents);
    const lines = lexware.transactions.filter((line) => line.externalReference === id);
    if (lines.length === 0 && bounced.has(id)) continue;
    paid += amountCents;
    if (lines.length !== 1) note(`${id} stands ${lines.length} times in the books`, (lines.length - 1) * amountCents);
    else if (lines[0]?.cents !== -amountCents)
      note(`${id} of ${amountCents} is booked as ${lines[0]?.cents}`, amountCents + (lines[0]?.cents ?? 0));
  }
  const booked = lexware.transactions
    .filter((line) => !ids.has(line.externalReference))
    .reduce((total, line) => total + line.cents + line.feeCents, 0);
  if (booked !== paid) note(`paid out ${paid}, but the books know of ${booked}`, paid - booked);
  const references = lexware.transactions.map((line) => line.externalReference);
  for (const reference of new Set(references)) {
    const times = references.filter((one) => one === reference).length;
    if (times > 1) note(`line ${reference} stands ${times} times in the books`);
  }
  return found;
}
