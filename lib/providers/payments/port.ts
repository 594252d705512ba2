import type { Cents } from "@/lib/core/money/money";
import type { MandateStatus } from "@/lib/core/prisma/enums";
import type { Day } from "@/lib/core/time/dates";

export interface Creditor {
  id: string;
  name: string;
  city: string | null;
  /** Creditor identifier ("Gläubiger-ID"), printed on the payer's statement. */
  identifier: string | null;
  /** Payouts run only with `successful`; `in_review` and `action_required` block them. */
  verificationStatus: string;
}

/** External schedules: subscriptions and instalment plans that another tool or the supplier set up at the provider. */
export interface ExternalSchedules {
  /** `cents`: the sum of one charge of each subscription. */
  subscriptions: { count: number; cents: Cents };
  /** `cents`: the sum of the whole plans, including what is already paid. */
  instalments: { count: number; cents: Cents };
}

/** Prefilled details of the provider's signing page; the payer can change every field. */
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
  /** `open`: a signing page can be shown. `signed`: the mandate exists or is being created. `closed`: neither. */
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
  /** The mandate that replaced this one when its scheme identifier changed. */
  newMandateId: string | null;
  metadata: Record<string, string>;
  createdAt: Date;
  /** When we requested it. Data stored since then may be newer. */
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
  /** Null if the vendor does not state it (yet). */
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

/** An event in our terms. `resource` and `resourceId` name the object to read again. */
export interface ProviderEvent {
  id: string;
  organisationId: string | null;
  resource: string;
  resourceId: string;
  action: string;
  occurredAt: Date;
  payload: unknown;
}

/** A period of the provider's time with both ends included, and the page within it. */
export interface Window {
  since: Date;
  until?: Date;
  cursor?: string;
}

export interface Account {
  creditor(): Promise<Creditor>;
  /** Reads the external schedules, in two calls for up to 500 of each kind. Counts at most 50,000 of a kind. */
  externalSchedules(): Promise<ExternalSchedules>;
  /** Returns a page of the events in a window (until now if `until` is undefined), the newest first. */
  events(window: Window): Promise<{ rows: ProviderEvent[]; next?: string }>;
}

export interface Mandates {
  /** Starts a signing, once per key. */
  startSigning(
    input: { description: string; metadata: Record<string, string>; mandateMetadata: Record<string, string> },
    key: string,
  ): Promise<string>;
  readSigning(signingId: string): Promise<SigningState>;
  /**
   * Creates a new signing page. It expires after days, so it is created when the payer visits our link, and never
   * mailed.
   */
  openPage(
    input: { signingId: string; payer: PayerDetails; language: string; returnUrl: string; exitUrl: string },
    key: string,
  ): Promise<string>;
  /** Cancels a signing. One that has already ended is not an error. */
  cancelSigning(signingId: string): Promise<void>;
  read(mandateId: string): Promise<ProviderMandate>;
  /** Cancels a mandate, and with it every payment not yet submitted. One that has already ended is not an error. */
  cancel(mandateId: string): Promise<ProviderMandate>;
  list(cursor?: string): Promise<{ rows: ProviderMandate[]; next?: string }>;
  readPayer(payerId: string): Promise<ProviderPayer | undefined>;
  readAccountHint(bankAccountId: string): Promise<{ bankName: string; hint: string } | undefined>;
}

export interface Payments {
  /** Creates a payment. Safe to repeat with the same key: returns the payment created first, even if it differs. */
  create(payment: NewPayment, key: string): Promise<ProviderPayment>;
  read(paymentId: string): Promise<ProviderPayment>;
  /** Lists payments of a mandate created since an instant, to look up an unknown outcome by metadata. */
  listOfMandate(mandateId: string, since: Date): Promise<ProviderPayment[]>;
  /** Returns a page of all payments created in a window, including those of other tools; the newest first. */
  list(window: Window): Promise<{ rows: ProviderPayment[]; next?: string }>;
  /** Returns all events of a payment, for when webhooks were lost. */
  events(paymentId: string): Promise<ProviderEvent[]>;
  /**
   * Cancels a payment.
   *
   * @throws ProviderError kind `refused`, code `cancellation_failed`, if it is too late
   */
  cancel(paymentId: string): Promise<ProviderPayment>;
}

export interface Payouts {
  read(payoutId: string): Promise<ProviderPayout>;
  /**
   * Returns all items of a payout.
   *
   * @throws ProviderError kind `refused` for more than 50,000
   */
  items(payoutId: string): Promise<ProviderPayoutItem[]>;
  /** Returns a page of the payouts to the supplier created in a window; the newest first. */
  list(window: Window): Promise<{ rows: ProviderPayout[]; next?: string }>;
  /** Returns the ids of payouts created since an instant that the supplier's bank returned. */
  bounced(since: Date): Promise<string[]>;
}

/** Collects by direct debit for one creditor. */
export interface DirectDebit {
  account: Account;
  mandates: Mandates;
  payments: Payments;
  payouts: Payouts;
}
