import type Stripe from "stripe";
import type { PlanType, PriceBase, SubscriptionStatus } from "@/lib/core/prisma/enums";
import type {
  BillingInvoice,
  BillingSubscription,
  Coupon,
  InvoiceStatus,
  PlannedChange,
  PlanPrice,
  StoredPaymentMethod,
  SubscriptionDiscount,
} from "../port";

/** The lookup keys under which an operator creates the plans' prices. */
export const LOOKUP_KEYS: Record<string, { type: PlanType; base: PriceBase }> = {
  standard_monthly: { type: "basic", base: "monthly" },
  standard_yearly: { type: "basic", base: "yearly" },
  premium_monthly: { type: "premium", base: "monthly" },
  premium_yearly: { type: "premium", base: "yearly" },
};

const INTERVALS: Record<PriceBase, string> = { monthly: "month", yearly: "year" };

/** Maps a price. Undefined if it belongs to no plan of ours, has a wrong currency or interval, or no fixed amount. */
export function mapPrice(price: Stripe.Price): PlanPrice | undefined {
  const plan = LOOKUP_KEYS[price.lookup_key ?? ""];
  const { unit_amount: cents, recurring, currency } = price;
  if (!plan || cents === null || currency !== "eur") return undefined;
  if (recurring?.interval !== INTERVALS[plan.base] || recurring.interval_count !== 1) return undefined;
  return { priceId: price.id, ...plan, cents };
}

export function instant(seconds: number | null | undefined): Date | null {
  return typeof seconds === "number" ? new Date(seconds * 1000) : null;
}

/** Stripe's types are open: a status that is not listed counts as `unpaid`, so that it grants no access. */
const STATUSES: Record<string, SubscriptionStatus> = {
  active: "active",
  trialing: "trialing",
  past_due: "past_due",
  unpaid: "unpaid",
  incomplete: "incomplete",
  incomplete_expired: "incomplete_expired",
  paused: "paused",
  canceled: "cancelled",
};

export function mapSubscription(one: Stripe.Subscription, next: PlannedChange | null): BillingSubscription {
  const item = one.items.data[0];
  const endsAt = one.cancel_at ?? (one.cancel_at_period_end ? item?.current_period_end : null);
  return {
    id: one.id,
    itemId: item?.id ?? "",
    status: STATUSES[one.status] ?? "unpaid",
    plan: item && mapPrice(item.price),
    startedAt: new Date(one.start_date * 1000),
    trialEndsAt: instant(one.trial_end),
    // Since 2025-03-31 the period is on the item.
    periodEndsAt: instant(item?.current_period_end),
    endsAt: one.ended_at === null ? instant(endsAt) : null,
    endedAt: instant(one.ended_at),
    isPaused: one.pause_collection !== null,
    pausedUntil: instant(one.pause_collection?.resumes_at),
    discount: mapDiscount(one.discounts),
    next,
  };
}

/**
 * Maps the first discount.
 *
 * @param discounts expanded down to the coupon (`discounts.source.coupon`)
 */
function mapDiscount(discounts: Stripe.Subscription["discounts"]): SubscriptionDiscount | null {
  const [discount] = discounts;
  if (!discount || typeof discount === "string") return null;
  const { coupon } = discount.source;
  if (!coupon || typeof coupon === "string") return null;
  const { percent_off: percentOff, amount_off: amountOffCents } = coupon;
  return { couponId: coupon.id, percentOff, amountOffCents, endsAt: instant(discount.end) };
}

/** Returns the phase after the current one if it has another plan; null if no change is planned. */
export function mapPlannedChange(
  schedule: string | Stripe.SubscriptionSchedule | null,
  prices: PlanPrice[],
): PlannedChange | null {
  if (!schedule || typeof schedule === "string" || schedule.status !== "active") return null;
  const [running, coming] = schedule.phases.filter(
    (phase) => phase.end_date > (schedule.current_phase?.start_date ?? 0),
  );
  const idOf = (phase: typeof running) => {
    const price = phase?.items[0]?.price;
    return typeof price === "string" ? price : price?.id;
  };
  const plan = prices.find((price) => price.priceId === idOf(coming));
  if (!coming || !plan || idOf(running) === plan.priceId) return null;
  return { scheduleId: schedule.id, ...plan, at: new Date(coming.start_date * 1000) };
}

export function mapPaymentMethod(method: Stripe.PaymentMethod): StoredPaymentMethod {
  if (method.card) {
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
    return { kind: "card", brand, last4, expMonth, expYear };
  }
  const last4 = method.sepa_debit?.last4 ?? "";
  return { kind: method.sepa_debit ? "sepa_debit" : "other", brand: null, last4, expMonth: null, expYear: null };
}

export function mapCoupon(coupon: Stripe.Coupon): Coupon {
  const { id, valid, percent_off: percentOff, amount_off: amountOffCents, duration } = coupon;
  const isForever = duration === "forever";
  return { id, isValid: valid, percentOff, amountOffCents, months: coupon.duration_in_months, isForever };
}

export function mapInvoice(invoice: Stripe.Invoice): BillingInvoice {
  return {
    id: invoice.id ?? "",
    number: invoice.number,
    status: statusOf(invoice),
    createdAt: new Date(invoice.created * 1000),
    totalCents: invoice.total,
    netCents: invoice.total_excluding_tax ?? invoice.total,
    pdfUrl: invoice.invoice_pdf ?? null,
    pageUrl: invoice.hosted_invoice_url ?? null,
  };
}

/** Stripe has one status for invoices given up automatically or marked by a person; only the latter have a time. */
function statusOf({ status, status_transitions: moments }: Stripe.Invoice): InvoiceStatus {
  if (status === "uncollectible") return moments.marked_uncollectible_at ? "marked_uncollectible" : "uncollectible";
  const known = (["open", "paid", "void"] as const).find((word) => word === status);
  return known ?? "draft";
}
