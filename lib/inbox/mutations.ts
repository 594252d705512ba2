import type { CustomerId } from "@/lib/auth/scope";
import { askKept, db, Prisma, type Tx } from "@/lib/core/database/db";
import { newId } from "@/lib/core/formats/ids";
import { storableJson } from "@/lib/core/text/storable";
import { jobs } from "@/lib/jobs/catalogue";
import { queue } from "@/lib/jobs/queue";
import { holdDueJobs, insertJobs, wakeWorkers } from "@/lib/jobs/tables";
import { CALLING_SYSTEMS } from "@/lib/providers/accounting/systems";
import type { ProviderEvent } from "@/lib/providers/payments/port";

export interface IncomingEvent {
  /** The provider's id, or a digest if there is none. */
  eventId: string;
  organisationId: string | null;
  /** The object to read again, e.g. "payments:PM123". */
  subject: string;
  action: string;
  occurredAt: Date;
  payload: unknown;
}

/** Maps an event of GoCardless, from a webhook or from its list, to the inbox's form. */
export function toIncomingEvent(event: ProviderEvent, organisationId: string | null): IncomingEvent {
  const { id: eventId, resource, resourceId, action, occurredAt, payload } = event;
  return { eventId, organisationId, subject: `${resource}:${resourceId}`, action, occurredAt, payload };
}

export const INBOX_PROVIDERS = [...CALLING_SYSTEMS, "GOCARDLESS", "STRIPE"] as const;
export type InboxProvider = (typeof INBOX_PROVIDERS)[number];

/** The events of one webhook, or of one page of a vendor's list. */
export interface Delivery {
  provider: InboxProvider;
  events: IncomingEvent[];
  /** The trace that its events and their job continue. Each delivery of a group has its own. */
  trace?: string;
}

/**
 * Stores deliveries, each event only once, together with the jobs that handle them.
 * The organisation determines the supplier. Events of an unknown organisation are stored, but no job handles them.
 *
 * @returns per delivery, how many of its events were new
 */
export async function storeDeliveries(deliveries: Delivery[]): Promise<number[]> {
  // The statement enqueues by the queue's own row, which exists once this process has started its queue. Without that
  // row it would store events that no job handles.
  await queue();
  const fresh = new Set<string>();
  for (const provider of new Set(deliveries.map((delivery) => delivery.provider))) {
    const rows = deliveries
      .filter((delivery) => delivery.provider === provider)
      .flatMap(({ events, trace }) => events.map((event) => rowOf(event, trace)));
    for (const { eventId } of await insertNew(provider, storableJson(rows))) fresh.add(`${provider}:${eventId}`);
  }
  // An event in two deliveries at once counts for the first.
  return deliveries.map(
    ({ provider, events }) => events.filter((event) => fresh.delete(`${provider}:${event.eventId}`)).length,
  );
}

/**
 * Returns an event as `insertNew` reads it: as an array, because field names doubled the database's cost.
 * The time is a string already: JSON would call `toJSON` on each date, which costs more than the rest of the row.
 *
 * @throws RangeError for an invalid date
 */
function rowOf(event: IncomingEvent, trace: string | undefined): unknown[] {
  const { eventId, organisationId, subject, action, occurredAt, payload } = event;
  return [newId("inbox"), eventId, organisationId, subject, action, occurredAt.toISOString(), payload, trace];
}

/** SQL join that maps the vendor's organisation id to our supplier, by `connections`, or by `contracts` for Stripe. */
function ownerAt(provider: InboxProvider): Prisma.Sql {
  if (provider === "STRIPE") return Prisma.sql`contracts AS owner ON owner.stripe_customer_id`;
  return Prisma.sql`connections AS owner ON owner.type = ${provider} AND owner.organisation_id`;
}

/**
 * Inserts events and enqueues their jobs in one statement, which is a transaction of its own and has one parameter for
 * any number of rows.
 * An event that came before its organisation was connected counts as new when it comes again, because no job has
 * handled it. Rows are inserted in the order of their event ids, so that two deliveries of the same events wait for
 * each other but never deadlock.
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
    ), held AS (${holdDueJobs(jobs.drainInbox, Prisma.sql`SELECT customer_id FROM made`)}
    ), promised AS (${insertJobs(jobs.drainInbox, LACKING)}
    ), woken AS (${wakeWorkers(Prisma.sql`promised`)}
    )
    SELECT event_id AS "eventId" FROM made WHERE (SELECT count(*) FROM woken) >= 0`;
  return await askKept(`inbox-${provider}`, statement);
}

/** The suppliers in `made` for whom no job is held. */
const LACKING = Prisma.sql`
  SELECT customer_id AS key, jsonb_build_object('customerId', customer_id) AS data, min(trace) AS trace
  FROM made WHERE customer_id IS NOT NULL AND customer_id NOT IN (SELECT key FROM held) GROUP BY customer_id`;

/** Returns a supplier's waiting events, oldest first, without those about the subjects in `left`. */
export async function takeWaiting(customerId: CustomerId, limit: number, left: string[] = []) {
  return await db.inboxEvent.findMany({
    where: { customerId, handledAt: null, subject: { notIn: left } },
    orderBy: [{ occurredAt: "asc" }, { id: "asc" }],
    take: limit,
  });
}

export async function markHandled(ids: string[], tx: Tx = db): Promise<void> {
  await tx.inboxEvent.updateMany({ where: { id: { in: ids } }, data: { handledAt: new Date(), error: null } });
}

export async function markFailed(ids: string[], error: unknown): Promise<void> {
  const text = error instanceof Error ? error.message.slice(0, 500) : "unknown";
  await db.inboxEvent.updateMany({ where: { id: { in: ids } }, data: { error: text } });
}
