import type { Day } from "@/lib/core/time/dates";

/** A document of the accounting system, as the picker shows it. */
export interface VoucherRow {
  /** The accounting system's id. */
  id: string;
  number: string;
  date: Day;
  dueDate: Day;
  contact: string;
  /** Our own id of the contact, if the document has a row here. */
  contactId: string | null;
  type: string;
  bookStatus: string;
  totalCents: number;
  openAmountCents: number;
  currency: string;
  /** Our own id, if the document has a row here. */
  invoiceId: string | null;
  /** The status of the collection that holds it. */
  status: string | null;
  reason: string | null;
  isTransferable: boolean;
}

/** The name of the checkboxes of the documents. */
export const PICK_VOUCHER = "voucher";
