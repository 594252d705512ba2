import { ReplyError } from "../kit/http";
import { EVENT_TYPES } from "./callbacks";
import type { Gate } from "./gate";
import { readObject } from "./input";
import type { Subscription } from "./model";
import { actionResult, gatewayError, refuse, refuseInvalid } from "./replies";
import { newId, type World } from "./world";

const PATH = "/v1/event-subscriptions";

/**
 * Adds the routes for subscriptions. A new address must answer HEAD, with valid TLS; http is accepted for this machine
 * only.
 */
export function addSubscriptions(world: World, gate: Gate): void {
  gate.on("POST", PATH, null, async ({ request, organisation, connection }) => {
    const { eventType, callbackUrl } = readObject(world, request);
    if (typeof eventType !== "string" || !EVENT_TYPES.includes(eventType))
      refuseInvalid(world, request, [{ violation: "INVALID", field: "eventType", message: "unbekannter Typ" }]);
    if (typeof callbackUrl !== "string" || !isCallbackUrl(callbackUrl))
      refuseInvalid(world, request, [{ violation: "INVALID", field: "callbackUrl", message: "muss HTTPS sein" }]);
    if (!(await isServed(callbackUrl, world.options.callbackTimeoutMs)))
      refuseInvalid(world, request, [{ violation: "INVALID", field: "callbackUrl", message: "ist nicht erreichbar" }]);
    // The connection may have ended during the check, and its subscriptions end with it.
    if (world.connections.get(connection.id)?.status !== "active")
      throw new ReplyError(gatewayError(401, "Unauthorized"));
    const mine = world.subscriptions.filter((one) => one.connectionId === connection.id);
    if (mine.some((one) => one.eventType === eventType && one.callbackUrl === callbackUrl))
      refuse(world, request, 409, "An event subscription with this type and callback URL exists already.");
    const id = newId();
    const createdAt = world.now();
    const subscription = {
      id,
      organisationId: organisation.id,
      connectionId: connection.id,
      eventType,
      callbackUrl,
      createdAt,
    };
    world.subscriptions.put(id, subscription);
    const body = actionResult(request, PATH, { id, createdAt, updatedAt: createdAt, version: 0 });
    return { status: 201, headers: { location: `${request.origin}${PATH}/${id}` }, body };
  });
  gate.on("GET", PATH, null, ({ connection }) => ({
    status: 200,
    body: { content: world.subscriptions.filter((one) => one.connectionId === connection.id).map(show) },
  }));
  gate.on("GET", `${PATH}/:id`, null, ({ request, connection }) => {
    const subscription = world.subscriptions.get(request.params.id ?? "");
    if (subscription?.connectionId !== connection.id)
      return refuse(world, request, 404, "The requested event subscription was not found.");
    return { status: 200, body: show(subscription) };
  });
  gate.on("DELETE", `${PATH}/:id`, null, ({ request, connection }) => {
    const subscription = world.subscriptions.get(request.params.id ?? "");
    if (subscription?.connectionId !== connection.id)
      return refuse(world, request, 404, "The requested event subscription was not found.");
    world.subscriptions.delete(subscription.id);
    return { status: 204 };
  });
}

function show(subscription: Subscription): Record<string, unknown> {
  return {
    subscriptionId: subscription.id,
    organizationId: subscription.organisationId,
    createdDate: subscription.createdAt,
    eventType: subscription.eventType,
    callbackUrl: subscription.callbackUrl,
  };
}

function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

async function isServed(url: string, timeoutMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok;
  } catch {
    return false;
  }
}
