import type { Day } from "@/lib/core/dates";
import type { Cents } from "@/lib/core/money";
import type { MandateStatus } from "@/lib/core/prisma/enums";

export interface Creditor {
  id: string;
  name: string;
  city: string | null;
  /** Creditor identifier (Gläubiger-ID) that stands on the payer's statement. */
  identifier: string | null;
  /** `successful` lets money flow; `in_review` and `action_required` do not. */
  verificationStatus: string;
}

/** What collects at the provider by itself, because another programme or the supplier there has set it up. */
export interface OtherEngines {
  /** `cents`: what one turn of all of them takes. */
  subscriptions: { count: number; cents: Cents };
  /** `cents`: whole plans, also what of them is paid already. */
  instalments: { count: number; cents: Cents };
}

/** What the payer's page at the provider starts with; the payer can change all of it. */
export interface PayerDetails {
  companyName: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  street: string;
  zip: string;
  city: string;
  countryCode: string;
}

export interface SigningState {
  /** `open`: a page can be shown; `signed`: the mandate exists or is being made; `closed`: neither. */
  state: "open" | "signed" | "closed";
  mandateId: string | null;
}

export interface ProviderMandate {
  id: string;
  status: MandateStatus;
  reference: string;
  scheme: string;
  nextPossibleChargeDate: Day | null;
  customerId: string | null;
  bankAccountId: string | null;
  /** The mandate that took its place when the scheme gave it a new number. */
  newMandateId: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
  /** When it was asked for: what was stored since may be newer. */
  askedAt?: Date;
}

export interface ProviderPayer {
  id: string;
  name: string;
  email: string;
}

export type PaymentState =
  | "pending_customer_approval"
  | "pending_submission"
  | "submitted"
  | "confirmed"
  | "paid_out"
  | "cancelled"
  | "customer_approval_denied"
  | "failed"
  | "charged_back";

export interface ProviderPayment {
  id: string;
  amountCents: Cents;
  status: PaymentState;
  /** Null where the vendor does not say it (yet). */
  chargeDate: Day | null;
  mandateId: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
}

export interface NewPayment {
  mandateId: string;
  amountCents: Cents;
  chargeDate: Day;
  /** Bank text, at most 140 characters of the SEPA set. */
  reference: string;
  /** At most 100 characters; the provider shows it to the payer. */
  description: string;
  metadata: Record<string, string>;
}

export interface ProviderPayout {
  id: string;
  amountCents: Cents;
  feeCents: Cents;
  currency: string;
  reference: string;
  status: "pending" | "paid" | "bounced";
  arrivalDate: Day | null;
  createdAt: Date;
}

export interface ProviderPayoutItem {
  type: string;
  /** Signed, in tenths of a cent. */
  tenths: number;
  paymentId: string | null;
  refundId: string | null;
}

/** An event in our words; `resource` and `resourceId` name what is to be read again. */
export interface ProviderEvent {
  id: string;
  organisationId: string | null;
  resource: string;
  resourceId: string;
  action: string;
  occurredAt: Date;
  payload: unknown;
}

/** A stretch of the provider's time, and the page of it; both ends included. */
export interface Window {
  since: Date;
  until?: Date;
  cursor?: string;
}

export interface Account {
  creditor(): Promise<Creditor>;
  /**
   * Two calls for up to 500 of each kind.
   *
   * @throws ProviderError kind `refused` for more than 50,000 of a kind
   */
  otherEngines(): Promise<OtherEngines>;
  /** A page of the events from one instant up to another (until now if none is named), newest first. */
  events(window: Window): Promise<{ rows: ProviderEvent[]; next?: string }>;
}

export interface Mandates {
  /** Starts a signing, once per key. */
  startSigning(
    input: { description: string; metadata: Record<string, string>; mandateMetadata: Record<string, string> },
    key: string,
  ): Promise<string>;
  readSigning(signingId: string): Promise<SigningState>;
  /** A fresh page for the payer; it lives for days, so it is made when the payer comes and never mailed. */
  openPage(
    input: { signingId: string; payer: PayerDetails; language: string; returnUrl: string; exitUrl: string },
    key: string,
  ): Promise<string>;
  /** A signing that is over already is not an error. */
  cancelSigning(signingId: string): Promise<void>;
  read(mandateId: string): Promise<ProviderMandate>;
  /** Ends it, and with it every payment not yet submitted. Safe to repeat: one that has ended already is not an error. */
  cancel(mandateId: string): Promise<ProviderMandate>;
  list(cursor?: string): Promise<{ rows: ProviderMandate[]; next?: string }>;
  readPayer(payerId: string): Promise<ProviderPayer | undefined>;
  readAccountHint(bankAccountId: string): Promise<{ bankName: string; hint: string } | undefined>;
}

export interface Payments {
  /** Safe to repeat with the same key: the payment made first is returned, even if it differs. */
  create(payment: NewPayment, key: string): Promise<ProviderPayment>;
  read(paymentId: string): Promise<ProviderPayment>;
  /** Payments of a mandate made on or after an instant: to look up an unknown outcome by metadata. */
  listOfMandate(mandateId: string, since: Date): Promise<ProviderPayment[]>;
  /** A page of all payments made in a window, whoever made them; newest first. */
  list(window: Window): Promise<{ rows: ProviderPayment[]; next?: string }>;
  /** The whole history of a payment, for when webhooks were lost. */
  events(paymentId: string): Promise<ProviderEvent[]>;
  /** @throws ProviderError kind `refused`, code `cancellation_failed`, when it is too late */
  cancel(paymentId: string): Promise<ProviderPayment>;
}

export interface Payouts {
  read(payoutId: string): Promise<ProviderPayout>;
  /** @throws ProviderError kind `refused` for more than 50,000 */
  items(payoutId: string): Promise<ProviderPayoutItem[]>;
  /** A page of the payouts made to the supplier in a window; newest first. */
  list(window: Window): Promise<{ rows: ProviderPayout[]; next?: string }>;
  /** Ids of the payouts made since an instant that the supplier's bank has sent back. */
  bounced(since: Date): Promise<string[]>;
}

/** Collects by direct debit for one creditor. */
export interface DirectDebit {
  account: Account;
  mandates: Mandates;
  payments: Payments;
  payouts: Payouts;
}
