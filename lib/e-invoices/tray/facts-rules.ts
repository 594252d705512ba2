import type { EInvoice } from "@/lib/e-invoices/reading/types";

/** Shortens an account number to its first and last four characters. The whole number is only in the file. */
export function maskAccount(account: string): string {
  return account.length > 8 ? `${account.slice(0, 4)}…${account.slice(-4)}` : account;
}

/** Returns what an invoice states, as it is stored with its file: with shortened account numbers. */
export function factsOf(invoice: EInvoice): EInvoice {
  const { debtorIban, creditIbans } = invoice;
  return {
    ...invoice,
    ...(debtorIban === undefined ? {} : { debtorIban: maskAccount(debtorIban) }),
    creditIbans: creditIbans.map(maskAccount),
  };
}
