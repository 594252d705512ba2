import type { Api, Call } from "./api";
import type { PortalSession } from "./billing-records";
import { showPortalSession } from "./checkout-shapes";
import { invalid } from "./errors";
import { emit } from "./events";
import { count, group, groups, type Params, required, text } from "./params";
import { requiredCustomer } from "./people-records";
import { configurationOf, featuresOf } from "./portal-configurations";
import type { Wire } from "./records";
import { subscriptionOf } from "./subscriptions";
import { newId, now, randomText, type World } from "./world";

const UNOPENED_MS = 5 * 60_000;
const TYPES = "PortalBillingPortal.SessionCreateParams";

export function portalRoutes(api: Api): void {
  api.on("POST", "/v1/billing_portal/sessions", TYPES, create);
}

function create({ world, params }: Call): Wire {
  const customer = requiredCustomer(world, params);
  const named = text(params, "configuration");
  const standard = world.records.configurations.find((one) => one.is_default);
  const configuration = named ? configurationOf(world, named, "configuration") : standard;
  if (!configuration?.active)
    throw invalid("No configuration provided and your default configuration has not been created.", "configuration");
  const session: PortalSession = {
    id: newId("bps"),
    created: now(world, customer.id),
    customer: customer.id,
    configuration: configuration.id,
    return_url: text(params, "return_url") ?? configuration.default_return_url,
    locale: text(params, "locale") ?? null,
    flow: flowFrom(world, params, customer.id, configuration.id),
    token: `test_${randomText(32)}`,
    deadAt: Date.now() + UNOPENED_MS,
  };
  world.records.portalSessions.put(session.id, session);
  const shown = showPortalSession(world, session);
  emit(world, "billing_portal.session.created", shown);
  return shown;
}

function flowFrom(world: World, params: Params, customer: string, configuration: string): Wire | null {
  const data = group(params, "flow_data");
  if (!data) return null;
  const type = required(data, "type");
  const after = group(data, "after_completion") ?? { type: "portal_homepage" };
  const flow: Wire = {
    after_completion: {
      hosted_confirmation: group(after, "hosted_confirmation") ?? null,
      redirect: group(after, "redirect") ?? null,
      type: after.type,
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  };
  checkFeature(world, type, configuration);
  if (!type.startsWith("subscription")) return flow;
  const details = group(data, type);
  if (!details) throw invalid(`Missing required param: flow_data[${type}].`, `flow_data[${type}]`, "parameter_missing");
  const param = `flow_data[${type}][subscription]`;
  const subscription = subscriptionOf(world, required(details, "subscription"), param);
  if (subscription.customer !== customer || subscription.ended_at !== null)
    throw invalid("The subscription does not belong to this customer or has ended.", param, "resource_missing");
  flow[type] =
    type === "subscription_update_confirm"
      ? confirmPart(world, details, configuration)
      : { subscription: subscription.id };
  if (type === "subscription_cancel")
    flow[type] = { subscription: subscription.id, retention: group(details, "retention") ?? null };
  return flow;
}

function checkFeature(world: World, type: string, id: string): void {
  const features = featuresOf(configurationOf(world, id)) as unknown as Record<string, { enabled: boolean }>;
  const name = type === "subscription_update_confirm" ? "subscription_update" : type;
  if (features[name]?.enabled) return;
  throw invalid(
    `You cannot use the flow ${type} because ${name} is disabled in the portal configuration.`,
    "flow_data[type]",
  );
}

function confirmPart(world: World, details: Params, configuration: string): Wire {
  const param = "flow_data[subscription_update_confirm][items]";
  const items = groups(details, "items") ?? [];
  const [item] = items;
  if (items.length !== 1 || !item) throw invalid("Exactly one item must be passed.", param);
  const price = text(item, "price");
  const { products } = featuresOf(configurationOf(world, configuration)).subscription_update;
  if (price && !products.some((one) => one.prices.includes(price)))
    throw invalid(`The price ${price} is not among those the portal configuration allows.`, `${param}[0][price]`);
  const discounts = groups(details, "discounts")?.map((one) => ({
    coupon: text(one, "coupon") ?? null,
    promotion_code: text(one, "promotion_code") ?? null,
  }));
  return {
    discounts: discounts ?? null,
    items: [{ id: required(item, "id"), price: price ?? null, quantity: count(item, "quantity") ?? 1 }],
    subscription: required(details, "subscription"),
  };
}
