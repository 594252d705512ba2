import type { CustomerId } from "@/lib/auth/scope";
import { endConnection, wantSync } from "@/lib/connections/record/mutations";
import { markContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import type { InboxEvent } from "@/lib/core/prisma/client";
import { markDocument } from "@/lib/decision-queue/document-mutations";
import { callbacksOf } from "@/lib/providers/accounting/registry";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";

/**
 * Handles an accounting system's events about one subject. They carry no data, so they only set stale flags and enqueue
 * a sync, or end a connection whose access was revoked.
 */
export async function handleAccountingEvents(
  customerId: CustomerId,
  books: OnlineSystem,
  group: InboxEvent[],
): Promise<void> {
  const readings = group.flatMap((event) => {
    const reading = callbacksOf(books)?.readEvent(event);
    return reading ? [{ reading, occurredAt: event.occurredAt }] : [];
  });
  const ended = readings.findLast(({ reading }) => reading.about === "ended access");
  if (ended?.reading.about === "ended access")
    return await endOwnConnection(customerId, books, ended.reading.connectionId, ended.occurredAt);
  const [first] = readings;
  if (!first) return;
  const { reading } = first;
  await db.$transaction(async (tx) => {
    if (reading.about === "contact") {
      const { externalId } = reading;
      if (await markContact(tx, customerId, { books, externalId })) await wantSync(tx, customerId, "marked");
    } else if (reading.about === "document") {
      const isAmountOnly = readings.every((one) => one.reading.about === "document" && one.reading.isAmountOnly);
      const newest = new Date(Math.max(...readings.map(({ occurredAt }) => occurredAt.getTime())));
      const document = { books, ...reading.ref };
      await markDocument(tx, customerId, document, isAmountOnly ? "amount" : "document", newest);
      await wantSync(tx, customerId, "marked");
    }
  });
}

/** Ends the connection that was revoked, but not one that was made since. */
async function endOwnConnection(
  customerId: CustomerId,
  books: OnlineSystem,
  connectionId: string,
  at: Date,
): Promise<void> {
  const own = await db.connection.findFirst({
    where: { customerId, type: books, externalConnectionId: connectionId },
  });
  if (own)
    await endConnection(customerId, books, {
      status: "revoked",
      reason: "revoked_by_user",
      ifConnectedBefore: at,
    });
}
