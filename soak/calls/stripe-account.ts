import { randomUUID } from "node:crypto";
import type { Billing, BillingParty, NewOrder } from "@/lib/providers/billing/port";
import { stripeBilling } from "@/lib/providers/billing/stripe/index";
import { PATIENT_MS, type Scenario, type Step } from "./scenarios";
import { type CallWorld, fillForm, readAs } from "./world";

const CARD = { method: "card", card_number: "4242424242424242", exp_month: "12", exp_year: "2040", cvc: "123" };
const OTHER_CARD = { ...CARD, card_number: "5555555555554444" };

/** A list shows whether more rows follow, but not how many there are. */
export const LIST = { mayBeShort: true } as const;

/** A supplier as a customer of our own account at Stripe. */
export interface StripeCustomer {
  id: string;
  party: BillingParty;
  open: (timeoutMs: number) => Billing;
  order: (priceId: string, trialDays?: number) => NewOrder;
  /** Lists records by the vendor's own list. */
  list: <T>(path: string, query?: Record<string, string>) => Promise<T[]>;
  read: <T>(path: string) => Promise<T>;
}

export interface Subscriber extends StripeCustomer {
  subscriptionId: string;
  itemId: string;
  /** Prices of the plans, by type. */
  prices: { basic: string; premium: string };
  play: (what: string) => Promise<unknown>;
}

export function partyOf(): BillingParty {
  const place = { address: "Lindenhof 7", zip: "04109", city: "Leipzig", countryCode: "DE", vatId: "" };
  const email = `rechnung-${randomUUID()}@lindenhof.example`;
  return { company: "Werkstatt Lindenhof GmbH", name: "Jana Lindenhof", email, phone: "+493415550100", ...place };
}

export function openBilling({ env }: CallWorld, timeoutMs: number): Billing {
  return stripeBilling({ apiUrl: env.STRIPE_API_URL ?? "", secretKey: env.STRIPE_SECRET_KEY ?? "", timeoutMs });
}

export async function readStripe<T>({ env }: CallWorld, path: string, query: Record<string, string> = {}): Promise<T> {
  const headers = { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` };
  return await readAs<T>(headers, `${env.STRIPE_API_URL}/v1/${path}?${new URLSearchParams(query)}`);
}

export async function layCustomer(world: CallWorld): Promise<StripeCustomer> {
  const party = partyOf();
  const id = await openBilling(world, PATIENT_MS).createCustomer(party, "cus_1", "de", randomUUID());
  return {
    ...{ id, party },
    open: (timeoutMs) => openBilling(world, timeoutMs),
    order: (priceId, trialDays = 0) => ({
      ...{ stripeCustomerId: id, customerId: "cus_1", priceId, couponId: null, trialDays, mayPayLater: false },
      ...{ methods: ["card"], locale: "de", successUrl: `${world.appUrl}/done`, cancelUrl: `${world.appUrl}/back` },
    }),
    list: async <T>(path: string, query: Record<string, string> = {}) =>
      (await readStripe<{ data: T[] }>(world, path, { customer: id, limit: "100", ...query })).data,
    read: (path) => readStripe(world, path),
  };
}

/** Fills in the checkout page and pays with a card. */
export async function laySubscriber(world: CallWorld, plan: "basic" | "premium" = "basic"): Promise<Subscriber> {
  const customer = await layCustomer(world);
  const billing = customer.open(PATIENT_MS);
  const prices = await monthlyPrices(billing);
  const { url } = await billing.openCheckout(customer.order(prices[plan]), randomUUID());
  const { company: name, address: line1, zip: postal_code, city } = customer.party;
  await fillForm(url, { action: "subscribe", name, line1, postal_code, city, country: "DE", ...CARD });
  const { subscription } = await billing.readAccount(customer.id);
  if (!subscription) throw new Error("the order page led to no subscription");
  const { id: subscriptionId, itemId } = subscription;
  const play = (what: string) => world.desk(`/stripe/subscriptions/${subscriptionId}/${what}`, {});
  return { ...customer, subscriptionId, itemId, prices, play };
}

export async function monthlyPrices(billing: Billing): Promise<Subscriber["prices"]> {
  const prices = await billing.prices();
  const of = (type: string) => prices.find((price) => price.type === type && price.base === "monthly")?.priceId ?? "";
  return { basic: of("basic"), premium: of("premium") };
}

/** Enters another card on the vendor's page and returns the id of the payment method. */
export async function giveOtherCard({ open, id, list }: Subscriber, { appUrl }: CallWorld): Promise<string> {
  const page = await open(PATIENT_MS).openPortal(id, { kind: "payment_method" }, appUrl, "de");
  await fillForm(page, { action: "method", ...OTHER_CARD });
  const methods = await list<{ id: string; card: { last4: string } }>("payment_methods");
  return methods.find(({ card }) => card.last4 === "4444")?.id ?? "";
}

/** Returns a scenario for a supplier without a subscription. */
export function ofCustomer(
  method: string,
  of: string,
  lay: (customer: StripeCustomer, world: CallWorld) => Promise<Step>,
  more: Pick<Scenario, "mayBeShort"> = {},
): Scenario {
  return { vendor: "stripe", method, of, ...more, lay: async (world) => await lay(await layCustomer(world), world) };
}

/** Returns a scenario for a supplier with an active subscription. */
export function ofSubscriber(
  method: string,
  of: string,
  lay: (subscriber: Subscriber, world: CallWorld) => Promise<Step>,
  more: Pick<Scenario, "mayBeShort"> = {},
): Scenario {
  return { vendor: "stripe", method, of, ...more, lay: async (world) => await lay(await laySubscriber(world), world) };
}
