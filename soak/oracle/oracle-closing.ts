import type { Ledger, LedgerPayment } from "./ledger";
import { metBySide } from "./oracle-debits";
import { OVER } from "./statuses";
import type { Story, WrittenInvoice } from "./story";

/**
 * True for a closing invoice with down payments, or one of these, while another one of the group still asks for money.
 * Both ask for what a down payment brings after the closing invoice was written. Only a person can decide in the
 * accounting system which of the two is owed, so one may wait for that person and for the other.
 */
export function isEntangled(id: string, { lexware, gocardless }: Ledger): boolean {
  const own = lexware.vouchers.find((one) => one.id === id);
  const partners = lexware.vouchers.filter(
    (one) => one.closingInvoiceId === id || (own?.closingInvoiceId && one.id === own.closingInvoiceId),
  );
  return partners.some(
    ({ number, status, openCents }) =>
      (status === "open" && openCents > 0) ||
      gocardless.payments.some((one) => one.metadata.invoice === number && !OVER.includes(one.status)),
  );
}

/**
 * Finds closing invoices that collect more than their own sum together with what their down payments bring later. A
 * closing invoice deducts what a down payment had brought, or people had paid otherwise, before it was written. If that
 * money was returned, the same sum may be collected again in addition. A payment that somebody else revives when the
 * other one is already with the bank is no fault of the product, as for a single invoice.
 */
export function closingFindings(closing: WrittenInvoice, { lexware, gocardless }: Ledger, story: Story): string[] {
  const downs = lexware.vouchers.filter((one) => one.closingInvoiceId === closing.id).map(({ number }) => number);
  if (downs.length === 0) return [];
  const writtenAt = closing.owed[0]?.at ?? "";
  const most = Math.max(...closing.owed.map(({ value }) => value));
  const deducted = (lexware.vouchers.find(({ id }) => id === closing.id)?.totalCents ?? 0) - most;
  const own = ofNumber(gocardless.payments, closing.number);
  const late = downs.flatMap((number) => {
    const debits = ofNumber(gocardless.payments, number);
    const received = debits.filter((one) => wasReceived(one, writtenAt));
    const isDeducted = (cents: number) =>
      cents <= Math.min(deducted, sumOf(received) + paidOtherwise(number, writtenAt, story));
    return debits.filter((one) => !received.includes(one) && !isDeducted(one.amountCents));
  });
  const [ownAlive, lateAlive] = [own.filter(isAlive), late.filter(isAlive)];
  const met = [
    ...metBySide(own, late, story, (one, other) => one.amountCents + other.amountCents > most),
    // No single payment is too much, but together they are.
    ...(sumOf(ownAlive) + sumOf(lateAlive) > most ? metBySide(ownAlive, lateAlive, story, () => true) : []),
  ];
  return met.length > 0 ? [`beside its down payments, for more than ${most}: ${met.join("; ")}`] : [];
}

/**
 * Returns the cents of a down payment that people had paid otherwise by an instant. A payment already with the bank
 * then collects that much in excess.
 */
function paidOtherwise(number: string, before: string, { invoices }: Story): number {
  const { owed = [] } = invoices.find((one) => one.number === number) ?? {};
  const sums = owed.filter(({ at }) => at < before).map(({ value }) => value);
  return Math.max(0, ...sums) - (sums.at(-1) ?? 0);
}

const isAlive = ({ status }: LedgerPayment): boolean => !OVER.includes(status);

function sumOf(payments: LedgerPayment[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function ofNumber(payments: LedgerPayment[], number: string): LedgerPayment[] {
  return payments.filter(({ metadata }) => metadata.invoice === number);
}

function wasReceived({ history }: LedgerPayment, before: string): boolean {
  return history.some(({ status, at }) => status === "paid_out" && at < before);
}
