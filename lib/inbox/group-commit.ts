import { log } from "@/lib/core/log";
import { acrossSuppliers } from "@/lib/core/supplier-wall";
import { traceNow } from "@/lib/core/trace";
import { type Delivery, type InboxProvider, type IncomingEvent, storeDeliveries } from "./mutations";

interface Waiting extends Delivery {
  resolve: (stored: number) => void;
  reject: (error: unknown) => void;
}

/** A group that waits for a lock of one supplier must not hold up those of all others: the next one then starts beside it. */
const PATIENCE_MS = 100;
/** Beyond it a statement gets long; the rest goes into the next one. */
const GROUP_EVENTS = 1_000;
/** A full group gains nothing by waiting: it begins beside the one before, so that the database has one while we read the other. */
const GROUPS_AT_ONCE = 2;

const waiting: Waiting[] = [];
let waitingEvents = 0;
let committing = 0;

/**
 * Stores the events of one delivery and returns after the commit. What comes in while a group is being committed waits
 * for it and then goes into one transaction together (one for each vendor): under load a commit serves many webhooks, and
 * one that comes alone waits for nobody. Only a full group begins beside another one.
 *
 * @returns how many were new
 * @throws what the database says about this delivery; those beside it are not touched by it
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
  // A delivery that is larger by itself goes alone.
  const group = waiting.splice(0, end === -1 ? waiting.length : Math.max(1, end));
  waitingEvents -= group.reduce((sum, delivery) => sum + delivery.events.length, 0);
  return group;
}

/** Never rejects: each delivery is told its own outcome. */
async function commit(group: Waiting[]): Promise<void> {
  try {
    await store(group);
  } catch (error) {
    log.warn({ err: error, deliveries: group.length }, "a group of webhooks is tried once more, one by one");
    // One of them may be to blame, or somebody was in their way: each is tried once more, by itself. Had the commit gone
    // through all the same, its events are known by now.
    for (const delivery of group) await store([delivery]).catch(delivery.reject);
  }
}

async function store(group: Waiting[]): Promise<void> {
  // Of as many suppliers as there are deliveries, whoever's request began the commit.
  const stored = await acrossSuppliers(() => storeDeliveries(group));
  for (const [index, delivery] of group.entries()) delivery.resolve(stored[index] ?? 0);
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
