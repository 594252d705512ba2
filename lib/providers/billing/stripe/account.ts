import type Stripe from "stripe";
import type { BillingAccount, PlanPrice, StoredPaymentMethod } from "../port";
import type { StripeCaller } from "./client";
import { LOOKUP_KEYS, mapPaymentMethod, mapPlannedChange, mapPrice, mapSubscription } from "./map";

/** Returns the prices of our plans that are for sale. Stripe allows at most ten lookup keys per call. */
export async function readPrices(caller: StripeCaller): Promise<PlanPrice[]> {
  const { data } = await caller.call((stripe) =>
    stripe.prices.list({ lookup_keys: Object.keys(LOOKUP_KEYS), active: true, limit: 100 }),
  );
  return data.map(mapPrice).filter((price) => price !== undefined);
}

/** Reads the state of one customer: subscriptions, payment method, and whether the newest payment was reversed. */
export async function readAccount(caller: StripeCaller, id: string): Promise<BillingAccount> {
  const [customer, subscriptions, payments] = await caller.call((stripe) =>
    Promise.all([
      stripe.customers.retrieve(id, { expand: ["invoice_settings.default_payment_method"] }),
      stripe.subscriptions.list({
        customer: id,
        status: "all",
        limit: 100,
        expand: ["data.discounts.source.coupon", "data.default_payment_method", "data.schedule"],
      }),
      stripe.paymentIntents.list({ customer: id, limit: 20, expand: ["data.latest_charge"] }),
    ]),
  );
  const current = currentOf(subscriptions.data);
  // Only a planned change names a price without its plan, so the prices are read only then.
  const next = current?.schedule ? mapPlannedChange(current.schedule, await readPrices(caller)) : null;
  return {
    subscription: current ? mapSubscription(current, next) : null,
    unended: subscriptions.data.filter(isRunning).map(({ id }) => id),
    hasHadTrial: subscriptions.data.some((one) => one.trial_start !== null),
    paymentMethod: await paymentMethodOf(caller, id, current, customer),
    newerMethodId: newerMethod(current, customer),
    isReversed: await isReversed(caller, payments.data),
  };
}

function isRunning(one: Stripe.Subscription): boolean {
  return one.ended_at === null && one.status !== "canceled" && one.status !== "incomplete_expired";
}

const IN_FORCE = ["active", "trialing", "past_due"];

function currentOf(all: Stripe.Subscription[]): Stripe.Subscription | undefined {
  const byAge = all.toSorted((a, b) => b.created - a.created);
  const running = byAge.filter(isRunning);
  return (
    running.find(({ status }) => IN_FORCE.includes(status)) ??
    running.find(({ status }) => status !== "incomplete") ??
    running[0] ??
    // An order whose first payment failed never ran, so a cancelled subscription, which did, is preferred.
    byAge.find((one) => one.status === "canceled") ??
    byAge[0]
  );
}

/**
 * Returns the method that is charged: the subscription's own, else the customer's default. A merely saved one is not
 * charged.
 */
async function paymentMethodOf(
  caller: StripeCaller,
  id: string,
  subscription: Stripe.Subscription | undefined,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<StoredPaymentMethod | null> {
  const own = subscription?.default_payment_method;
  if (own && typeof own !== "string" && subscription && isRunning(subscription)) return mapPaymentMethod(own);
  if (customer.deleted) return null;
  const general = customer.invoice_settings.default_payment_method;
  if (general && typeof general !== "string") return mapPaymentMethod(general);
  if (subscription && isRunning(subscription)) return null;
  // Before an order any saved method counts, because the order page offers it.
  const { data } = await caller.call((stripe) => stripe.customers.listPaymentMethods(id, { limit: 1 }));
  return data[0] ? mapPaymentMethod(data[0]) : null;
}

/**
 * Returns a method that is newer than the one charged; null if there is none. The portal changes only the customer's
 * default, but the subscription's own method takes precedence. The newer of the two is what the supplier wants. A
 * subscription without its own method gets the default as its own, so that a later default is recognised as newer. One
 * that awaits its first payment is skipped, because Stripe allows hardly any change to it.
 */
function newerMethod(
  subscription: Stripe.Subscription | undefined,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): string | null {
  if (!subscription || !isRunning(subscription) || customer.deleted) return null;
  const [own, general] = [subscription.default_payment_method, customer.invoice_settings.default_payment_method];
  if (!general || typeof own === "string" || typeof general === "string") return null;
  if (!own) return subscription.status === "incomplete" ? null : general.id;
  return general.id !== own.id && general.created >= own.created ? general.id : null;
}

/** Dispute statuses after which we keep the money. `prevented` means refunded; an unknown status counts as reversed. */
const SETTLED = ["won", "warning_closed"];

/**
 * True if the newest successful charge was reversed. A later payment that we keep clears an earlier reversal. A charge
 * stays `disputed` permanently, even if we win, so its disputes decide (types of `stripe` 23.1.0, `Charge.disputed` and
 * `Dispute.status`).
 */
async function isReversed(caller: StripeCaller, payments: Stripe.PaymentIntent[]): Promise<boolean> {
  const newest = payments
    .toSorted((a, b) => b.created - a.created)
    .map((payment) => payment.latest_charge)
    .find((charge) => typeof charge === "object" && charge?.status === "succeeded");
  if (typeof newest !== "object" || !newest?.disputed) return false;
  const { data } = await caller.call((stripe) => stripe.disputes.list({ charge: newest.id, limit: 100 }));
  return data.length === 0 || data.some(({ status }) => !SETTLED.includes(status));
}

/** Returns the customer of a payment; null if unknown. A dispute names only the payment. */
export async function payerOf(caller: StripeCaller, paymentId: string): Promise<string | null> {
  const { customer } = await caller.call((stripe) => stripe.paymentIntents.retrieve(paymentId));
  return (typeof customer === "object" ? customer?.id : customer) ?? null;
}
