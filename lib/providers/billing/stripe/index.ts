import type Stripe from "stripe";
import { plainVatId, readVatId, type VatKind } from "@/lib/core/formats/vat-id";
import { ProviderError } from "@/lib/core/web/provider-error";
import { orUndefined } from "../../reading";
import type { Billing, BillingParty, CancelFeedback } from "../port";
import { payerOf, readAccount, readPrices } from "./account";
import { cancelNow, dropHeldInvoices, dropPlannedChange, payOpenInvoices, switchAtPeriodEnd } from "./changes";
import { type StripeAccess, StripeCaller } from "./client";
import { mapCoupon, mapInvoice } from "./map";
import { closeCheckout, closeOpenCheckouts, openCheckout, openPortal } from "./orders";

/** Stripe Billing, API version 2026-10-28.endive (which `stripe` 23.1.0 pins). */
export function stripeBilling(access: StripeAccess): Billing {
  const caller = new StripeCaller(access);
  const update = async (id: string, change: Stripe.SubscriptionUpdateParams, key: string): Promise<void> => {
    await caller.call((stripe) => stripe.subscriptions.update(id, change, { idempotencyKey: key }));
  };
  return {
    prices: () => readPrices(caller),
    coupon: async (id) => {
      const found = await orUndefined(caller.call((stripe) => stripe.coupons.retrieve(id)));
      return found && mapCoupon(found);
    },
    createCustomer: async (party, customerId, locale, key) => {
      const made = await caller.call((stripe) =>
        stripe.customers.create(
          { ...detailsOf(party), preferred_locales: [locale], metadata: { customer: customerId } },
          { idempotencyKey: key },
        ),
      );
      return made.id;
    },
    saveParty: (customer, party, key) => saveParty(caller, customer, party, key),
    readAccount: (customer) => readAccount(caller, customer),
    payerOf: (payment) => payerOf(caller, payment),
    invoices: async (customer) => {
      const { data } = await caller.call((stripe) => stripe.invoices.list({ customer, limit: 100 }));
      return data.map(mapInvoice);
    },
    openCheckout: (order, key) => openCheckout(caller, order, key),
    closeCheckout: (sessionId) => closeCheckout(caller, sessionId),
    closeOpenCheckouts: (customer) => closeOpenCheckouts(caller, customer),
    openPortal: (customer, flow, returnUrl, locale) => openPortal(caller, customer, flow, returnUrl, locale),
    applyCoupon: (id, coupon, key) => update(id, { discounts: [{ coupon }] }, key),
    pause: (id, until, key) =>
      update(
        id,
        // Whole seconds, rounded up: a pause that ends a moment after the period must not end with it.
        { pause_collection: { behavior: "keep_as_draft", resumes_at: Math.ceil(until.getTime() / 1000) } },
        key,
      ),
    endPause: (id, key) => update(id, { pause_collection: "" }, key),
    useMethod: (id, method, key) => update(id, { default_payment_method: method }, key),
    payOpenInvoices: (id) => payOpenInvoices(caller, id),
    dropHeldInvoices: (id) => dropHeldInvoices(caller, id),
    cancelAtPeriodEnd: (id, feedback: CancelFeedback, key) =>
      update(id, { cancel_at_period_end: true, cancellation_details: { feedback } }, key),
    cancelNow: (id) => cancelNow(caller, id),
    keep: (id, key) => update(id, { cancel_at_period_end: false }, key),
    switchNow: ({ id, itemId }, price, key) =>
      update(
        id,
        {
          items: [{ id: itemId, price }],
          proration_behavior: "always_invoice",
          payment_behavior: "error_if_incomplete",
        },
        key,
      ),
    switchAtPeriodEnd: (id, price, key) => switchAtPeriodEnd(caller, id, price, key),
    dropPlannedChange: (id, key) => dropPlannedChange(caller, id, key),
  };
}

function detailsOf(party: BillingParty) {
  const { company, name, email, phone, address, zip, city, countryCode } = party;
  return {
    name: company,
    business_name: company,
    individual_name: name,
    email,
    // Stripe refuses an empty number, so a number cannot be removed: the last one stays.
    ...(phone ? { phone } : {}),
    address: { line1: address, postal_code: zip, city, country: countryCode },
  };
}

/**
 * Saves the details of a supplier. The VAT id is a separate object: an old one is deleted after the new one is
 * accepted.
 */
async function saveParty(caller: StripeCaller, customer: string, party: BillingParty, key: string): Promise<void> {
  const { data: known } = await caller.call((stripe) => stripe.customers.listTaxIds(customer, { limit: 100 }));
  const wanted = taxIdOf(party);
  const others = known.filter(
    ({ type, value }) => type !== wanted?.type || plainVatId(value) !== plainVatId(wanted.value),
  );
  if (wanted && others.length === known.length)
    await caller.call((stripe) => stripe.customers.createTaxId(customer, wanted, { idempotencyKey: `${key}:vat` }));
  for (const { id } of others) await dropTaxId(caller, customer, id);
  await caller.call((stripe) => stripe.customers.update(customer, detailsOf(party), { idempotencyKey: key }));
}

/** Returns the VAT id in Stripe's terms. An unknown format is sent as it is, and Stripe accepts or refuses it. */
function taxIdOf({ vatId, countryCode }: BillingParty): { type: VatKind; value: string } | undefined {
  if (vatId === "") return undefined;
  const read = readVatId(vatId, countryCode);
  return typeof read === "object"
    ? { type: read.kind, value: read.value }
    : { type: "eu_vat", value: plainVatId(vatId) };
}

/** Deletes a VAT id. One that is gone (404) is not an error: the client repeats a deletion whose answer was lost. */
async function dropTaxId(caller: StripeCaller, customer: string, id: string): Promise<void> {
  try {
    await caller.call((stripe) => stripe.customers.deleteTaxId(customer, id));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== "not_found") throw error;
  }
}
