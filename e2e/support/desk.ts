import { test } from "@playwright/test";
import type { Day } from "../../sandbox/kit/calendar";
import { ALONE } from "./projects";

/**
 * Drives the outside world through the twins' control panel: people at the vendors, payers, banks, and the calendar
 * (design, section 5).
 */
const BASE = `http://127.0.0.1:${process.env.SANDBOX_PORT ?? 4200}`;

export async function deskCall<T>(path: string, body?: object, method = body ? "POST" : "GET"): Promise<T> {
  const response = await fetch(`${BASE}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: body ? JSON.stringify(body) : undefined,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`desk: ${method} ${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

export interface Payer {
  name: string;
  email: string | null;
  language?: "de" | "en";
}

export interface AccountingInvoice {
  id: string;
  number: string;
  status: string;
  totalCents: number;
  openCents: number;
  dueDate: Day;
  contactId: string | null;
}

export interface NewInvoice {
  organisation: string;
  contact: Payer | null;
  amountCents: number;
  dueDate?: Day;
  paymentTermLabel?: string;
  type?: string;
  /** The organisation's next number, if none is given. */
  number?: string;
  /** For a final invoice: the down payments that it deducts, each by the amount paid so far. */
  deductions?: string[];
}

type InvoiceStep = "undo-assignment" | "pay" | "part-pay" | "void" | "credit" | "change" | "delete";
type SevdeskStep = "reopen" | "pay" | "part-pay" | "void" | "change";
type PaymentStep =
  | "submit"
  | "confirm"
  | "fail"
  | "late-fail"
  | "charge-back"
  | "settle"
  | "retry"
  | "pay-out"
  | "refund";
type MandateStep = "sign" | "fail" | "cancel" | "expire" | "transfer" | "replace";

export const books = {
  write: async (invoice: NewInvoice): Promise<AccountingInvoice> => await deskCall("/lexware/invoices", invoice),
  invoice: async (id: string, step: InvoiceStep, body: object = {}): Promise<AccountingInvoice> =>
    await deskCall(`/lexware/invoices/${id}/${step}`, body),
  changeContact: async (
    id: string,
    change: { name?: string; email?: string | null; otherEmail?: string },
  ): Promise<void> => await deskCall(`/lexware/contacts/${id}/change`, change),
  revoke: async (connectionId: string): Promise<void> =>
    await deskCall(`/lexware/connections/${connectionId}/revoke`, {}),
  /** Closes the bookkeeping up to a day; without a day it is open again. */
  close: async (organisation: string, until?: Day): Promise<void> =>
    await deskCall(`/lexware/organisations/${organisation}/close`, { until }),
};

export const sevdesk = {
  /** Opens a firm's own account there and returns the API key that its user would copy. */
  open: async (name: string): Promise<{ id: string; apiKey: string }> => await deskCall("/sevdesk/clients", { name }),
  turnKey: async (client: string): Promise<{ apiKey: string }> => await deskCall("/sevdesk/keys/rotate", { client }),
  revokeKey: async (client: string): Promise<void> => await deskCall("/sevdesk/keys/revoke", { client }),
  invoice: async (id: string, step: SevdeskStep, body: object = {}): Promise<AccountingInvoice> =>
    await deskCall(`/sevdesk/invoices/${id}/${step}`, body),
  changeContact: async (id: string, change: { name?: string; email?: string | null }): Promise<void> =>
    await deskCall(`/sevdesk/contacts/${id}/change`, change),
  write: async (invoice: Omit<NewInvoice, "organisation"> & { client: string }): Promise<AccountingInvoice> =>
    await deskCall("/sevdesk/invoices", invoice),
};

export const bank = {
  payment: async (id: string, step: PaymentStep, body: object = {}): Promise<void> =>
    await deskCall(`/gocardless/payments/${id}/${step}`, body),
  /** Acts on a mandate, or on the newest mandate of the payer with this e-mail. */
  mandate: async (idOrEmail: string, step: MandateStep, body: object = {}): Promise<{ mandate: { id: string } }> =>
    await deskCall(`/gocardless/mandates/${idOrEmail}/${step}`, body),
  /** Creates a mandate that another tool of the supplier made. */
  addForeignMandate: async (body: { organisation: string; customer: object }): Promise<{ mandate: { id: string } }> =>
    await deskCall("/gocardless/mandates", body),
  /** Creates a payment that another tool of the supplier made. */
  addForeignPayment: async (body: { mandate: string; amountCents: number }): Promise<{ payment: { id: string } }> =>
    await deskCall("/gocardless/payments", body),
  bounce: async (payoutId: string): Promise<void> => await deskCall(`/gocardless/payouts/${payoutId}/bounce`, {}),
  verify: async (organisation: string, verificationStatus: "successful" | "in_review" | "action_required") =>
    await deskCall("/gocardless/creditor", { organisation, verificationStatus }),
  revoke: async (organisation: string): Promise<void> =>
    await deskCall(`/gocardless/connections/${organisation}/revoke`, {}),
};

/** Moves the day for everybody, so payments of other tests are debited and paid out, too. */
async function moveCalendar(change: { advanceDays: number } | { setDate: Day }): Promise<void> {
  if (test.info().project.name !== ALONE) throw new Error("a test that moves the calendar needs the tag @alone");
  await deskCall("/clock", change);
}

export const calendar = {
  today: async (): Promise<Day> => (await deskCall<{ today: Day }>("/clock")).today,
  advance: (advanceDays: number): Promise<void> => moveCalendar({ advanceDays }),
  advanceTo: (setDate: Day): Promise<void> => moveCalendar({ setDate }),
};

export const faults = {
  add: async (fault: {
    provider: string;
    kind: string;
    match?: object;
    times?: number;
    fields?: object;
  }): Promise<{ id: string }> => await deskCall("/faults", fault),
  remove: async ({ id }: { id: string }): Promise<void> => await deskCall(`/faults/${id}`, undefined, "DELETE"),
  clear: async (): Promise<void> => await deskCall("/faults", undefined, "DELETE"),
};

export interface LedgerPayment {
  id: string;
  organisation: string;
  mandate: string;
  amountCents: number;
  chargeDate: Day;
  reference: string | null;
  metadata: Record<string, string>;
  status: string;
  history: { status: string; at: string }[];
}

export interface LedgerPayout {
  id: string;
  organisation: string;
  amountCents: number;
  items: { type: string; cents: number; payment: string | null }[];
}

interface Ledger {
  gocardless: {
    payments: LedgerPayment[];
    payouts: LedgerPayout[];
    mandates: { id: string; organisation: string; customer: { email: string | null; name: string }; status: string }[];
  };
  lexware: {
    vouchers: (AccountingInvoice & { organisation: string })[];
    hints: { voucherId: string; externalReference: string | null }[];
    transactions: { externalReference: string; cents: number; feeCents: number; assigned: boolean }[];
  };
  sevdesk: {
    invoices: { id: string; openCents: number; totalCents: number; paidCents: number }[];
    transactions: { id: string; client: string; cents: number; purpose: string | null; status: number }[];
    bookings: { invoice: string; transaction: string; type: string; cents: number }[];
  };
  mails: { to: string; subject: string; links: string[]; at: string }[];
}

/** The twins' own records of the money. */
export const ledger = {
  read: async (): Promise<Ledger> => await deskCall("/ledger"),
  payments: async (organisation: string): Promise<LedgerPayment[]> =>
    (await ledger.read()).gocardless.payments.filter((payment) => payment.organisation === organisation),
  payouts: async (organisation: string): Promise<LedgerPayout[]> =>
    (await ledger.read()).gocardless.payouts.filter((payout) => payout.organisation === organisation),
  mandates: async (organisation: string) =>
    (await ledger.read()).gocardless.mandates.filter((mandate) => mandate.organisation === organisation),
  voucher: async (id: string) => (await ledger.read()).lexware.vouchers.find((voucher) => voucher.id === id),
  /** Returns the open amount of a document, from the accounting twin that holds it. */
  openCents: async (id: string): Promise<number | undefined> => {
    const { lexware, sevdesk } = await ledger.read();
    return [...lexware.vouchers, ...sevdesk.invoices].find((row) => row.id === id)?.openCents;
  },
  /** Returns the lines by which the accounting twin booked a payout from the transfer account. */
  bookingsOf: async (payoutId: string): Promise<{ cents: number }[]> => {
    const { lexware, sevdesk } = await ledger.read();
    const isIts = (reference: string | null) =>
      reference === payoutId || reference?.startsWith(`${payoutId} `) === true;
    return [
      ...lexware.transactions.filter((line) => isIts(line.externalReference)),
      ...sevdesk.transactions.filter((line) => isIts(line.purpose)),
    ];
  },
  hint: async (voucherId: string) => (await ledger.read()).lexware.hints.find((hint) => hint.voucherId === voucherId),
};
