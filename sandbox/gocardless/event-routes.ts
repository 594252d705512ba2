import type { TwinReply } from "../kit/http";
import type { Call, ResourceApi } from "./api";
import { show as showBillingRequest } from "./billing-requests";
import { showCustomer } from "./customers";
import { notFound } from "./errors";
import { showEvent } from "./events";
import { type Filters, invalidFilters, listReply } from "./lists";
import { showMandate } from "./mandates";
import { showCreditor } from "./organisations";
import { showPayment } from "./payments";
import { showPayout } from "./payouts";
import type { EventRecord, WebhookRecord } from "./records";
import { showRefund } from "./refunds";
import type { World } from "./world";

const BY_LINK = [
  "payment",
  "mandate",
  "payout",
  "refund",
  "billing_request",
  "creditor",
  "customer",
  "parent_event",
  "subscription",
  "instalment_schedule",
  "export",
  "outbound_payment",
  "payer_authorisation",
  "scheme_identifier",
  "payment_account_transaction",
];

export function eventRoutes(world: World, api: ResourceApi): void {
  api.list((call) => list(world, call));
  api.get((call) => {
    const event = world.records.events.get(call.params.id ?? "");
    if (event?.organisation !== call.organisation || event.id === null) throw notFound();
    return showEvent(event);
  });
}

function list(world: World, call: Call): TwinReply {
  const { query } = call.request;
  const include = query.get("include");
  if (include && !query.has("resource_type")) throw invalidFilters("include needs resource_type");
  const filters: Filters<EventRecord> = {
    resource_type: (event, wanted) => event.resource_type === wanted,
    action: (event, wanted) => event.action === wanted,
    include: () => true,
  };
  for (const name of BY_LINK) filters[name] = (event, wanted) => event.links[name] === wanted;
  const reply = listReply(call, {
    name: "events",
    docs: world.records.events.by("organisation", call.organisation).filter((event) => event.id !== null),
    idOf: (event) => event.key,
    filters,
    ranges: { created_at: (event) => event.created_at },
    show: showEvent,
  });
  if (!include) return reply;
  const body = reply.body as { events: EventRecord[] };
  return { ...reply, body: { ...body, linked: { [`${include}s`]: linked(world, include, body.events) } } };
}

function linked(world: World, kind: string, events: EventRecord[]): unknown[] {
  const { records } = world;
  const ids = [...new Set(events.flatMap((event) => event.links[kind] ?? []))];
  return ids.flatMap((id): unknown[] => {
    if (kind === "payment") return [records.payments.get(id)].flatMap((one) => (one ? showPayment(one) : []));
    if (kind === "mandate") return [records.mandates.get(id)].flatMap((one) => (one ? showMandate(world, one) : []));
    if (kind === "payout") return [records.payouts.get(id)].flatMap((one) => (one ? showPayout(one) : []));
    if (kind === "refund") return [records.refunds.get(id)].flatMap((one) => (one ? showRefund(one) : []));
    if (kind === "customer") return [records.customers.get(id)].flatMap((one) => (one ? showCustomer(one) : []));
    if (kind === "creditor") return [records.creditors.get(id)].flatMap((one) => (one ? showCreditor(one) : []));
    if (kind !== "billing_request") return [];
    return [records.billingRequests.get(id)].flatMap((one) => (one ? showBillingRequest(world, one) : []));
  });
}

/** Adds the routes for webhooks that contain the caller's events. */
export function webhookRoutes(world: World, api: ResourceApi): void {
  const mine = (call: Call) => (one: WebhookRecord) => one.organisations.includes(call.organisation);
  const find = (call: Call) => {
    const webhook = world.records.webhooks.get(call.params.id ?? "");
    if (!webhook || !mine(call)(webhook)) throw notFound();
    return webhook;
  };
  api.list((call) =>
    listReply(call, {
      name: "webhooks",
      docs: world.records.webhooks.filter(mine(call)),
      idOf: (webhook) => webhook.id,
      filters: {
        is_test: (_webhook, wanted) => wanted === "true",
        successful: (webhook, wanted) => String(webhook.successful) === wanted,
      },
      ranges: { created_at: (webhook) => webhook.created_at },
      show: showWebhook,
    }),
  );
  api.get((call) => showWebhook(find(call)));
  api.action("retry", (call) => {
    const webhook = find(call);
    world.outbox.resend(webhook);
    return { id: webhook.id, shown: showWebhook(webhook) };
  });
}

function showWebhook(webhook: WebhookRecord): Record<string, unknown> {
  return {
    id: webhook.id,
    created_at: webhook.created_at,
    is_test: true,
    url: webhook.url,
    request_headers: webhook.headers,
    request_body: webhook.body,
    response_code: webhook.response_code,
    response_headers: {},
    response_body: null,
    response_body_truncated: false,
    response_headers_content_truncated: false,
    response_headers_count_truncated: false,
    successful: webhook.successful,
  };
}
