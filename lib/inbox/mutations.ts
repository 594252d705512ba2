import type { CustomerId } from "@/lib/auth/scope";
import { db, Prisma, type Tx } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { storableJson } from "@/lib/core/storable";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueueAll, holdDueOf } from "@/lib/jobs/queue";

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

export type InboxProvider = "LEXOFFICE" | "GOCARDLESS" | "STRIPE";

/** The events of one webhook, or of one page of a vendor's list. */
export interface Delivery {
  provider: InboxProvider;
  events: IncomingEvent[];
}

/**
 * Stores deliveries, each event once for ever, together with the jobs that will work them off: one transaction, one
 * statement for all rows. Whose they are is told by the organisation; events of one we do not know are kept, but nobody
 * works on them.
 *
 * @returns per delivery, how many of its events were new
 */
export async function storeDeliveries(deliveries: Delivery[]): Promise<number[]> {
  const made = await db.$transaction(async (tx) => {
    const added: AddedRow[] = [];
    for (const provider of new Set(deliveries.map((delivery) => delivery.provider))) {
      const events = deliveries.filter((delivery) => delivery.provider === provider).flatMap(({ events }) => events);
      added.push(...(await insertNew(tx, provider, events)));
    }
    // Most have a job waiting, which the statement has held already.
    const without = added.filter((row) => row.customerId !== null && !row.isPromised);
    const customers = new Set(without.map((row) => row.customerId));
    const payloads = [...customers].map((customerId) => ({ customerId: customerId as CustomerId }));
    await enqueueAll(tx, jobs.drainInbox, payloads);
    return added;
  });
  const fresh = new Set(made.map((row) => `${row.provider}:${row.eventId}`));
  // An event that came in two deliveries at once counts for the first.
  return deliveries.map(
    ({ provider, events }) => events.filter((event) => fresh.delete(`${provider}:${event.eventId}`)).length,
  );
}

interface AddedRow {
  provider: string;
  eventId: string;
  customerId: string | null;
  isPromised: boolean;
}

/** Whose an organisation is. At Stripe it is the customer we made there for a supplier. */
const OWNERS: Record<InboxProvider, Prisma.Sql> = {
  LEXOFFICE: Prisma.sql`connections AS owner ON owner.type = 'LEXOFFICE' AND owner.organisation_id`,
  GOCARDLESS: Prisma.sql`connections AS owner ON owner.type = 'GOCARDLESS' AND owner.organisation_id`,
  STRIPE: Prisma.sql`contracts AS owner ON owner.stripe_customer_id`,
};

/**
 * One parameter however many rows. One that came before anybody had connected its organisation, and comes again, counts
 * as new: nobody has worked on it. They go in by the order of their ids, whatever order they came in: two deliveries of
 * the same events then wait for each other, never in a ring.
 */
async function insertNew(tx: Tx, provider: InboxProvider, events: IncomingEvent[]): Promise<AddedRow[]> {
  const rows = storableJson(events.map((event) => ({ ...event, id: newId("inbox") })));
  return await tx.$queryRaw`
    WITH made AS (
      INSERT INTO inbox_events (id, provider, event_id, customer_id, subject, action, occurred_at, payload)
      SELECT DISTINCT ON ("eventId") event.id, ${provider}, "eventId", owner.customer_id, subject, action, "occurredAt", payload
      FROM json_to_recordset(${rows}::json) AS event (
        id text, "eventId" text, "organisationId" text, subject text, action text, "occurredAt" timestamptz,
        payload jsonb
      )
      LEFT JOIN ${OWNERS[provider]} = event."organisationId"
      ORDER BY "eventId"
      ON CONFLICT (provider, event_id) DO UPDATE SET customer_id = EXCLUDED.customer_id
        WHERE inbox_events.customer_id IS NULL AND EXCLUDED.customer_id IS NOT NULL
      RETURNING event_id, customer_id
    ), held AS (${holdDueOf(jobs.drainInbox, Prisma.sql`SELECT customer_id FROM made`)})
    SELECT ${provider} AS provider, event_id AS "eventId", customer_id AS "customerId",
      customer_id IN (SELECT key FROM held) AS "isPromised"
    FROM made`;
}

/** Events of a customer that wait, oldest first. */
export async function takeWaiting(customerId: CustomerId, limit: number) {
  return await db.inboxEvent.findMany({
    where: { customerId, handledAt: null },
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
