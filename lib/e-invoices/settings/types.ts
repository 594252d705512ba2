/** The supplier's identity on its own e-invoices, and the term of invoices that state no due date. */
export interface EInvoiceSettings {
  /** Without blanks, in capitals; empty if unknown. */
  vatId: string;
  taxNumber: string;
  creditorIds: string[];
  dueDays: number | null;
}
