import type { Api, Call } from "./api";
import type { Session } from "./billing-records";
import { priceOf } from "./catalog";
import { expireSession, quoteSession } from "./checkout-life";
import { showLineItems, showSession } from "./checkout-shapes";
import { redeemableFrom } from "./discounts";
import { invalid, missing } from "./errors";
import { listOf } from "./lists";
import { count, flag, group, groups, mergedMetadata, type Params, required, text, texts } from "./params";
import { livingCustomer } from "./people-records";
import type { Customer, Wire } from "./records";
import { recurringPrice, trialLimit } from "./subscription-start";
import { DAY, newId, now, randomText, type World } from "./world";

export function checkoutRoutes(api: Api): void {
  api.on("POST", "/v1/checkout/sessions", "Checkout.SessionCreateParams", create);
  api.on("GET", "/v1/checkout/sessions", "Checkout.SessionListParams", list);
  api.on("GET", "/v1/checkout/sessions/:id", "Checkout.SessionRetrieveParams", ({ world, id }) =>
    showSession(world, sessionOf(world, id)),
  );
  api.on("POST", "/v1/checkout/sessions/:id", "Checkout.SessionUpdateParams", ({ world, id, params }) => {
    const session = sessionOf(world, id);
    for (const name of Object.keys(params))
      if (!["metadata", "expand"].includes(name))
        throw invalid(`This sandbox does not play the parameter ${name}.`, name, "parameter_not_played");
    session.metadata = mergedMetadata(params, session.metadata);
    world.records.sessions.put(id, session);
    return showSession(world, session);
  });
  api.on("POST", "/v1/checkout/sessions/:id/expire", "Checkout.SessionExpireParams", ({ world, id }) => {
    const session = sessionOf(world, id);
    if (session.status !== "open")
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    expireSession(world, session);
    return showSession(world, session);
  });
  api.on("GET", "/v1/checkout/sessions/:id/line_items", "Checkout.SessionListLineItemsParams", (call) => {
    const shown = showLineItems(call.world, sessionOf(call.world, call.id).id);
    const docs = shown.map((one) => ({ id: String(one.id), one })).reverse();
    return listOf(call, { docs, what: "item", show: ({ one }) => one });
  });
}

export function sessionOf(world: World, id: string, param = "id"): Session {
  const session = world.records.sessions.get(id);
  if (!session) throw missing("checkout.session", id, param);
  return session;
}

const PLAYED = new Set(
  "allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection cancel_url client_reference_id consent_collection currency customer customer_email customer_update discounts excluded_payment_method_types expand expires_at line_items locale metadata mode payment_method_collection subscription_data submit_type success_url tax_id_collection ui_mode".split(
    " ",
  ),
);
const TRIAL_AHEAD = 2 * DAY;

function create({ world, params }: Call): Wire {
  for (const name of Object.keys(params))
    if (!PLAYED.has(name))
      throw invalid(`This sandbox does not play the parameter ${name}.`, name, "parameter_not_played");
  const mode = required(params, "mode");
  if (mode === "payment")
    throw invalid("This sandbox plays only mode=subscription and mode=setup.", "mode", "parameter_not_played");
  if ((text(params, "ui_mode") ?? "hosted_page") !== "hosted_page")
    throw invalid("This sandbox plays only ui_mode=hosted_page.", "ui_mode", "parameter_not_played");
  const customer = customerFrom(world, params);
  const at = now(world, customer?.id);
  const id = `cs_test_${randomText(58)}`;
  const session: Session = {
    id,
    created: at,
    metadata: mergedMetadata(params),
    mode: mode === "setup" ? "setup" : "subscription",
    status: "open",
    payment_status: mode === "setup" ? "no_payment_required" : "unpaid",
    customer: customer?.id ?? null,
    customer_email: text(params, "customer_email") ?? null,
    client_reference_id: text(params, "client_reference_id") ?? null,
    line_items: mode === "setup" ? [] : lineItemsFrom(world, params),
    discounts: discountsOf(world, params, customer?.id ?? null),
    allow_promotion_codes: flag(params, "allow_promotion_codes") ?? null,
    payment_method_types: methodTypes(params),
    allowed_payment_method_types: texts(params, "allowed_payment_method_types") ?? null,
    excluded_payment_method_types: texts(params, "excluded_payment_method_types") ?? null,
    payment_method_collection: (text(params, "payment_method_collection") ??
      "always") as Session["payment_method_collection"],
    billing_address_collection: (text(params, "billing_address_collection") ??
      null) as Session["billing_address_collection"],
    ...collectionsFrom(params),
    consent: null,
    customer_details: customer ? { ...emptyDetails(), email: customer.email } : null,
    subscription_data: subscriptionData(params, at),
    locale: text(params, "locale") ?? null,
    success_url: required(params, "success_url"),
    cancel_url: text(params, "cancel_url") ?? null,
    submit_type: text(params, "submit_type") ?? null,
    expires_at: expiryFrom(params, at),
    subscription: null,
    invoice: null,
    setup_intent: null,
    token: randomText(16),
    amounts: { subtotal: 0, discount: 0, tax: 0, total: 0 },
    waiting: null,
  };
  for (const name of ["success_url", "cancel_url"] as const)
    if (session[name] && !/^https?:\/\/[^/]+/.test(session[name] ?? ""))
      throw invalid("Not a valid URL", name, "url_invalid");
  session.amounts = quoteSession(world, session, customer ?? ghost());
  world.records.sessions.put(id, session);
  return showSession(world, session);
}

/** Returns a placeholder for a customer who is not known yet: no address, no credit. */
export function ghost(): Customer {
  return { id: "", address: null, balance: 0, currency: null, footer: null, tax_exempt: "none" } as unknown as Customer;
}

export function emptyDetails(): Wire {
  return {
    address: null,
    business_name: null,
    email: null,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}

function customerFrom(world: World, params: Params): Customer | null {
  const id = text(params, "customer");
  if (id && text(params, "customer_email"))
    throw invalid("You may only specify one of these parameters: customer, customer_email.", "customer");
  if (!id && "customer_update" in params)
    throw invalid("`customer_update` can only be used with `customer`.", "customer_update");
  const taxIds = flag(group(params, "tax_id_collection") ?? {}, "enabled");
  const names = text(group(params, "customer_update") ?? {}, "name");
  if (id && taxIds && names !== "auto")
    throw invalid(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
      "customer_update[name]",
    );
  return id ? livingCustomer(world, id, "customer") : null;
}

function lineItemsFrom(world: World, params: Params): Session["line_items"] {
  const given = groups(params, "line_items") ?? [];
  if (given.length === 0) throw invalid("Missing required param: line_items.", "line_items", "parameter_missing");
  return given.map((one, i) => {
    const param = `line_items[${i}]`;
    for (const name of ["price_data", "adjustable_quantity", "tax_rates", "metadata"])
      if (name in one)
        throw invalid(`This sandbox does not play the parameter ${name}.`, `${param}[${name}]`, "parameter_not_played");
    const price = text(one, "price");
    if (!price) throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, "parameter_missing");
    const quantity = count(one, "quantity");
    if (quantity === undefined)
      throw invalid("Quantity is required. Add `quantity` to `line_items`.", `${param}[quantity]`, "parameter_missing");
    if (quantity < 1) throw invalid("This value must be greater than or equal to 1.", `${param}[quantity]`);
    recurringPrice(world, price, `${param}[price]`);
    return { id: newId("li"), price: priceOf(world, price).id, quantity };
  });
}

function discountsOf(world: World, params: Params, customer: string | null): Session["discounts"] {
  const given = groups(params, "discounts");
  if (given && "allow_promotion_codes" in params)
    throw invalid("You may only specify one of these parameters: allow_promotion_codes, discounts.", "discounts");
  if (given && given.length > 1) throw invalid("You may only apply one discount.", "discounts");
  return (given ?? []).map((entry, i) => {
    redeemableFrom(world, entry, `discounts[${i}]`, customer);
    return { coupon: text(entry, "coupon") ?? null, promotion_code: text(entry, "promotion_code") ?? null };
  });
}

function methodTypes(params: Params): Session["payment_method_types"] {
  const allowed = texts(params, "allowed_payment_method_types");
  const excluded = texts(params, "excluded_payment_method_types") ?? [];
  if (allowed && excluded.length > 0)
    throw invalid(
      "You may only specify one of these parameters: allowed_payment_method_types, excluded_payment_method_types.",
      "excluded_payment_method_types",
    );
  const types = (["card", "sepa_debit"] as const).filter(
    (type) => (!allowed || allowed.includes(type)) && !excluded.includes(type),
  );
  if (types.length === 0)
    throw invalid("No valid payment method types for this Checkout Session.", "allowed_payment_method_types");
  return types;
}

function collectionsFrom(
  params: Params,
): Pick<Session, "tax_id_collection" | "automatic_tax" | "customer_update" | "consent_collection"> {
  const taxIds = group(params, "tax_id_collection") ?? {};
  const update = group(params, "customer_update") ?? {};
  const consent = group(params, "consent_collection");
  return {
    tax_id_collection: {
      enabled: flag(taxIds, "enabled") ?? false,
      required: (text(taxIds, "required") ?? "never") as "never",
    },
    automatic_tax: flag(group(params, "automatic_tax") ?? {}, "enabled") ?? false,
    customer_update: { name: text(update, "name") === "auto", address: text(update, "address") === "auto" },
    consent_collection: consent
      ? { terms_of_service: text(consent, "terms_of_service") ?? null, promotions: text(consent, "promotions") ?? null }
      : null,
  };
}

function subscriptionData(params: Params, at: number): Wire {
  const data = group(params, "subscription_data") ?? {};
  const played = [
    "trial_period_days",
    "trial_end",
    "trial_settings",
    "metadata",
    "description",
    "billing_cycle_anchor",
  ];
  for (const name of Object.keys(data))
    if (!played.includes(name))
      throw invalid(
        `This sandbox does not play the parameter ${name}.`,
        `subscription_data[${name}]`,
        "parameter_not_played",
      );
  trialLimit(count(data, "trial_period_days"), 1, "subscription_data[trial_period_days]");
  const end = count(data, "trial_end");
  if (end !== undefined && end < at + TRIAL_AHEAD)
    throw invalid("The `trial_end` date has to be at least 2 days in the future.", "subscription_data[trial_end]");
  return { ...data };
}

function expiryFrom(params: Params, at: number): number {
  const asked = count(params, "expires_at");
  if (asked === undefined) return at + DAY;
  if (asked < at + 30 * 60 || asked > at + DAY)
    throw invalid(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      "expires_at",
    );
  return asked;
}

function list(call: Call): Wire {
  const { world, params } = call;
  const customer = text(params, "customer");
  const subscription = text(params, "subscription");
  const status = text(params, "status");
  const docs = world.records.sessions.filter(
    (one) =>
      (!customer || one.customer === customer) &&
      (!subscription || one.subscription === subscription) &&
      (!status || one.status === status),
  );
  return listOf(call, { docs, what: "checkout.session", show: (one) => showSession(world, one) });
}
