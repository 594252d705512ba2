import { describeCause } from "./causes";
import type { Metadata } from "./fields";
import type { EventRecord } from "./records";
import { APP, newId, nowIso, type World } from "./world";

export interface NewEvent {
  organisation: string;
  resource_type: string;
  action: string;
  origin: "bank" | "api" | "gocardless" | "customer" | "payer";
  cause: string;
  links: Record<string, string>;
  /** Metadata of the resource that the event is about. */
  resourceMetadata?: Metadata;
  /** Metadata given with the call that caused the event; only for origin `api`. */
  metadata?: Metadata;
  reasonCode?: string;
  parent?: EventRecord;
  details?: Record<string, unknown>;
}

/** Stores an event and passes it to the outbox. */
export function emit(world: World, event: NewEvent): EventRecord {
  const key = newId("EV");
  const bank = event.origin === "bank" ? { scheme: "sepa_core", reason_code: event.reasonCode ?? null } : {};
  const links: Record<string, string> = { ...event.links, organisation: event.organisation };
  if (event.parent?.id) links.parent_event = event.parent.id;
  const record: EventRecord = {
    key,
    // The vendor documents that this event has no id.
    id: event.resource_type === "organisations" ? null : key,
    organisation: event.organisation,
    created_at: nowIso(world),
    resource_type: event.resource_type,
    action: event.action,
    details: {
      origin: event.origin,
      cause: event.cause,
      description: describeCause(event.cause),
      ...bank,
      ...event.details,
    },
    metadata: event.metadata ?? {},
    resource_metadata: event.resourceMetadata ?? {},
    links,
    ...sourceOf(event),
  };
  world.records.events.put(key, record);
  world.outbox.add(record);
  return record;
}

function sourceOf(event: NewEvent): Pick<EventRecord, "source"> {
  if (event.origin === "api") return { source: { type: "app", name: APP.name } };
  if (event.origin === "payer") return { source: { type: "billing_request_flow", name: "Billing Request Flow" } };
  return {};
}

export function showEvent(event: EventRecord): Record<string, unknown> {
  const { key: _key, organisation: _organisation, ...shown } = event;
  return shown;
}
