import type { Day } from "@/lib/core/dates";

/** A document of the books as the picker shows it. */
export interface VoucherRow {
  /** The books' id. */
  id: string;
  number: string;
  date: Day;
  dueDate: Day;
  contact: string;
  type: string;
  bookStatus: string;
  totalCents: number;
  openAmountCents: number;
  currency: string;
  /** Our own id, if the document is known here. */
  invoiceId: string | null;
  /** Of the debit that stands for it. */
  status: string | null;
  reason: string | null;
  isTransferable: boolean;
}

/** The name of the boxes before the documents. */
export const PICK_VOUCHER = "voucher";
