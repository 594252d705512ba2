/**
 * The parts of the twins' states that the page shows. Every part may be missing, because the page must not depend on a
 * twin.
 */
export interface LexwareView {
  assignment: string;
  organisations: { id: string; name: string }[];
  connections: { id: string; organisation: string; name: string; status: string }[];
  contacts: { id: string; organisation: string; name: string; email: string | null }[];
  invoices: {
    id: string;
    organisation: string;
    type: string;
    number: string | null;
    status: string;
    isOverdue: boolean;
    isClosing: boolean;
    totalCents: number;
    openCents: number;
    dueDate: string | null;
    paymentTermLabel: string | null;
    contactName: string;
    contactEmail: string | null;
    payments: { type: string }[];
  }[];
  paymentConditions: { organisationId: string; template: string }[];
  hints: { voucherId: string; externalReference?: string; endToEndId?: string }[];
  transactions: {
    id: string;
    cents: number;
    feeCents: number | null;
    purpose: string;
    bookingDate: string;
    externalReference: string | null;
    state: string | null;
    proposedVoucherId: string | null;
  }[];
  accounts: { id: string; name: string; balanceCents: number }[];
}

export interface GoCardlessView {
  connections: { id: string; organisation: string; name?: string; email?: string; status: string }[];
  creditors: { id: string; organisation: string; name?: string; verification_status?: string }[];
  billingRequests: {
    id: string;
    status: string;
    created_at?: string;
    flows: { id: string; authorisation_url: string; expires_at?: string }[];
  }[];
  mandates: {
    id: string;
    organisation: string;
    status: string;
    reference?: string | null;
    next_possible_charge_date?: string | null;
    payer?: { email: string | null; name: string };
  }[];
  payments: {
    id: string;
    amount: number;
    charge_date: string;
    status: string;
    description?: string | null;
    reference?: string | null;
    links?: { mandate?: string };
  }[];
  payouts: { id: string; amount: number; status: string; arrival_date?: string | null; deducted_fees?: number }[];
  payoutItems: { payout: string; type: string; amount: string; links?: { payment?: string } }[];
}

export interface SevdeskView {
  clients: { id: string; name: string; apiKey: string | null }[];
  paymentMethods: { name: string }[];
  invoices: {
    id: string;
    type: string;
    number: string | null;
    status: number;
    totalCents: number;
    openCents: number;
    dueDate: string | null;
    paymentTermLabel: string | null;
    contactName: string | null;
    contactEmail: string | null;
  }[];
}

export interface DatevView {
  clients: { id: string; name: string; isPermitted: boolean }[];
  sessions: number;
  jobs: {
    id: string;
    client: string;
    filename: string;
    reference: string | null;
    records: number | null;
    result: string;
    problem: string | null;
  }[];
}

export interface StripeView {
  customers: { id: string; name: string | null; email: string | null }[];
  subscriptions: {
    id: string;
    customer: string;
    status: string;
    items: { data: { current_period_end: number; price: { lookup_key: string | null; unit_amount: number } }[] };
  }[];
}

export function viewOf<T extends object>(state: unknown): Partial<T> {
  return typeof state === "object" && state !== null ? (state as Partial<T>) : {};
}
