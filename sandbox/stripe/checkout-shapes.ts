import type { Configuration, PortalSession, Session } from "./billing-records";
import { showPrice } from "./catalog-shapes";
import { discountAmounts } from "./discounts";
import { nameOf } from "./invoice-build";
import type { Discount, Wire } from "./records";
import { APP, type World } from "./world";

/** Fields that subscription checkouts do not use here. */
const NOT_USED = {
  adaptive_pricing: null,
  after_expiration: null,
  client_secret: null,
  currency_conversion: null,
  customer_account: null,
  integration_identifier: null,
  invoice_creation: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  shipping_address_collection: null,
  shipping_cost: null,
  wallet_options: null,
};

export function showSession(world: World, one: Session): Wire {
  const currency = world.records.prices.get(one.line_items[0]?.price ?? "")?.currency ?? "eur";
  const isOpen = one.status === "open";
  return {
    id: one.id,
    object: "checkout.session",
    ...NOT_USED,
    allow_promotion_codes: one.allow_promotion_codes,
    allowed_payment_method_types: one.allowed_payment_method_types,
    amount_subtotal: one.amounts.subtotal,
    amount_total: one.amounts.total,
    automatic_tax: taxPart(one),
    billing_address_collection: one.billing_address_collection,
    cancel_url: one.cancel_url,
    client_reference_id: one.client_reference_id,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: one.consent,
    consent_collection: one.consent_collection && { ...one.consent_collection, payment_method_reuse_agreement: null },
    created: one.created,
    currency: one.mode === "setup" ? null : currency,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: one.customer,
    customer_creation: one.mode === "subscription" && !one.customer ? "always" : null,
    customer_details: one.customer_details,
    customer_email: one.customer_email,
    discounts: one.discounts.map((discount) => ({ ...discount })),
    ...(one.excluded_payment_method_types ? { excluded_payment_method_types: one.excluded_payment_method_types } : {}),
    expires_at: one.expires_at,
    invoice: one.invoice,
    livemode: false,
    locale: one.locale,
    metadata: one.metadata,
    mode: one.mode,
    payment_method_collection: one.payment_method_collection,
    payment_method_options: {},
    payment_method_types: one.payment_method_types,
    payment_status: one.payment_status,
    phone_number_collection: { enabled: false },
    saved_payment_method_options: {
      allow_redisplay_filters: ["always"],
      payment_method_remove: null,
      payment_method_save: null,
    },
    setup_intent: one.setup_intent,
    shipping_options: [],
    status: one.status,
    submit_type: one.submit_type,
    subscription: one.subscription,
    success_url: one.success_url,
    tax_id_collection: { ...one.tax_id_collection },
    total_details: { amount_discount: one.amounts.discount, amount_shipping: 0, amount_tax: one.amounts.tax },
    ui_mode: "hosted_page",
    url: isOpen ? `${world.origin}/c/pay/${one.id}` : null,
  };
}

function taxPart(one: Session): Wire {
  return {
    enabled: one.automatic_tax,
    liability: one.automatic_tax ? { type: "self" } : null,
    provider: one.automatic_tax ? "stripe" : null,
    status: one.automatic_tax ? (one.status === "open" ? "requires_location_inputs" : "complete") : null,
  };
}

export function showLineItems(world: World, sessionId: string): Wire[] {
  const session = world.records.sessions.get(sessionId);
  if (!session) return [];
  const lines = session.line_items.map((item) => {
    const price = world.records.prices.get(item.price);
    const amount = (price?.unit_amount ?? 0) * item.quantity;
    return { item, price, amount, product: price?.product ?? "", isProration: false };
  });
  const entries = session.discounts.map((one) => {
    const code = world.records.promotionCodes.get(one.promotion_code ?? "");
    return { id: "", coupon: one.coupon ?? code?.coupon ?? "" } as Discount;
  });
  const taken = discountAmounts(world, lines, entries);
  return lines.map(({ item, price, amount }, i) => {
    const off = (taken[i] ?? []).reduce((all, one) => all + one.amount, 0);
    return {
      id: item.id,
      object: "item",
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount - off,
      currency: price?.currency ?? "eur",
      description: nameOf(world, price),
      metadata: {},
      price: price ? showPrice(world, price) : null,
      quantity: item.quantity,
    };
  });
}

export function showPortalSession(world: World, one: PortalSession): Wire {
  return {
    id: one.id,
    object: "billing_portal.session",
    configuration: one.configuration,
    created: one.created,
    customer: one.customer,
    customer_account: null,
    flow: one.flow,
    livemode: false,
    locale: one.locale,
    on_behalf_of: null,
    return_url: one.return_url,
    url: `${world.origin}/p/session/${one.token}`,
  };
}

export function showConfiguration(world: World, one: Configuration): Wire {
  return {
    id: one.id,
    object: "billing_portal.configuration",
    active: one.active,
    application: null,
    business_profile: one.business_profile,
    created: one.created,
    default_return_url: one.default_return_url,
    features: one.features,
    is_default: one.is_default,
    livemode: false,
    login_page: { enabled: one.login_page, url: one.login_page ? `${world.origin}/p/login/${APP.account}` : null },
    metadata: one.metadata,
    name: one.name,
    updated: one.updated,
  };
}
