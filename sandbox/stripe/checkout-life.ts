import type { Invoice, Session } from "./billing-records";
import { showSession } from "./checkout-shapes";
import { type Redeemable, usableCode } from "./discounts";
import { emit } from "./events";
import { buildInvoice, type NewLine } from "./invoice-build";
import { voidInvoice } from "./invoice-life";
import type { Outcome } from "./payments";
import { periodEnd } from "./periods";
import type { Customer, PaymentMethod } from "./records";
import { changeSubscription } from "./subscription-life";
import { beginSubscription, type NewSubscription, payFirst } from "./subscription-start";
import { DAY, now, type World } from "./world";

export function expireSession(world: World, session: Session): void {
  world.records.sessions.put(session.id, Object.assign(session, { status: "expired" }));
  emit(world, "checkout.session.expired", showSession(world, session));
}

/** Updates the checkout session whose debit now has its result. */
export function sessionSettled(world: World, invoice: Invoice, isGood: boolean): void {
  const session = world.records.sessions.find((one) => one.invoice === invoice.id);
  if (session?.payment_status !== "unpaid") return;
  if (isGood) world.records.sessions.put(session.id, Object.assign(session, { payment_status: "paid" }));
  const type = `checkout.session.async_payment_${isGood ? "succeeded" : "failed"}`;
  emit(world, type, showSession(world, session));
}

export function trialEndOf(world: World, session: Session): number | null {
  const { trial_period_days: days, trial_end: end } = session.subscription_data as Record<string, number | undefined>;
  if (days !== undefined) return now(world, session.customer) + days * DAY;
  return end ?? null;
}

/** Returns the discounts of a session, ready to be redeemed. */
export function redeemablesOf(world: World, session: Session): Redeemable[] {
  return session.discounts.flatMap(({ coupon, promotion_code }) => {
    if (promotion_code) return [usableCode(world, promotion_code, "promotion_code", session.customer)];
    const found = world.records.coupons.get(coupon ?? "");
    return found ? [{ coupon: found, code: null }] : [];
  });
}

/** Returns what is to be paid today, and what the page shows. */
export function quoteSession(world: World, session: Session, customer: Customer): Session["amounts"] {
  const at = now(world, session.customer);
  const isTrial = (trialEndOf(world, session) ?? 0) > at;
  const lines = session.line_items.map((item): NewLine => {
    const price = world.records.prices.get(item.price);
    const end = price?.recurring ? periodEnd(at, price.recurring, at) : at;
    const amount = isTrial ? 0 : (price?.unit_amount ?? 0) * item.quantity;
    return { ...item, amount, description: "", item: null, isProration: false, period: { start: at, end } };
  });
  const discounts = redeemablesOf(world, session).map(({ coupon, code }) => ({
    ...{ id: coupon.id, coupon: coupon.id, promotion_code: code?.id ?? null, start: at, end: null, ended: false },
    ...{ customer: null, subscription: null, subscription_item: null, invoice: null, checkout_session: null },
  }));
  const automaticTax = session.automatic_tax && customer.address?.country != null;
  const draft = buildInvoice(world, {
    ...{ customer, subscription: null, lines, discounts, reason: "upcoming", at, automaticTax },
    period: { start: at, end: at },
  });
  const off = draft.lines.flatMap((line) => line.discountAmounts).reduce((all, one) => all + one.amount, 0);
  const tax = draft.lines.reduce((all, line) => all + (line.tax?.amount ?? 0), 0);
  return { subtotal: draft.subtotal, discount: off, tax, total: draft.total };
}

/** Creates the subscription and takes the first payment. The session completes only if that succeeds. */
export function subscribe(
  world: World,
  session: Session,
  customer: Customer,
  method: PaymentMethod | null,
  isAuthenticated: boolean,
): Outcome {
  const data = session.subscription_data as {
    metadata?: Record<string, string>;
    description?: string;
    trial_settings?: { end_behavior?: { missing_payment_method?: NewSubscription["missingMethod"] } };
    billing_cycle_anchor?: number;
  };
  const made: NewSubscription = {
    customer,
    items: session.line_items.map(({ price, quantity }) => ({ price, quantity, metadata: {} })),
    trialEnd: trialEndOf(world, session),
    discounts: redeemablesOf(world, session),
    method: method?.id ?? null,
    automaticTax: session.automatic_tax,
    metadata: data.metadata ?? {},
    description: data.description ?? null,
    missingMethod: data.trial_settings?.end_behavior?.missing_payment_method ?? "create_invoice",
    anchor: data.billing_cycle_anchor ?? null,
    collection: "charge_automatically",
    daysUntilDue: null,
    saveMethod: "off",
    cancelAtPeriodEnd: false,
    cancelAt: null,
    session: session.id,
  };
  const subscription = beginSubscription(world, made);
  const outcome = payFirst(world, subscription, "allow_incomplete", isAuthenticated);
  if (outcome.result === "failed" || outcome.result === "requires_action") {
    // The page asks for another method, and the started subscription is undone.
    const invoice = world.records.invoices.get(subscription.latest_invoice ?? "");
    if (invoice?.status === "open") voidInvoice(world, invoice);
    const ended_at = now(world, customer.id);
    changeSubscription(world, subscription, () =>
      Object.assign(subscription, { status: "incomplete_expired", ended_at }),
    );
    return outcome;
  }
  Object.assign(session, { subscription: subscription.id, invoice: subscription.latest_invoice });
  const isTrial = subscription.status === "trialing";
  const isFree = session.amounts.total === 0;
  const paid = outcome.result === "processing" ? "unpaid" : isTrial || isFree ? "no_payment_required" : "paid";
  complete(world, session, paid);
  return outcome;
}

export function complete(world: World, session: Session, payment: Session["payment_status"]): void {
  Object.assign(session, { status: "complete", payment_status: payment, waiting: null });
  world.records.sessions.put(session.id, session);
  emit(world, "checkout.session.completed", showSession(world, session));
}
