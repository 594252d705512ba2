import type { Ledger, LedgerVoucher } from "./ledger";
import type { Story, WrittenInvoice } from "./story";

/** Returns the twins' ledger with the documents that the supplier wrote, which no accounting system has. */
export function withDocuments(ledger: Ledger, { invoices }: Story): Ledger {
  return { ...ledger, lexware: { vouchers: invoices.map(documentOf), hints: [], transactions: [] } };
}

/** Returns an e-invoice as an accounting system would list it, as far as people have changed it. */
export function documentOf({ id, number, owed, dueDates }: WrittenInvoice): LedgerVoucher {
  const openCents = owed.at(-1)?.value ?? 0;
  return {
    ...{ id, number, type: "invoice", closingInvoiceId: null, totalCents: owed[0]?.value ?? 0, openCents },
    status: openCents > 0 ? "open" : "voided",
    dueDate: dueDates.at(-1)?.value ?? "",
  };
}
