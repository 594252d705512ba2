import type { EventRecord, Wire } from "./records";
import { APP, newId, now, type World } from "./world";

/** Stores an event about an object as it is now, and passes it to the webhooks. */
export function emit(world: World, type: string, object: Wire, previous?: Wire): void {
  const customer = typeof object.customer === "string" ? object.customer : null;
  const created = now(world, object.object === "customer" ? String(object.id) : customer);
  const id = newId("evt");
  const body = {
    id,
    object: "event",
    api_version: APP.apiVersion,
    created,
    data: { object: structuredClone(object), ...(previous ? { previous_attributes: structuredClone(previous) } : {}) },
    livemode: false,
    request: world.call ?? { id: null, idempotency_key: null },
    type,
  };
  const record: EventRecord = { id, type, created, body, isDelivered: false };
  world.records.events.put(id, record);
  world.outbox.add(record);
}

/** Emits a change with the previous values; emits nothing if no shown value changed. */
export function emitChange(world: World, type: string, before: Wire, after: Wire): void {
  const previous = differences(before, after);
  if (Object.keys(previous).length > 0) emit(world, type, after, previous);
}

function differences(before: Wire, after: Wire): Wire {
  const changed: Wire = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) changed[name] = before[name] ?? null;
  return changed;
}

export function showEvent(world: World, event: EventRecord): Wire {
  return { ...event.body, pending_webhooks: world.outbox.pendingFor(event.id) };
}
