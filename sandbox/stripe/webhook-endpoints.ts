import type { Api, Call } from "./api";
import { invalid, missing } from "./errors";
import { showEvent } from "./events";
import { listOf } from "./lists";
import { flag, kept, mergedMetadata, required, text, texts } from "./params";
import type { Endpoint, Wire } from "./records";
import { APP, newId, now, randomText, type World, webhookUrlOf } from "./world";

export function eventRoutes(api: Api): void {
  api.on("GET", "/v1/events", "EventListParams", (call) => {
    const { world, params } = call;
    const types = texts(params, "types") ?? [text(params, "type") ?? "*"];
    const delivered = flag(params, "delivery_success");
    const fits = (type: string): boolean =>
      types.some((one) => one === type || (one.endsWith("*") && type.startsWith(one.slice(0, -1))));
    const docs = world.records.events.filter(
      (one) => fits(one.type) && (delivered === undefined || one.isDelivered === delivered),
    );
    return listOf(call, { docs, what: "event", show: (one) => showEvent(world, one) });
  });
  api.on("GET", "/v1/events/:id", "CustomerRetrieveParams", ({ world, id }) => {
    const event = world.records.events.get(id);
    if (!event) throw missing("event", id);
    return showEvent(world, event);
  });
  api.on("POST", "/v1/webhook_endpoints", "WebhookEndpointCreateParams", create);
  api.on("GET", "/v1/webhook_endpoints", "WebhookEndpointListParams", (call) =>
    listOf(call, { docs: call.world.records.endpoints.all(), what: "webhook_endpoint", show: showEndpoint }),
  );
  api.on("GET", "/v1/webhook_endpoints/:id", "WebhookEndpointRetrieveParams", (call) => showEndpoint(endpointOf(call)));
  api.on("POST", "/v1/webhook_endpoints/:id", "WebhookEndpointUpdateParams", update);
  api.on("DELETE", "/v1/webhook_endpoints/:id", "WebhookEndpointDeleteParams", (call): Wire => {
    const { id } = endpointOf(call);
    call.world.records.endpoints.delete(id);
    return { id, object: "webhook_endpoint", deleted: true };
  });
}

function endpointOf({ world, id }: Call): Endpoint {
  const endpoint = world.records.endpoints.get(id);
  if (!endpoint) throw missing("webhook_endpoint", id);
  return endpoint;
}

function checkUrl(url: string): string {
  if (!/^https?:\/\/[^/]+/.test(url))
    throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.", "url", "url_invalid");
  return url;
}

function create({ world, params }: Call): Wire {
  const version = text(params, "api_version");
  if (version && version !== APP.apiVersion)
    throw invalid(`This sandbox sends events of ${APP.apiVersion} only.`, "api_version", "parameter_not_played");
  const endpoint: Endpoint = {
    id: newId("we"),
    created: now(world),
    metadata: mergedMetadata(params),
    url: checkUrl(required(params, "url")),
    secret: `whsec_${randomText(32)}`,
    enabled_events: texts(params, "enabled_events") ?? [],
    description: text(params, "description") ?? null,
    status: "enabled",
  };
  world.records.endpoints.put(endpoint.id, endpoint);
  // The secret is shown only here.
  return { ...showEndpoint(endpoint), secret: endpoint.secret };
}

function update(call: Call): Wire {
  const endpoint = endpointOf(call);
  const { params, world } = call;
  const url = text(params, "url");
  if (url) endpoint.url = checkUrl(url);
  endpoint.enabled_events = texts(params, "enabled_events") ?? endpoint.enabled_events;
  endpoint.description = kept(params, "description", endpoint.description);
  const disabled = flag(params, "disabled");
  if (disabled !== undefined) endpoint.status = disabled ? "disabled" : "enabled";
  endpoint.metadata = mergedMetadata(params, endpoint.metadata);
  world.records.endpoints.put(endpoint.id, endpoint);
  return showEndpoint(endpoint);
}

function showEndpoint(endpoint: Endpoint): Wire {
  return {
    id: endpoint.id,
    object: "webhook_endpoint",
    api_version: APP.apiVersion,
    application: null,
    created: endpoint.created,
    description: endpoint.description,
    enabled_events: endpoint.enabled_events,
    livemode: false,
    metadata: endpoint.metadata,
    status: endpoint.status,
    url: endpoint.url,
  };
}

/** Creates the endpoint of the product itself, as an operator would have set it up by hand. */
export function layEndpoint(world: World): void {
  const id = "we_1EinzugSandbox";
  world.records.endpoints.put(id, {
    id,
    created: now(world),
    metadata: {},
    url: webhookUrlOf(world.kit),
    secret: APP.webhookSecret,
    enabled_events: ["*"],
    description: "Einzug",
    status: "enabled",
  });
}
