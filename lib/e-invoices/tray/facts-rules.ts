import type { EInvoice, InvoiceLine } from "@/lib/e-invoices/reading/types";

/** Shortens an account number to its first and last four characters. The whole number is only in the file. */
export function maskAccount(account: string): string {
  return account.length > 8 ? `${account.slice(0, 4)}…${account.slice(-4)}` : account;
}

/** The facts of an invoice that are stored with its file. Its lines are stored apart. */
export type StoredFacts = Omit<EInvoice, "lines">;

/** Returns an invoice as it is stored with its file: its facts with shortened account numbers, and its lines. */
export function factsOf({ lines, ...invoice }: EInvoice): { facts: StoredFacts; lines: InvoiceLine[] } {
  const { debtorIban, creditIbans } = invoice;
  const facts = {
    ...invoice,
    ...(debtorIban === undefined ? {} : { debtorIban: maskAccount(debtorIban) }),
    creditIbans: creditIbans.map(maskAccount),
  };
  return { facts, lines };
}
