import { log } from "@/lib/core/telemetry/log";
import { traceNow } from "@/lib/core/telemetry/trace";
import { crossTenant } from "@/lib/core/tenants/tenant-scope";
import { atMost } from "@/lib/core/time/patience";
import { type Delivery, type InboxProvider, type IncomingEvent, storeDeliveries } from "./mutations";

interface Waiting extends Delivery {
  resolve: (stored: number) => void;
  reject: (error: unknown) => void;
}

/** After this time the next group starts, so that a group waiting for one supplier's lock does not block all others. */
const PATIENCE_MS = 100;
/** Maximum events per group, because a longer statement takes too long. The rest goes into the next group. */
const GROUP_EVENTS = 1_000;
/**
 * A full group gains nothing by waiting. It starts concurrently, so that the database stores one group while we read
 * the next.
 */
const GROUPS_AT_ONCE = 2;

const waiting: Waiting[] = [];
let waitingEvents = 0;
let committing = 0;

/**
 * Stores the events of one delivery and returns after the commit.
 * Deliveries that arrive during a commit wait for it, and then share one transaction per vendor, so that under load one
 * commit serves many webhooks. A single delivery does not wait. Only a full group starts while another one is being
 * committed.
 *
 * @returns how many events were new
 * @throws the database's error about this delivery; it does not affect the others in the group
 */
export function storeEvents(provider: InboxProvider, events: IncomingEvent[]): Promise<number> {
  if (events.length === 0) return Promise.resolve(0);
  return new Promise((resolve, reject) => {
    waiting.push({ provider, events, trace: traceNow(), resolve, reject });
    waitingEvents += events.length;
    const isFull = waitingEvents >= GROUP_EVENTS && committing < GROUPS_AT_ONCE;
    if (committing === 0 || isFull) void commitWaiting();
  });
}

async function commitWaiting(): Promise<void> {
  committing += 1;
  do await atMost(commit(nextGroup()), PATIENCE_MS);
  while (waiting.length > 0 && (committing === 1 || waitingEvents >= GROUP_EVENTS));
  committing -= 1;
}

function nextGroup(): Waiting[] {
  let events = 0;
  const end = waiting.findIndex((delivery) => {
    events += delivery.events.length;
    return events > GROUP_EVENTS;
  });
  // A delivery larger than the limit is stored alone.
  const group = waiting.splice(0, end === -1 ? waiting.length : Math.max(1, end));
  waitingEvents -= group.reduce((sum, delivery) => sum + delivery.events.length, 0);
  return group;
}

/** Stores a group. Never rejects: each delivery gets its own result. */
async function commit(group: Waiting[]): Promise<void> {
  try {
    await store(group);
  } catch (error) {
    log.warn({ err: error, deliveries: group.length }, "webhook group commit failed, retrying one by one");
    // One delivery may have caused the error, or a lock. Each is tried once more, alone. If the commit succeeded after
    // all, its events are known by now.
    for (const delivery of group) await store([delivery]).catch(delivery.reject);
  }
}

async function store(group: Waiting[]): Promise<void> {
  // Across tenants, because a group has deliveries of several suppliers, whichever request began the commit.
  const stored = await crossTenant(() => storeDeliveries(group));
  for (const [index, delivery] of group.entries()) delivery.resolve(stored[index] ?? 0);
}
