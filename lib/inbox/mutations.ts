import type { CustomerId } from "@/lib/auth/scope";
import { db } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { Prisma } from "@/lib/core/prisma/client";
import { storable } from "@/lib/core/storable";
import { jobs } from "@/lib/jobs/catalogue";
import { enqueue } from "@/lib/jobs/queue";

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

/**
 * Stores events, each once for ever, together with the jobs that will work them off. Whose they are is told by the
 * organisation; events of one we do not know are kept, but nobody works on them.
 *
 * @returns how many were new
 */
export async function storeEvents(provider: InboxProvider, events: IncomingEvent[]): Promise<number> {
  const kept = events.map(({ occurredAt, ...event }) => ({ occurredAt, ...storable(event) }));
  const organisations = [...new Set(kept.map((event) => event.organisationId).filter((id) => id !== null))];
  const ownerOf = await ownersOf(provider, organisations);
  return await db.$transaction(async (tx) => {
    const made = await tx.inboxEvent.createManyAndReturn({
      data: kept.map((event) => ({
        id: newId("inbox"),
        provider,
        eventId: event.eventId,
        customerId: ownerOf.get(event.organisationId) ?? null,
        subject: event.subject,
        action: event.action,
        occurredAt: event.occurredAt,
        payload: event.payload as Prisma.InputJsonValue,
      })),
      skipDuplicates: true,
      select: { customerId: true },
    });
    const customers = new Set(made.map((row) => row.customerId).filter((id) => id !== null));
    // In one order for all: two deliveries that promise jobs for the same suppliers wait for each other, never in a ring.
    for (const customerId of [...customers].sort())
      await enqueue(tx, jobs.drainInbox, { customerId: customerId as CustomerId });
    return made.length;
  });
}

/** At Stripe an organisation is the customer we made there for a supplier. */
async function ownersOf(provider: InboxProvider, organisations: string[]): Promise<Map<string | null, string>> {
  if (provider === "STRIPE") {
    const rows = await db.contract.findMany({
      where: { stripeCustomerId: { in: organisations } },
      select: { customerId: true, stripeCustomerId: true },
    });
    return new Map(rows.map((row) => [row.stripeCustomerId, row.customerId]));
  }
  const rows = await db.connection.findMany({
    where: { type: provider, organisationId: { in: organisations } },
    select: { customerId: true, organisationId: true },
  });
  return new Map(rows.map((row) => [row.organisationId, row.customerId]));
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
