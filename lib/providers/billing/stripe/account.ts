import type Stripe from "stripe";
import type { BillingAccount, PlanPrice, StoredPaymentMethod } from "../port";
import type { StripeCaller } from "./client";
import { LOOKUP_KEYS, mapPaymentMethod, mapPlannedChange, mapPrice, mapSubscription } from "./map";

/** Our plans' prices that are for sale; at most ten lookup keys a call. */
export async function readPrices(caller: StripeCaller): Promise<PlanPrice[]> {
  const { data } = await caller.call((stripe) =>
    stripe.prices.list({ lookup_keys: Object.keys(LOOKUP_KEYS), active: true, limit: 100 }),
  );
  return data.map(mapPrice).filter((price) => price !== undefined);
}

/** The truth about one customer: subscriptions, how they pay, and whether their newest money stayed with us. */
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
  // Only a change that waits names a price without saying which plan it is.
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
    // An order whose first payment failed is over; what ran before it is the better answer to "what was there?".
    byAge.find((one) => one.status === "canceled") ??
    byAge[0]
  );
}

/** The subscription's own method wins over the customer's; one that was only saved is charged by neither. */
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
  // Before an order every saved method will do: the order page offers it.
  const { data } = await caller.call((stripe) => stripe.customers.listPaymentMethods(id, { limit: 1 }));
  return data[0] ? mapPaymentMethod(data[0]) : null;
}

/**
 * The portal changes the customer's default and not the subscription's own, which wins: the newer of the two is what
 * the supplier meant. A subscription without its own takes the default as such, so that the next one shows as newer; but
 * one that awaits its first payment, of which hardly anything can be changed.
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

/** Disputes over which the money stayed with us, or came back. What was `prevented` was refunded; what is new to us locks. */
const SETTLED = ["won", "warning_closed"];

/**
 * Newest first: a payment that stayed with us heals a reversal before it. A charge stays `disputed` for ever, also when the
 * dispute is won: only its disputes tell (types of `stripe` 23.1.0, `Charge.disputed` and `Dispute.status`).
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

/** A dispute names the payment, and not whose it is. */
export async function payerOf(caller: StripeCaller, paymentId: string): Promise<string | null> {
  const { customer } = await caller.call((stripe) => stripe.paymentIntents.retrieve(paymentId));
  return (typeof customer === "object" ? customer?.id : customer) ?? null;
}
