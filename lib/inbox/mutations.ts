import type { CustomerId } from "@/lib/auth/scope";
import { askKept, db, Prisma } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { storableJson } from "@/lib/core/storable";
import { jobs } from "@/lib/jobs/catalogue";
import { holdDueOf, promiseOf, queue, wakeFor } from "@/lib/jobs/queue";
import { CALLING_BOOKS } from "@/lib/providers/accounting/systems";
import type { ProviderEvent } from "@/lib/providers/payments/port";

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

/** An event of GoCardless, told by a webhook or read from its list, as the inbox keeps it. */
export function ofGocardless(event: ProviderEvent, organisationId: string | null): IncomingEvent {
  const { id: eventId, resource, resourceId, action, occurredAt, payload } = event;
  return { eventId, organisationId, subject: `${resource}:${resourceId}`, action, occurredAt, payload };
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
  // The statement promises out of the queue's own row, which is there once this process has started its queue: without one it
  // would store events that nobody works on.
  await queue();
  const fresh = new Set<string>();
  for (const provider of new Set(deliveries.map((delivery) => delivery.provider))) {
    const rows = deliveries
      .filter((delivery) => delivery.provider === provider)
      .flatMap(({ events, trace }) => events.map((event) => rowOf(event, trace)));
    for (const { eventId } of await insertNew(provider, storableJson(rows))) fresh.add(`${provider}:${eventId}`);
  }
  // An event that came in two deliveries at once counts for the first.
  return deliveries.map(
    ({ provider, events }) => events.filter((event) => fresh.delete(`${provider}:${event.eventId}`)).length,
  );
}

/**
 * An event as `insertNew` reads it: by place, for names cost the database as much again. JSON would ask each moment how it
 * is written, which costs more than all the rest of a row.
 *
 * @throws RangeError for a moment that is none
 */
function rowOf(event: IncomingEvent, trace: string | undefined): unknown[] {
  const { eventId, organisationId, subject, action, occurredAt, payload } = event;
  return [newId("inbox"), eventId, organisationId, subject, action, occurredAt.toISOString(), payload, trace];
}

/** Whose an organisation is: of the supplier connected with it. At Stripe it is the customer we made there for a supplier. */
function ownerAt(provider: InboxProvider): Prisma.Sql {
  if (provider === "STRIPE") return Prisma.sql`contracts AS owner ON owner.stripe_customer_id`;
  return Prisma.sql`connections AS owner ON owner.type = ${provider} AND owner.organisation_id`;
}

/**
 * One statement that is its own transaction, rows and jobs together, with one parameter however many rows. One that came
 * before anybody had connected its organisation, and comes again, counts as new: nobody has worked on it. They go in by the
 * order of their ids, whatever order they came in: two deliveries of the same events then wait for each other, never in a
 * ring.
 *
 * @param rows a list of `rowOf` as JSON
 * @returns those that were new
 */
async function insertNew(provider: InboxProvider, rows: string): Promise<{ eventId: string }[]> {
  const statement = Prisma.sql`
    WITH made AS (
      INSERT INTO inbox_events (id, provider, event_id, customer_id, subject, action, occurred_at, payload, trace)
      SELECT DISTINCT ON (event_id) event->>0, ${provider}, event->>1 AS event_id, owner.customer_id, event->>3, event->>4,
        (event->>5)::timestamptz, event->6, event->>7
      FROM jsonb_array_elements(${rows}::jsonb) AS event LEFT JOIN ${ownerAt(provider)} = event->>2
      ORDER BY event_id
      ON CONFLICT (provider, event_id) DO UPDATE SET customer_id = EXCLUDED.customer_id, trace = EXCLUDED.trace
        WHERE inbox_events.customer_id IS NULL AND EXCLUDED.customer_id IS NOT NULL
      RETURNING event_id, customer_id, trace
    ), held AS (${holdDueOf(jobs.drainInbox, Prisma.sql`SELECT customer_id FROM made`)}
    ), promised AS (${promiseOf(jobs.drainInbox, LACKING)}
    ), woken AS (${wakeFor(Prisma.sql`promised`)}
    )
    SELECT event_id AS "eventId" FROM made WHERE (SELECT count(*) FROM woken) >= 0`;
  return await askKept(`inbox-${provider}`, statement);
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
