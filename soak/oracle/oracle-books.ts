import type { Ledger, LedgerPayment, LedgerVoucher } from "./ledger";
import { OVER } from "./statuses";
import { actedBy, during, FOREVER, type Story, type WrittenInvoice } from "./story";

/** Checks that a paid-out payment is booked on its invoice, with one hint that names the booking line. */
export function bookFindings(
  { id, owed }: WrittenInvoice,
  voucher: LedgerVoucher,
  payments: LedgerPayment[],
  { gocardless, lexware }: Ledger,
  story: Story,
): string[] {
  if (!story.isBooked) return [];
  // A payment that was cancelled, or returned before it was paid out, has left nothing in the accounting system.
  const asked = payments.filter(({ status, history }) => !OVER.includes(status) || wasPaidOut(history));
  const [only] = asked;
  const payout = gocardless.payouts.find(({ items }) => items.some(({ payment }) => payment === only?.id));
  const wanted = owed.at(-1)?.value ?? 0;
  // A returned payment has a booking if it was booked before the return.
  const hasArrived = only?.status === "paid_out" && !(payout && story.bounced.has(payout.id));
  if (!only || asked.length > 1 || !hasArrived) return [];
  // Lexware takes one hint per invoice. Money that arrives a second time, after the first was returned, is for a person
  // to assign.
  if (only.history.filter(({ status }) => status === "paid_out").length > 1) return [];
  // If the payer paid part of it otherwise meanwhile, the payment does not fit the open amount, even if the amount
  // rises later.
  const [madeAt, bookedAt] = [only.history[0]?.at ?? "", only.history.at(-1)?.at ?? ""];
  if (during(owed, madeAt, actedBy(story, bookedAt) ?? FOREVER).some((open) => open < only.amountCents)) return [];
  const found: string[] = [];
  // A voided invoice has nothing open, whatever was booked on it before.
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
 * Checks that every payout equals the sum of its items and is booked once, and that its booking lines balance. A payout
 * that bounced is either fully booked, from before it bounced, or not booked at all. If nothing is booked, only the items
 * are checked.
 */
export function payoutFindings(
  { gocardless, lexware }: Ledger,
  { bounced, isBooked }: Story,
): { text: string; cents: number }[] {
  const found: { text: string; cents: number }[] = [];
  const note = (text: string, cents = 0) => void found.push({ text, cents });
  const ids = new Set(gocardless.payouts.map((payout) => payout.id));
  let paid = 0;
  for (const { id, amountCents, items } of gocardless.payouts) {
    // Fees have fractions of a cent, which floating-point numbers do not add exactly.
    const sum = Number(items.reduce((total, item) => total + item.cents, 0).toFixed(4));
    if (Math.round(sum) !== amountCents)
      note(`${id} of ${amountCents} has items of ${sum}`, Math.round(sum) - amountCents);
    if (!isBooked) continue;
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
