import { showSubscription } from "./billing-shapes";
import { showCoupon, showPrice, showProduct, showPromotionCode } from "./catalog-shapes";
import { showSession } from "./checkout-shapes";
import { showInvoice } from "./invoice-shapes";
import { showPaymentMethod } from "./payment-shapes";
import { showCustomer } from "./people-shapes";
import { showSchedule } from "./schedule-shapes";
import { APP, type World, webhookUrlOf } from "./world";

const EVENTS_SHOWN = 200;
const DELIVERIES_SHOWN = 50;

/** Returns this twin's part of GET /state. */
export function stateOf(world: World, apiUrl: string | null): Record<string, unknown> {
  const { records, kit } = world;
  return {
    secretKey: APP.secretKey,
    mistakes: [...world.mistakes],
    webhookSecret: APP.webhookSecret,
    webhookUrl: webhookUrlOf(kit),
    apiVersion: APP.apiVersion,
    apiUrl,
    products: records.products.all().map((one) => showProduct(world, one)),
    prices: records.prices.all().map((one) => showPrice(world, one)),
    coupons: records.coupons.all().map((one) => showCoupon(world, one)),
    promotionCodes: records.promotionCodes.all().map((one) => showPromotionCode(world, one)),
    customers: records.customers.filter((one) => !one.deleted).map((one) => showCustomer(world, one)),
    paymentMethods: records.paymentMethods
      .filter((one) => one.customer !== null)
      .map((one) => showPaymentMethod(world, one)),
    checkoutSessions: records.sessions.all().map((one) => showSession(world, one)),
    subscriptions: records.subscriptions.all().map((one) => showSubscription(world, one)),
    schedules: records.schedules.all().map((one) => showSchedule(world, one)),
    invoices: records.invoices.all().map((one) => showInvoice(world, one)),
    events: records.events
      .all()
      .slice(-EVENTS_SHOWN)
      .map(({ body }) => body),
    deliveries: world.outbox
      .deliveries()
      .slice(-DELIVERIES_SHOWN)
      .map(({ headers: _headers, ...shown }) => shown),
  };
}

/** Returns the `stripe` part of GET /ledger: what was billed and what was really collected. */
export function ledgerOf({ records }: World): Record<string, unknown> {
  return {
    subscriptions: records.subscriptions.all().map((one) => ({
      id: one.id,
      customer: one.customer,
      status: one.status,
      prices: one.items.map((item) => records.prices.get(item.price)?.lookup_key ?? item.price),
      currentPeriodEnd: one.items[0]?.current_period_end ?? null,
      metadata: one.metadata,
    })),
    invoices: records.invoices.all().map((one) => ({
      id: one.id,
      customer: one.customer,
      subscription: one.subscription,
      number: one.number,
      status: one.status,
      reason: one.billing_reason,
      totalCents: one.total,
      dueCents: one.amount_due,
      paidCents: one.amount_paid,
    })),
    charges: records.charges.all().map((one) => ({
      id: one.id,
      invoice: records.paymentIntents.get(one.payment_intent)?.invoice ?? null,
      amountCents: one.amount,
      status: one.status,
      disputed: one.disputed,
    })),
  };
}
