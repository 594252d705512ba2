import type { Ledger, LedgerPayment } from "./ledger";
import { OVER } from "./statuses";
import type { WrittenInvoice } from "./story";

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

/** A closing invoice asks for no more than is left: with what its down payments bring later it comes to its own sum. */
export function closingFindings(closing: WrittenInvoice, { lexware, gocardless }: Ledger): string[] {
  const downs = lexware.vouchers.filter((one) => one.closingInvoiceId === closing.id).map(({ number }) => number);
  if (downs.length === 0) return [];
  const writtenAt = closing.owed[0]?.at ?? "";
  const alive = gocardless.payments.filter(({ status }) => !OVER.includes(status));
  const own = sumOf(alive.filter(({ metadata }) => metadata.invoice === closing.number));
  const late = sumOf(alive.filter((one) => downs.includes(one.metadata.invoice ?? "") && !wasReceived(one, writtenAt)));
  const most = Math.max(...closing.owed.map(({ value }) => value));
  return own > 0 && late > 0 && own + late > most ? [`${own}, and ${late} by its down payments, of ${most}`] : [];
}

function wasReceived({ history }: LedgerPayment, before: string): boolean {
  return history.some(({ status, at }) => status === "paid_out" && at < before);
}

function sumOf(payments: LedgerPayment[]): number {
  return payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
