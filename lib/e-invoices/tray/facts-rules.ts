import type { EInvoice, InvoiceLine } from "@/lib/e-invoices/reading/types";

/** Shortens an account number to its first and last four characters. The whole number is only in the file. */
export function maskAccount(account: string): string {
  return account.length > 8 ? `${account.slice(0, 4)}…${account.slice(-4)}` : account;
}

/** What an invoice states, without its lines. */
export type StoredFacts = Omit<EInvoice, "lines">;

/** Returns what an invoice states, as it is stored with its file: with shortened account numbers, and its lines apart. */
export function factsOf({ lines, ...invoice }: EInvoice): { facts: StoredFacts; lines: InvoiceLine[] } {
  const { debtorIban, creditIbans } = invoice;
  const facts = {
    ...invoice,
    ...(debtorIban === undefined ? {} : { debtorIban: maskAccount(debtorIban) }),
    creditIbans: creditIbans.map(maskAccount),
  };
  return { facts, lines };
}
