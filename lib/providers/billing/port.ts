import type { Cents } from "@/lib/core/money/money";
import type { PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";

/** The price of one of our plans at the vendor. Amounts are net, per period. */
export interface PlanPrice {
  priceId: string;
  type: PlanType;
  base: PriceBase;
  cents: Cents;
}

/** The details of a supplier that the vendor prints on invoices. */
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
  /** Includes the country letters; empty if there is none. */
  vatId: string;
}

export interface SubscriptionDiscount {
  couponId: string;
  percentOff: number | null;
  amountOffCents: Cents | null;
  /** Null: permanent. */
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
  cents: Cents;
  at: Date;
}

export interface BillingSubscription {
  id: string;
  itemId: string;
  status: SubscriptionStatus;
  /** Undefined if its price belongs to none of our plans. */
  plan: PlanPrice | undefined;
  startedAt: Date;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** The end of a subscription that is set to end. */
  endsAt: Date | null;
  endedAt: Date | null;
  isPaused: boolean;
  pausedUntil: Date | null;
  discount: SubscriptionDiscount | null;
  /** A change that takes effect at the end of the period. */
  next: PlannedChange | null;
}

/** The billing data of one supplier, read together. */
export interface BillingAccount {
  /** The current subscription: one in force first, then one that has not ended, then the newest. */
  subscription: BillingSubscription | null;
  /** Ids of all subscriptions that have not ended. More than one is a fault that an operator must examine. */
  unended: string[];
  hasHadTrial: boolean;
  paymentMethod: StoredPaymentMethod | null;
  /** A payment method newer than the one that the subscription charges, or one that it charges only by default. */
  newerMethodId: string | null;
  /** True if the newest successful payment was reversed and we have not won the money again. */
  isReversed: boolean;
}

export interface Coupon {
  id: string;
  isValid: boolean;
  percentOff: number | null;
  amountOffCents: Cents | null;
  /** Null: once or permanent, see `isForever`. */
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
  /** Links of the vendor that need no sign-in; they expire. */
  pdfUrl: string | null;
  pageUrl: string | null;
}

export interface NewOrder {
  stripeCustomerId: string;
  /** Our customer id. The vendor returns it with the subscription. */
  customerId: string;
  priceId: string;
  couponId: string | null;
  /** Zero: no trial. */
  trialDays: number;
  /** Whether the order may be placed without a payment method; only with a trial. */
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
 * Sells our plans. A write with a key has no further effect when repeated with that key. A write without a key may be
 * repeated as it is.
 */
export interface Billing {
  /** Returns the prices of our plans that are for sale; the list lacks those that are not. */
  prices(): Promise<PlanPrice[]>;
  /** Returns a coupon; undefined if there is none with this id. */
  coupon(couponId: string): Promise<Coupon | undefined>;
  createCustomer(party: BillingParty, customerId: string, locale: string, key: string): Promise<string>;
  /**
   * Saves the details of a supplier.
   *
   * @throws ProviderError kind `refused`, code `tax_id_invalid`, for an invalid VAT id
   */
  saveParty(stripeCustomerId: string, party: BillingParty, key: string): Promise<void>;
  readAccount(stripeCustomerId: string): Promise<BillingAccount>;
  /** Returns the customer who made a payment. */
  payerOf(paymentId: string): Promise<string | null>;
  /** Returns at most a hundred invoices, the newest first. */
  invoices(stripeCustomerId: string): Promise<BillingInvoice[]>;
  /** Opens the vendor's order page. */
  openCheckout(order: NewOrder, key: string): Promise<{ sessionId: string; url: string }>;
  /** Closes an order page. A page that is already finished or expired is not an error. */
  closeCheckout(sessionId: string): Promise<void>;
  /** Closes all unfinished order pages of a customer. */
  closeOpenCheckouts(stripeCustomerId: string): Promise<void>;
  /** Returns the address of the vendor's account page, valid for one click. */
  openPortal(stripeCustomerId: string, flow: PortalFlow, returnUrl: string, locale: string): Promise<string>;
  applyCoupon(subscriptionId: string, couponId: string, key: string): Promise<void>;
  /** Pauses billing until a moment. Meanwhile new invoices stay drafts. */
  pause(subscriptionId: string, until: Date, key: string): Promise<void>;
  endPause(subscriptionId: string, key: string): Promise<void>;
  useMethod(subscriptionId: string, methodId: string, key: string): Promise<void>;
  /**
   * Tries to charge the open invoices of a subscription at once. If all earlier tries have failed, it includes the
   * invoice of the current period. Another declined payment is not an error.
   */
  payOpenInvoices(subscriptionId: string): Promise<void>;
  /** Voids the invoices that a pause has held as drafts. */
  dropHeldInvoices(subscriptionId: string): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string, feedback: CancelFeedback, key: string): Promise<void>;
  /** Ends a subscription at once, without another invoice. One that has ended is not an error. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Revokes a cancellation. */
  keep(subscriptionId: string, key: string): Promise<void>;
  /** Changes the plan at once and bills the difference at once. */
  switchNow(subscription: { id: string; itemId: string }, priceId: string, key: string): Promise<void>;
  /** Changes the plan at the end of the paid period. */
  switchAtPeriodEnd(subscriptionId: string, priceId: string, key: string): Promise<void>;
  /** Cancels a change planned for the end of the period. */
  dropPlannedChange(scheduleId: string, key: string): Promise<void>;
}

export type CancelFeedback = "too_expensive" | "missing_features" | "unused" | "other";
