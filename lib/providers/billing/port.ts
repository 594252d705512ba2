import type { Cents } from "@/lib/core/money";
import type { PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";

/** One of the plans as the vendor sells it. Amounts are net, a period. */
export interface PlanPrice {
  priceId: string;
  type: PlanType;
  base: PriceBase;
  cents: Cents;
}

/** Whom the vendor's invoices name. */
export interface BillingParty {
  company: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  zip: string;
  city: string;
  /** Two letters. */
  countryCode: string;
  /** With country letters; empty: none. */
  vatId: string;
}

export interface SubscriptionDiscount {
  couponId: string;
  percentOff: number | null;
  amountOffCents: Cents | null;
  /** Null: for ever. */
  endsAt: Date | null;
}

export interface StoredPaymentMethod {
  kind: "card" | "sepa_debit" | "other";
  brand: string | null;
  last4: string;
  expMonth: number | null;
  expYear: number | null;
}

export interface PlannedChange {
  scheduleId: string;
  priceId: string;
  type: PlanType;
  base: PriceBase;
  at: Date;
}

export interface BillingSubscription {
  id: string;
  itemId: string;
  status: SubscriptionStatus;
  /** Undefined when it was sold under a price that is none of our plans. */
  plan: PlanPrice | undefined;
  startedAt: Date;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** Set when it ends by itself then. */
  endsAt: Date | null;
  endedAt: Date | null;
  isPaused: boolean;
  pausedUntil: Date | null;
  discount: SubscriptionDiscount | null;
  /** A change that waits for the end of the period. */
  next: PlannedChange | null;
}

/** Everything we have to know of one supplier, read together. */
export interface BillingAccount {
  /** The one that counts: in force before any other, what has not ended before what has, newer before older. */
  subscription: BillingSubscription | null;
  /** Ids of those that have not ended, in force or not: more than one is a fault that somebody has to look at. */
  unended: string[];
  hasHadTrial: boolean;
  paymentMethod: StoredPaymentMethod | null;
  /** A method that was given after the one the subscription still charges, or that it charges without naming it. */
  newerMethodId: string | null;
  /** The newest money that was taken has been taken back, and did not come back since. */
  isReversed: boolean;
}

export interface Coupon {
  id: string;
  isValid: boolean;
  percentOff: number | null;
  amountOffCents: Cents | null;
  /** Null: once or for ever, see `isForever`. */
  months: number | null;
  isForever: boolean;
}

export type InvoiceStatus = "draft" | "open" | "paid" | "uncollectible" | "marked_uncollectible" | "void";

export interface BillingInvoice {
  id: string;
  number: string | null;
  status: InvoiceStatus;
  createdAt: Date;
  /** Gross. */
  totalCents: Cents;
  netCents: Cents;
  /** Links of the vendor that need no sign-in; they wear off. */
  pdfUrl: string | null;
  pageUrl: string | null;
}

export interface NewOrder {
  stripeCustomerId: string;
  /** Comes back with the subscription. */
  customerId: string;
  priceId: string;
  couponId: string | null;
  /** Zero: no trial. */
  trialDays: number;
  /** Whether the order may be made without saying how to pay; only with a trial. */
  mayPayLater: boolean;
  methods: ("card" | "sepa_debit")[];
  locale: string;
  successUrl: string;
  cancelUrl: string;
}

export type PortalFlow =
  | { kind: "home" }
  | { kind: "payment_method" }
  | { kind: "plan"; subscriptionId: string }
  | { kind: "confirm_plan"; subscriptionId: string; itemId: string; priceId: string };

/**
 * Sells our plans. A write that takes a key changes nothing when it is repeated under it; one that takes none may be
 * repeated as it is.
 */
export interface Billing {
  /** The prices of our plans that are for sale; one that is missing is missing in the list. */
  prices(): Promise<PlanPrice[]>;
  /** Undefined if there is none of that id. */
  coupon(couponId: string): Promise<Coupon | undefined>;
  createCustomer(party: BillingParty, customerId: string, locale: string, key: string): Promise<string>;
  /** @throws ProviderError kind `refused`, code `tax_id_invalid`, for a vat id that cannot be one */
  saveParty(stripeCustomerId: string, party: BillingParty, key: string): Promise<void>;
  readAccount(stripeCustomerId: string): Promise<BillingAccount>;
  /** Whose payment it is. */
  payerOf(paymentId: string): Promise<string | null>;
  /** Newest first, at most a hundred. */
  invoices(stripeCustomerId: string): Promise<BillingInvoice[]>;
  /** The vendor's order page. */
  openCheckout(order: NewOrder, key: string): Promise<{ sessionId: string; url: string }>;
  /** Closes an order page; one that is over already is no error. */
  closeCheckout(sessionId: string): Promise<void>;
  /** Closes every order page of a customer that nobody has finished. */
  closeOpenCheckouts(stripeCustomerId: string): Promise<void>;
  /** The vendor's page of the account; made for one click. */
  openPortal(stripeCustomerId: string, flow: PortalFlow, returnUrl: string, locale: string): Promise<string>;
  applyCoupon(subscriptionId: string, couponId: string, key: string): Promise<void>;
  /** Invoices are held back as drafts until then. */
  pause(subscriptionId: string, until: Date, key: string): Promise<void>;
  endPause(subscriptionId: string, key: string): Promise<void>;
  useMethod(subscriptionId: string, methodId: string, key: string): Promise<void>;
  /**
   * Tries the open invoices of a subscription at once, and, after all tries had failed, that of the period that runs; a
   * payment that is declined again is no error.
   */
  payOpenInvoices(subscriptionId: string): Promise<void>;
  /** Throws away the invoices that a pause has held back. */
  dropHeldInvoices(subscriptionId: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, feedback: CancelFeedback, key: string): Promise<void>;
  /** Ends it at once, nothing more is billed; one that has ended is no error. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Takes back a cancellation. */
  keep(subscriptionId: string, key: string): Promise<void>;
  /** At once, with the difference billed at once. */
  switchNow(subscription: { id: string; itemId: string }, priceId: string, key: string): Promise<void>;
  /** When the paid period is over. */
  switchAtPeriodEnd(subscriptionId: string, priceId: string, key: string): Promise<void>;
  /** Forgets a change that waits for the end of the period. */
  dropPlannedChange(scheduleId: string, key: string): Promise<void>;
}

export type CancelFeedback = "too_expensive" | "missing_features" | "unused" | "other";
