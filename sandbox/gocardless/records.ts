import type { Day } from "../kit/calendar";
import type { Collection, Store } from "../kit/store";
import type { InstalmentSchedule, Subscription } from "./engine-records";
import type { Metadata } from "./fields";

/** Everything a merchant owns has an organisation; the API shows it to that organisation only. */
export interface Owned {
  id: string;
  organisation: string;
  created_at: string;
}

export interface Organisation {
  id: string;
  name: string;
  email: string;
}

/** One access token. An organisation may have several. */
export interface Connection {
  id: string;
  token: string;
  organisation: string;
  scope: string;
  email: string;
  status: "active" | "revoked";
  created_at: string;
}

export interface OauthCode {
  code: string;
  organisation: string;
  redirectUri: string;
  scope: string;
  email: string;
  expiresAt: number;
  used: boolean;
}

export type VerificationStatus = "successful" | "in_review" | "action_required";

export interface Creditor extends Owned {
  name: string;
  city: string;
  verification_status: VerificationStatus;
  payoutAccount: string;
  /** A counter of its own, so that the references on the merchant's statement differ. */
  payoutCount: number;
}

export interface Person {
  given_name: string | null;
  family_name: string | null;
  company_name: string | null;
  email: string | null;
  address_line1: string | null;
  address_line2: string | null;
  address_line3: string | null;
  city: string | null;
  region: string | null;
  postal_code: string | null;
  country_code: string | null;
}

export interface Customer extends Owned, Person {
  language: string;
  phone_number: string | null;
  metadata: Metadata;
  removed: boolean;
}

export interface BankAccount extends Owned {
  customer: string;
  account_holder_name: string;
  /** Stored to find duplicates; never part of an answer. */
  iban: string;
  enabled: boolean;
  metadata: Metadata;
}

export type MandateStatus =
  | "pending_customer_approval"
  | "pending_submission"
  | "submitted"
  | "active"
  | "failed"
  | "cancelled"
  | "expired"
  | "consumed"
  | "blocked"
  | "suspended_by_payer";

export interface Mandate extends Owned {
  reference: string;
  status: MandateStatus;
  metadata: Metadata;
  creditor: string;
  customer: string;
  bankAccount: string;
  newMandate: string | null;
  /** Day of the last payment submitted (or of the signature): 36 months later the mandate expires. */
  lastUsedOn: Day;
  reinstatements: number;
  verified_at: string | null;
  history: { status: MandateStatus; at: string }[];
}

export interface BillingRequest extends Owned {
  status: "pending" | "ready_to_fulfil" | "fulfilling" | "fulfilled" | "cancelled";
  metadata: Metadata;
  mandateRequest: MandateRequest;
  creditor: string;
  customer: string | null;
  bankAccount: string | null;
  mandate: string | null;
  confirmed: boolean;
}

export interface MandateRequest {
  id: string;
  scheme: string;
  currency: string;
  description: string | null;
  reference: string | null;
  verify: string;
  metadata: Metadata;
}

export interface Flow extends Owned {
  billingRequest: string;
  redirect_uri: string | null;
  exit_uri: string | null;
  language: string | null;
  expires_at: string;
  authorisation_url: string;
  session_token: string | null;
  prefilled_customer: Partial<Person> | null;
  lock_currency: boolean;
  lock_customer_details: boolean;
  lock_bank_account: boolean;
  show_redirect_buttons: boolean;
  show_success_redirect_button: boolean;
  skip_success_screen: boolean;
  visited: boolean;
}

export type PaymentStatus =
  | "pending_customer_approval"
  | "pending_submission"
  | "submitted"
  | "confirmed"
  | "paid_out"
  | "cancelled"
  | "customer_approval_denied"
  | "failed"
  | "charged_back";

export interface Payment extends Owned {
  amount: number;
  appFee: number;
  amount_refunded: number;
  charge_date: Day;
  description: string | null;
  reference: string | null;
  retry_if_possible: boolean;
  metadata: Metadata;
  status: PaymentStatus;
  mandate: string;
  creditor: string;
  payout: string | null;
  history: { status: PaymentStatus; at: string; chargeDate: Day }[];
  idempotencyKey: string | null;
  retries: number;
  /** Set when the failure was announced with `will_attempt_retry`. */
  autoRetryOn: Day | null;
}

export type RefundStatus = "created" | "submitted" | "paid" | "bounced" | "funds_returned";

export interface Refund extends Owned {
  amount: number;
  reference: string | null;
  metadata: Metadata;
  status: RefundStatus;
  payment: string | null;
  mandate: string;
}

export type ItemType =
  | "payment_paid_out"
  | "payment_failed"
  | "payment_charged_back"
  | "payment_refunded"
  | "refund"
  | "refund_funds_returned"
  | "gocardless_fee"
  | "app_fee";

/** One line of a payout. Until `payout` is set, it waits in the creditor's balance. */
export interface BalanceEntry extends Owned {
  creditor: string;
  type: ItemType;
  /** Tenths of a cent, with sign: the unit in which the vendor adds up. */
  tenths: number;
  payment: string | null;
  mandate: string | null;
  refund: string | null;
  payout: string | null;
}

export interface Payout extends Owned {
  amount: number;
  deducted_fees: number;
  reference: string;
  arrival_date: Day | null;
  status: "pending" | "paid" | "bounced";
  creditor: string;
  payoutAccount: string;
  metadata: Metadata;
}

export interface EventRecord extends Omit<Owned, "id"> {
  /** The store's key; the event's own id is null for a disconnected organisation. */
  key: string;
  id: string | null;
  resource_type: string;
  action: string;
  details: Record<string, unknown>;
  metadata: Metadata;
  resource_metadata: Metadata;
  links: Record<string, string>;
  source?: { type: string; name: string };
}

export interface WebhookRecord {
  id: string;
  created_at: string;
  organisations: string[];
  url: string;
  headers: Record<string, string>;
  body: string;
  response_code: number | null;
  successful: boolean;
}

export interface UsedKey {
  resource: string;
  usedAt: number;
}

/** All collections of this twin. */
export interface Records {
  organisations: Collection<Organisation>;
  connections: Collection<Connection, "token" | "organisation">;
  codes: Collection<OauthCode>;
  creditors: Collection<Creditor, "organisation">;
  customers: Collection<Customer>;
  bankAccounts: Collection<BankAccount>;
  mandates: Collection<Mandate>;
  billingRequests: Collection<BillingRequest>;
  flows: Collection<Flow>;
  subscriptions: Collection<Subscription>;
  instalmentSchedules: Collection<InstalmentSchedule>;
  payments: Collection<Payment, "organisation">;
  refunds: Collection<Refund>;
  balance: Collection<BalanceEntry>;
  payouts: Collection<Payout>;
  events: Collection<EventRecord, "organisation">;
  outbox: Collection<{ key: string }>;
  webhooks: Collection<WebhookRecord>;
  usedKeys: Collection<UsedKey>;
}

export function openRecords(store: Store): Records {
  return {
    organisations: store.collection("gc-organisations"),
    connections: store.collection("gc-connections", "token", "organisation"),
    codes: store.collection("gc-codes"),
    creditors: store.collection("gc-creditors", "organisation"),
    customers: store.collection("gc-customers"),
    bankAccounts: store.collection("gc-bank-accounts"),
    mandates: store.collection("gc-mandates"),
    billingRequests: store.collection("gc-billing-requests"),
    flows: store.collection("gc-flows"),
    subscriptions: store.collection("gc-subscriptions"),
    instalmentSchedules: store.collection("gc-instalment-schedules"),
    payments: store.collection("gc-payments", "organisation"),
    refunds: store.collection("gc-refunds"),
    balance: store.collection("gc-balance"),
    payouts: store.collection("gc-payouts"),
    events: store.collection("gc-events", "organisation"),
    outbox: store.collection("gc-outbox"),
    webhooks: store.collection("gc-webhooks"),
    usedKeys: store.collection("gc-used-keys"),
  };
}
