import type { Day } from "@/lib/core/dates";

export interface LedgerPayment {
  id: string;
  mandate: string;
  amountCents: number;
  chargeDate: Day;
  metadata: Record<string, string>;
  status: string;
  /** With the day that held then: a payment that is tried again gets another. */
  history: (Step & { chargeDate: Day })[];
}

/** A state and when it was entered: an instant, ISO in UTC. */
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
  /** Of a down payment: the closing invoice that takes off what it had brought when that was written. */
  closingInvoiceId: string | null;
}

/** What the twins themselves have noted (design, section 5). An oracle reads nothing else. */
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
