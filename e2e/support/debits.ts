import { type AccountingInvoice, bank, type LedgerPayment, ledger, type Payer } from "./desk";
import { mailbox } from "./mailbox";
import { awaitStatuses } from "./rows";
import { type DebitInvoice, newPayer, requestSyncWithoutWebhooks, type Supplier, writeInvoice } from "./supplier";

export interface Debit {
  invoice: AccountingInvoice;
  payer: Payer & { email: string };
  payment: LedgerPayment;
}

/** Creates an invoice whose payer has signed and whose payment exists at GoCardless, not yet submitted. */
export async function debitUnderWay(
  supplier: Supplier,
  given: Partial<Omit<DebitInvoice, "payer">> = {},
  payer = newPayer(),
): Promise<Debit> {
  const invoice = await writeInvoice(supplier, { ...given, payer });
  await requestSyncWithoutWebhooks(supplier);
  await mailbox.letter(payer.email);
  await bank.mandate(payer.email, "sign", { organisation: supplier.account });
  await awaitStatuses(supplier, invoice, ["created"]);
  return { invoice, payer, payment: await onlyPayment(supplier, invoice) };
}

/** Returns the payments with the invoice's number, oldest first. */
export async function paymentsFor(
  supplier: Supplier,
  invoice: Pick<AccountingInvoice, "number">,
): Promise<LedgerPayment[]> {
  return (await ledger.payments(supplier.account)).filter((payment) => payment.metadata.invoice === invoice.number);
}

/**
 * Returns the invoice's payments that can still bring money: none or one.
 *
 * @throws Error if there is more than one
 */
export async function openPayments(
  supplier: Supplier,
  invoice: Pick<AccountingInvoice, "number">,
): Promise<LedgerPayment[]> {
  const OVER = ["cancelled", "failed", "charged_back"];
  const open = (await paymentsFor(supplier, invoice)).filter((payment) => !OVER.includes(payment.status));
  if (open.length > 1) throw new Error(`${open.length} open payments for ${invoice.number}`);
  return open;
}

async function onlyPayment(supplier: Supplier, invoice: AccountingInvoice): Promise<LedgerPayment> {
  const [payment, ...more] = await paymentsFor(supplier, invoice);
  if (!payment || more.length > 0)
    throw new Error(`expected one payment for ${invoice.number}, found ${more.length + 1}`);
  return payment;
}
