import { db } from "@/lib/core/database/db";
import type { IncomingEvent } from "@/lib/inbox/mutations";

/** Returns the GoCardless organisation of a connected supplier. */
export async function organisationOf(customerId: string): Promise<string | null> {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } } as const;
  return (await db.connection.findUniqueOrThrow({ where })).organisationId;
}

let count = 0;

/** Returns a function that makes events about a payment of the organisation, each with an id of its own. */
export function eventsOf(organisationId: string | null): (changes?: Partial<IncomingEvent>) => IncomingEvent {
  return (changes = {}) => {
    count += 1;
    return {
      eventId: `EV${count}`,
      organisationId,
      subject: "payments:PM1",
      action: "confirmed",
      occurredAt: new Date(),
      payload: { n: count },
      ...changes,
    };
  };
}

/** Deletes all events. */
export async function clearInbox(): Promise<void> {
  await db.inboxEvent.deleteMany();
}
