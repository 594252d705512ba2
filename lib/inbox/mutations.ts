import type { CustomerId } from "@/lib/auth/scope";
import { db, keptAs, Prisma, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { storableJson } from "@/lib/core/storable";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueAll, holdDueOf, promiseOf, wakeFor } from "@/lib/jobs/queue";
import { CALLING_BOOKS } from "@/lib/providers/accounting/systems";

export interface IncomingEvent {
  /** The provider's id, or a digest where it has none. */
  eventId: string;
  organisationId: string | null;
  /** What is to be read again, e.g. "payments:PM123". */
  subject: string;
  action: string;
  occurredAt: Date;
  payload: unknown;
}

export const INBOX_PROVIDERS = [...CALLING_BOOKS, "GOCARDLESS", "STRIPE"] as const;
export type InboxProvider = (typeof INBOX_PROVIDERS)[number];

/** The events of one webhook, or of one page of a vendor's list. */
export interface Delivery {
  provider: InboxProvider;
  events: IncomingEvent[];
  /** What its events and their job go on from: others wait in the same group. */
  trace?: string;
}

/**
 * Stores deliveries, each event once for ever, together with the jobs that will work them off. Whose they are is told by
 * the organisation; events of one we do not know are kept, but nobody works on them.
 *
 * @returns per delivery, how many of its events were new
 */
export async function storeDeliveries(deliveries: Delivery[]): Promise<number[]> {
  const fresh = new Set<string>();
  for (const provider of new Set(deliveries.map((delivery) => delivery.provider))) {
    const events = deliveries
      .filter((delivery) => delivery.provider === provider)
      .flatMap(({ events, trace }) => events.map((event) => ({ ...event, id: newId("inbox"), trace })));
    for (const { eventId } of await storeOf(provider, storableJson(events))) fresh.add(`${provider}:${eventId}`);
  }
  // An event that came in two deliveries at once counts for the first.
  return deliveries.map(
    ({ provider, events }) => events.filter((event) => fresh.delete(`${provider}:${event.eventId}`)).length,
  );
}

interface AddedRow {
  eventId: string;
  customerId: string | null;
  trace: string | null;
  isPromised: boolean;
}

/**
 * One statement that is its own transaction, rows and jobs together. Where a job can neither be held nor promised in it
 * (somebody has just promised it, or it waits for later) nothing is stored by it, and all of it is done step by step.
 */
async function storeOf(provider: InboxProvider, rows: string): Promise<AddedRow[]> {
  try {
    return await insertNew(db, provider, rows, "or nothing");
  } catch (error) {
    if (!isUnpromised(error)) throw error;
  }
  return await db.$transaction(async (tx) => {
    const added = await insertNew(tx, provider, rows, "as told");
    const without = added.filter((row) => row.customerId !== null && !row.isPromised);
    const traces = new Map(without.map((row) => [row.customerId, row.trace ?? undefined]));
    const payloads = [...traces.keys()].map((customerId) => ({ customerId: customerId as CustomerId }));
    await enqueueAll(tx, jobs.drainInbox, payloads, ({ customerId }) => traces.get(customerId));
    return added;
  });
}

/** The division by zero that undoes a statement whose jobs are not all promised. */
function isUnpromised(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.message.includes("22012");
}

/** Whose an organisation is: of the supplier connected with it. At Stripe it is the customer we made there for a supplier. */
function ownerAt(provider: InboxProvider): Prisma.Sql {
  if (provider === "STRIPE") return Prisma.sql`contracts AS owner ON owner.stripe_customer_id`;
  return Prisma.sql`connections AS owner ON owner.type = ${provider} AND owner.organisation_id`;
}

/**
 * One parameter however many rows. One that came before anybody had connected its organisation, and comes again, counts
 * as new: nobody has worked on it. They go in by the order of their ids, whatever order they came in: two deliveries of
 * the same events then wait for each other, never in a ring.
 *
 * @param rows events with `id` and `trace` as JSON
 * @param promises whether a job that could not be promised undoes it all, or is told by `isPromised`
 */
async function insertNew(
  tx: Tx,
  provider: InboxProvider,
  rows: string,
  promises: "or nothing" | "as told",
): Promise<AddedRow[]> {
  const isAlone = promises === "or nothing";
  const told = isAlone ? Prisma.sql`1 / isPromised::int = 1` : Prisma.sql`isPromised`;
  return await tx.$queryRaw`${isAlone ? keptAs(`inbox-${provider}`) : Prisma.empty}
    WITH made AS (
      INSERT INTO inbox_events (id, provider, event_id, customer_id, subject, action, occurred_at, payload, trace)
      SELECT DISTINCT ON ("eventId") event.id, ${provider}, "eventId", owner.customer_id, subject, action, "occurredAt",
        payload, trace
      FROM json_to_recordset(${rows}::json) AS event (
        id text, "eventId" text, "organisationId" text, subject text, action text, "occurredAt" timestamptz,
        payload jsonb, trace text
      )
      LEFT JOIN ${ownerAt(provider)} = event."organisationId"
      ORDER BY "eventId"
      ON CONFLICT (provider, event_id) DO UPDATE SET customer_id = EXCLUDED.customer_id, trace = EXCLUDED.trace
        WHERE inbox_events.customer_id IS NULL AND EXCLUDED.customer_id IS NOT NULL
      RETURNING event_id, customer_id, trace
    ), held AS (${holdDueOf(jobs.drainInbox, Prisma.sql`SELECT customer_id FROM made`)}
    ), promised AS (${promiseOf(jobs.drainInbox, LACKING)}
    ), woken AS (${wakeFor(Prisma.sql`promised`)}
    ), outcome AS (
      SELECT event_id, customer_id, trace, customer_id IS NULL
        OR customer_id IN (SELECT key FROM held UNION ALL SELECT key FROM promised) AS isPromised
      FROM made
    )
    SELECT event_id AS "eventId", customer_id AS "customerId", trace, ${told} AS "isPromised"
    FROM outcome WHERE (SELECT count(*) FROM woken) >= 0`;
}

/** Of the suppliers of `made` those for whom no job is held. */
const LACKING = Prisma.sql`
  SELECT customer_id AS key, jsonb_build_object('customerId', customer_id) AS data, min(trace) AS trace
  FROM made WHERE customer_id IS NOT NULL AND customer_id NOT IN (SELECT key FROM held) GROUP BY customer_id`;

/** Events of a customer that wait, oldest first, without those about `left`. */
export async function takeWaiting(customerId: CustomerId, limit: number, left: string[] = []) {
  return await db.inboxEvent.findMany({
    where: { customerId, handledAt: null, subject: { notIn: left } },
    orderBy: [{ occurredAt: "asc" }, { id: "asc" }],
    take: limit,
  });
}

export async function markHandled(ids: string[]): Promise<void> {
  await db.inboxEvent.updateMany({ where: { id: { in: ids } }, data: { handledAt: new Date(), error: null } });
}

export async function markFailed(ids: string[], error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message.slice(0, 500) : "unknown";
  await db.inboxEvent.updateMany({ where: { id: { in: ids } }, data: { error: text } });
}
