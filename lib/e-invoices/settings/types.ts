/** Who the supplier is on its own e-invoices, and when an invoice without a due date is due. */
export interface EInvoiceSettings {
  /** Without blanks, in capitals; empty if unknown. */
  vatId: string;
  taxNumber: string;
  creditorIds: string[];
  dueDays: number | null;
}
