import type { Ledger, LedgerPayment } from "./ledger";
import { metBySide } from "./oracle-debits";
import { OVER } from "./statuses";
import type { Story, WrittenInvoice } from "./story";

/**
 * Whether it is a closing invoice with down payments, or one of these. What a down payment brings after the closing
 * invoice was written is asked for by both, and only a person can say in the books by which it is owed: one of them may wait
 * for that, and for the other.
 */
export function isEntangled(id: string, { lexware }: Ledger): boolean {
  return lexware.vouchers.some(
    (one) => one.closingInvoiceId !== null && (one.id === id || one.closingInvoiceId === id),
  );
}

/**
 * A closing invoice asks for no more than is left: with what its down payments bring later it comes to its own sum. What
 * somebody else revives when the other debit is with the bank already is not the product's doing, as with one invoice alone.
 */
export function closingFindings(closing: WrittenInvoice, { lexware, gocardless }: Ledger, story: Story): string[] {
  const downs = lexware.vouchers.filter((one) => one.closingInvoiceId === closing.id).map(({ number }) => number);
  if (downs.length === 0) return [];
  const writtenAt = closing.owed[0]?.at ?? "";
  const alive = gocardless.payments.filter(({ status }) => !OVER.includes(status));
  const ownOnes = alive.filter(({ metadata }) => metadata.invoice === closing.number);
  const lateOnes = alive.filter((one) => downs.includes(one.metadata.invoice ?? "") && !wasReceived(one, writtenAt));
  const [own, late] = [sumOf(ownOnes), sumOf(lateOnes)];
  const most = Math.max(...closing.owed.map(({ value }) => value));
  if (own === 0 || late === 0 || own + late <= most) return [];
  const met = metBySide(ownOnes, lateOnes, story);
  return met.length > 0 ? [`${own}, and ${late} by its down payments, of ${most}: ${met.join("; ")}`] : [];
}

function wasReceived({ history }: LedgerPayment, before: string): boolean {
  return history.some(({ status, at }) => status === "paid_out" && at < before);
}

function sumOf(payments: LedgerPayment[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
