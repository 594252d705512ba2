import type { Base, Metadata, Wire } from "./records";

export interface Item extends Base {
  price: string;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

/** A line that waits for the next invoice. */
export interface PendingLine {
  item: string;
  price: string;
  quantity: number;
  amount: number;
  description: string;
  period: { start: number; end: number };
}

export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid"
  | "paused";

export interface Subscription extends Base {
  customer: string;
  currency: string;
  status: SubscriptionStatus;
  items: Item[];
  discounts: string[];
  pending: PendingLine[];
  billing_cycle_anchor: number;
  start_date: number;
  trial_start: number | null;
  trial_end: number | null;
  missing_payment_method: "cancel" | "create_invoice" | "pause";
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  cancellation: { comment: string | null; feedback: string | null; reason: string | null };
  collection_method: "charge_automatically" | "send_invoice";
  days_until_due: number | null;
  default_payment_method: string | null;
  save_default_payment_method: "off" | "on_subscription";
  description: string | null;
  latest_invoice: string | null;
  pause_collection: { behavior: "keep_as_draft" | "mark_uncollectible" | "void"; resumes_at: number | null } | null;
  paused: { at: number; type: string } | null;
  pending_setup_intent: string | null;
  schedule: string | null;
  automatic_tax: boolean;
  checkout_session: string | null;
  /** The instants whose notices were already sent. */
  announced: { trialEnd: number | null; renewal: number | null };
}

export interface Line {
  id: string;
  amount: number;
  quantity: number;
  description: string;
  price: string;
  product: string;
  unitAmount: number;
  item: string | null;
  subscription: string | null;
  isProration: boolean;
  period: { start: number; end: number };
  discountAmounts: { discount: string; amount: number }[];
  tax: LineTax | null;
}

export interface LineTax {
  amount: number;
  taxable: number;
  reason: string;
  behavior: "exclusive" | "inclusive";
}

export interface Invoice extends Base {
  customer: string;
  subscription: string | null;
  currency: string;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  billing_reason: string;
  collection_method: "charge_automatically" | "send_invoice";
  lines: Line[];
  discounts: string[];
  period_start: number;
  period_end: number;
  subtotal: number;
  total: number;
  amount_due: number;
  amount_paid: number;
  starting_balance: number;
  ending_balance: number | null;
  number: string | null;
  token: string;
  description: string | null;
  footer: string | null;
  due_date: number | null;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  attempt_count: number;
  attempted: boolean;
  next_payment_attempt: number | null;
  default_payment_method: string | null;
  payment_intent: string | null;
  automatic_tax: boolean;
  paid_out_of_band: boolean;
  proration_date: number | null;
  finalized_at: number | null;
  paid_at: number | null;
  voided_at: number | null;
  marked_uncollectible_at: number | null;
}

/** One of the three is set; a coupon or a code becomes a discount of its own when its phase begins. */
export interface PhaseDiscount {
  coupon: string | null;
  promotion_code: string | null;
  discount: string | null;
}

export interface SchedulePhase {
  items: { price: string; quantity: number }[];
  start_date: number;
  end_date: number;
  proration_behavior: string;
  discounts: PhaseDiscount[];
  metadata: Metadata;
  trial_end: number | null;
}

export interface Schedule extends Base {
  customer: string;
  subscription: string | null;
  released_subscription: string | null;
  status: "not_started" | "active" | "completed" | "released" | "canceled";
  end_behavior: "release" | "cancel";
  phases: SchedulePhase[];
  canceled_at: number | null;
  completed_at: number | null;
  released_at: number | null;
}

export interface Session extends Base {
  mode: "subscription" | "setup";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid" | "no_payment_required";
  customer: string | null;
  customer_email: string | null;
  client_reference_id: string | null;
  line_items: { id: string; price: string; quantity: number }[];
  discounts: { coupon: string | null; promotion_code: string | null }[];
  allow_promotion_codes: boolean | null;
  payment_method_types: ("card" | "sepa_debit")[];
  allowed_payment_method_types: string[] | null;
  excluded_payment_method_types: string[] | null;
  payment_method_collection: "always" | "if_required";
  billing_address_collection: "auto" | "required" | null;
  tax_id_collection: { enabled: boolean; required: "if_supported" | "never" };
  automatic_tax: boolean;
  customer_update: { name: boolean; address: boolean };
  consent_collection: { terms_of_service: string | null; promotions: string | null } | null;
  consent: { terms_of_service: string | null; promotions: string | null } | null;
  customer_details: Wire | null;
  subscription_data: Wire;
  locale: string | null;
  success_url: string;
  cancel_url: string | null;
  submit_type: string | null;
  expires_at: number;
  subscription: string | null;
  invoice: string | null;
  setup_intent: string | null;
  token: string;
  amounts: { subtotal: number; discount: number; tax: number; total: number };
  /** What was entered before the bank asked for authentication. */
  waiting: { payment_method: string } | null;
}

export interface PortalSession extends Omit<Base, "metadata"> {
  customer: string;
  configuration: string;
  return_url: string | null;
  locale: string | null;
  flow: Wire | null;
  token: string;
  /** Machine time in ms at which the link expires. */
  deadAt: number;
}

export interface Configuration extends Base {
  active: boolean;
  is_default: boolean;
  name: string | null;
  business_profile: Wire;
  default_return_url: string | null;
  features: Wire;
  login_page: boolean;
  updated: number;
}
