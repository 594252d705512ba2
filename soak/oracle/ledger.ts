import type { Day } from "@/lib/core/time/dates";

export interface LedgerPayment {
  id: string;
  mandate: string;
  amountCents: number;
  chargeDate: Day;
  metadata: Record<string, string>;
  status: string;
  /** Each entry has the charge date of that time: a resubmitted payment gets another one. */
  history: (Step & { chargeDate: Day })[];
}

/** A status and the instant at which it began (ISO, UTC). */
interface Step {
  status: string;
  at: string;
}

export interface LedgerVoucher {
  id: string;
  number: string;
  type: string;
  status: string;
  totalCents: number;
  openCents: number;
  dueDate: Day;
  /** For a down payment: the closing invoice, which deducts what the down payment had brought when that was written. */
  closingInvoiceId: string | null;
}

/** What the twins recorded (design, section 5). A checker reads no other data. */
export interface Ledger {
  gocardless: {
    payments: LedgerPayment[];
    payouts: { id: string; amountCents: number; items: { type: string; cents: number; payment: string | null }[] }[];
    mandates: { id: string; customer: { email: string | null }; status: string; history: Step[] }[];
  };
  lexware: {
    vouchers: LedgerVoucher[];
    hints: { voucherId: string; externalReference: string | null }[];
    transactions: { externalReference: string; cents: number; feeCents: number; assigned: boolean }[];
  };
  mails: { to: string; subject: string; links: string[]; at: string }[];
}
