import { db } from "@/lib/core/db";
import type { IncomingEvent } from "@/lib/inbox/mutations";

/** GoCardless's id of a connected supplier. */
export async function organisationOf(customerId: string): Promise<string | null> {
  const where = { customerId_type: { customerId, type: "GOCARDLESS" } } as const;
  return (await db.connection.findUniqueOrThrow({ where })).organisationId;
}

let count = 0;

/** Makes events of GoCardless about an organisation's payment, each with an id of its own. */
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

/** Forgets all events. */
export async function clearInbox(): Promise<void> {
  await db.inboxEvent.deleteMany();
}
