import type { Collection, Store } from "../kit/store";
import type { Configuration, Invoice, PortalSession, Schedule, Session, Subscription } from "./billing-records";

/** An object as it is sent. */
export type Wire = Record<string, unknown>;
export type Metadata = Record<string, string>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface Base {
  id: string;
  created: number;
  metadata: Metadata;
}

export interface Customer extends Base {
  deleted: boolean;
  email: string | null;
  name: string | null;
  business_name: string | null;
  individual_name: string | null;
  description: string | null;
  phone: string | null;
  address: Address | null;
  shipping: Wire | null;
  preferred_locales: string[];
  tax_exempt: "none" | "exempt" | "reverse";
  /** Cents; a negative balance is the customer's credit. */
  balance: number;
  currency: string | null;
  default_payment_method: string | null;
  footer: string | null;
  invoice_prefix: string;
  next_invoice_sequence: number;
  test_clock: string | null;
  delinquent: boolean;
}

export interface TaxId extends Omit<Base, "metadata"> {
  customer: string;
  type: string;
  value: string;
  country: string | null;
  status: "pending" | "verified" | "unverified" | "unavailable";
}

export interface Product extends Base {
  name: string;
  active: boolean;
  description: string | null;
  default_price: string | null;
  images: string[];
  unit_label: string | null;
  url: string | null;
  tax_code: string | null;
  statement_descriptor: string | null;
  updated: number;
}

export type Interval = "day" | "week" | "month" | "year";

export interface Price extends Base {
  active: boolean;
  currency: string;
  unit_amount: number;
  lookup_key: string | null;
  nickname: string | null;
  product: string;
  recurring: { interval: Interval; interval_count: number; trial_period_days: number | null } | null;
  tax_behavior: "exclusive" | "inclusive" | "unspecified";
}

export interface Coupon extends Base {
  deleted: boolean;
  name: string | null;
  percent_off: number | null;
  amount_off: number | null;
  currency: string | null;
  duration: "once" | "repeating" | "forever";
  duration_in_months: number | null;
  products: string[] | null;
  max_redemptions: number | null;
  redeem_by: number | null;
  times_redeemed: number;
}

export interface PromotionCode extends Base {
  code: string;
  coupon: string;
  active: boolean;
  customer: string | null;
  expires_at: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
  first_time_transaction: boolean;
  minimum_amount: number | null;
  minimum_amount_currency: string | null;
}

export interface Discount {
  id: string;
  coupon: string;
  promotion_code: string | null;
  start: number;
  end: number | null;
  customer: string | null;
  subscription: string | null;
  subscription_item: string | null;
  invoice: string | null;
  checkout_session: string | null;
  /** A discount that ended stays readable for its invoices. */
  ended: boolean;
}

export interface PaymentMethod extends Base {
  type: "card" | "sepa_debit";
  customer: string | null;
  billing_details: { address: Address | null; email: string | null; name: string | null; phone: string | null };
  card: { brand: string; last4: string; exp_month: number; exp_year: number; country: string; funding: string } | null;
  sepa: { bank_code: string; country: string; last4: string } | null;
  fingerprint: string;
  mandate: string | null;
  allow_redisplay: "always" | "limited" | "unspecified";
  /** The behaviour of the test value behind the method, see test-methods.ts. */
  story: string;
  /** Strong authentication was done once, so later payments need none. */
  authenticated: boolean;
}

export interface Mandate {
  id: string;
  payment_method: string;
  accepted_at: number;
  reference: string;
  status: "active" | "inactive" | "pending";
}

export interface SetupIntent extends Base {
  customer: string | null;
  payment_method: string | null;
  status: "requires_payment_method" | "requires_confirmation" | "requires_action" | "succeeded" | "canceled";
  usage: string;
  description: string | null;
  mandate: string | null;
  client_secret: string;
  payment_method_types: string[];
  last_setup_error: Wire | null;
  return_url: string | null;
}

export interface PaymentIntent extends Base {
  amount: number;
  currency: string;
  customer: string | null;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  payment_method: string | null;
  latest_charge: string | null;
  invoice: string;
  client_secret: string;
  canceled_at: number | null;
  cancellation_reason: string | null;
  last_payment_error: Wire | null;
  /** The instant at which a debit in progress has its result. */
  settlesAt: number | null;
}

export interface Charge extends Base {
  amount: number;
  currency: string;
  customer: string | null;
  status: "succeeded" | "pending" | "failed";
  payment_intent: string;
  payment_method: string;
  failure_code: string | null;
  failure_message: string | null;
  decline_code: string | null;
  disputed: boolean;
  amount_refunded: number;
}

export interface Dispute extends Base {
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  status: "needs_response" | "won" | "lost";
}

export interface EventRecord {
  id: string;
  type: string;
  created: number;
  /** The event as it is sent, without the fields that change. */
  body: Wire;
  isDelivered: boolean;
}

export interface Endpoint extends Base {
  url: string;
  secret: string;
  enabled_events: string[];
  description: string | null;
  status: "enabled" | "disabled";
}

export interface TestClock {
  id: string;
  created: number;
  frozen_time: number;
  name: string | null;
}

export interface Answered {
  key: string;
  fingerprint: string;
  status: number;
  body: unknown;
  at: number;
}

function collections(store: Store) {
  const open = <T>(kind: string): Collection<T> => store.collection<T>(`stripe-${kind}`);
  return {
    customers: open<Customer>("customers"),
    taxIds: open<TaxId>("tax-ids"),
    products: open<Product>("products"),
    prices: open<Price>("prices"),
    coupons: open<Coupon>("coupons"),
    promotionCodes: open<PromotionCode>("promotion-codes"),
    discounts: open<Discount>("discounts"),
    paymentMethods: open<PaymentMethod>("payment-methods"),
    mandates: open<Mandate>("mandates"),
    setupIntents: open<SetupIntent>("setup-intents"),
    paymentIntents: open<PaymentIntent>("payment-intents"),
    charges: open<Charge>("charges"),
    disputes: open<Dispute>("disputes"),
    subscriptions: open<Subscription>("subscriptions"),
    schedules: open<Schedule>("schedules"),
    invoices: open<Invoice>("invoices"),
    sessions: open<Session>("sessions"),
    portalSessions: open<PortalSession>("portal-sessions"),
    configurations: open<Configuration>("configurations"),
    events: open<EventRecord>("events"),
    endpoints: open<Endpoint>("endpoints"),
    testClocks: open<TestClock>("test-clocks"),
    answered: open<Answered>("answered"),
  };
}

export type Records = ReturnType<typeof collections>;

export function openRecords(store: Store): Records {
  return collections(store);
}
