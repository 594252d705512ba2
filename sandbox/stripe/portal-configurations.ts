import type { Api, Call } from "./api";
import type { Configuration } from "./billing-records";
import { showConfiguration } from "./checkout-shapes";
import { invalid, missing } from "./errors";
import { listOf } from "./lists";
import { flag, group, groups, kept, mergedMetadata, type Params, texts } from "./params";
import type { Wire } from "./records";
import { newId, now, type World } from "./world";

export function configurationRoutes(api: Api): void {
  const base = "/v1/billing_portal/configurations";
  api.on("POST", base, "BillingPortal.ConfigurationCreateParams", create);
  api.on("GET", base, "BillingPortal.ConfigurationListParams", (call) => {
    const active = flag(call.params, "active");
    const isDefault = flag(call.params, "is_default");
    const docs = call.world.records.configurations.filter(
      (one) =>
        (active === undefined || one.active === active) && (isDefault === undefined || one.is_default === isDefault),
    );
    return listOf(call, { docs, what: "configuration", show: (one) => showConfiguration(call.world, one) });
  });
  api.on("GET", `${base}/:id`, "BillingPortal.ConfigurationRetrieveParams", ({ world, id }) =>
    showConfiguration(world, configurationOf(world, id)),
  );
  api.on("POST", `${base}/:id`, "BillingPortal.ConfigurationUpdateParams", ({ world, id, params }) => {
    const configuration = configurationOf(world, id);
    configuration.active = flag(params, "active") ?? configuration.active;
    fill(world, configuration, params);
    return showConfiguration(world, configuration);
  });
}

export function configurationOf(world: World, id: string, param = "id"): Configuration {
  const configuration = world.records.configurations.get(id);
  if (!configuration) throw missing("configuration", id, param);
  return configuration;
}

export interface Features {
  customer_update: { enabled: boolean; allowed_updates: string[] };
  invoice_history: { enabled: boolean };
  payment_method_update: { enabled: boolean; payment_method_configuration: null };
  subscription_cancel: {
    enabled: boolean;
    mode: "at_period_end" | "immediately";
    proration_behavior: string;
    cancellation_reason: { enabled: boolean; options: string[]; feedback_options: null };
  };
  subscription_pause: { enabled: boolean; duration: { type: string; interval_options: unknown[] } };
  subscription_update: {
    enabled: boolean;
    billing_cycle_anchor: string | null;
    default_allowed_updates: string[];
    products: { product: string; prices: string[]; adjustable_quantity: Wire }[];
    proration_behavior: string;
    schedule_at_period_end: { conditions: { type: string }[] };
    trial_update_behavior: string;
  };
}

function none(): Features {
  return {
    customer_update: { enabled: false, allowed_updates: [] },
    invoice_history: { enabled: false },
    payment_method_update: { enabled: false, payment_method_configuration: null },
    subscription_cancel: {
      enabled: false,
      mode: "at_period_end",
      proration_behavior: "none",
      cancellation_reason: { enabled: false, options: [], feedback_options: null },
    },
    subscription_pause: { enabled: false, duration: { type: "indefinite", interval_options: [] } },
    subscription_update: {
      enabled: false,
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      products: [],
      proration_behavior: "none",
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: "end_trial",
    },
  };
}

export function featuresOf(configuration: Configuration): Features {
  return configuration.features as unknown as Features;
}

function blank(world: World, id: string): Configuration {
  const at = now(world);
  return {
    id,
    created: at,
    metadata: {},
    active: true,
    is_default: false,
    name: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    default_return_url: null,
    features: none() as unknown as Wire,
    login_page: false,
    updated: at,
  };
}

function create({ world, params }: Call): Wire {
  const configuration = blank(world, newId("bpc"));
  fill(world, configuration, params);
  return showConfiguration(world, configuration);
}

function fill(world: World, configuration: Configuration, params: Params): void {
  const given = group(params, "features") ?? {};
  const features = configuration.features as Record<string, Wire>;
  for (const name of Object.keys(given)) features[name] = { ...features[name], ...cleared(group(given, name) ?? {}) };
  const update = group(given, "subscription_update");
  if (update && flag(update, "enabled")) checkProducts(world, update);
  if (update)
    featuresOf(configuration).subscription_update.products = (groups(update, "products") ?? []).map((one) => ({
      product: String(one.product),
      prices: texts(one, "prices") ?? [],
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
    }));
  const reason = group(group(given, "subscription_cancel") ?? {}, "cancellation_reason");
  if (reason)
    featuresOf(configuration).subscription_cancel.cancellation_reason = {
      enabled: flag(reason, "enabled") ?? false,
      options: texts(reason, "options") ?? [],
      feedback_options: null,
    };
  const profile = group(params, "business_profile");
  if (profile) configuration.business_profile = { ...configuration.business_profile, ...profile };
  configuration.default_return_url = kept(params, "default_return_url", configuration.default_return_url);
  configuration.name = kept(params, "name", configuration.name);
  configuration.login_page = flag(group(params, "login_page") ?? {}, "enabled") ?? configuration.login_page;
  configuration.metadata = mergedMetadata(params, configuration.metadata);
  configuration.updated = now(world);
  world.records.configurations.put(configuration.id, configuration);
}

/** Replaces cleared lists by empty lists, because null is not allowed. */
function cleared(params: Params): Wire {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === null ? [] : value]));
}

function checkProducts(world: World, update: Params): void {
  const products = groups(update, "products");
  if (!products || products.length === 0)
    throw invalid(
      "Missing required param: features[subscription_update][products].",
      "features[subscription_update][products]",
      "parameter_missing",
    );
  for (const one of products)
    for (const price of texts(one, "prices") ?? [])
      if (world.records.prices.get(price)?.product !== one.product)
        throw missing("price", price, "features[subscription_update][products]");
}

/** Creates the portal configuration as the merchant set it up by hand: everything allowed, all plans available. */
export function layConfiguration(world: World): void {
  const configuration = blank(world, "bpc_1EinzugSandbox");
  const features = featuresOf(configuration);
  features.customer_update = { enabled: true, allowed_updates: ["email", "name", "address", "phone", "tax_id"] };
  features.invoice_history.enabled = true;
  features.payment_method_update.enabled = true;
  Object.assign(features.subscription_cancel, { enabled: true });
  features.subscription_cancel.cancellation_reason = {
    enabled: true,
    options: ["too_expensive", "missing_features", "unused", "other"],
    feedback_options: null,
  };
  Object.assign(features.subscription_update, {
    enabled: true,
    default_allowed_updates: ["price", "promotion_code"],
    proration_behavior: "always_invoice",
    schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }, { type: "shortening_interval" }] },
    trial_update_behavior: "continue_trial",
    products: world.records.products.all().map((product) => ({
      product: product.id,
      prices: world.records.prices.filter((price) => price.product === product.id).map((price) => price.id),
      adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
    })),
  });
  Object.assign(configuration, { is_default: true, default_return_url: world.kit.appUrl });
  world.records.configurations.put(configuration.id, configuration);
}
