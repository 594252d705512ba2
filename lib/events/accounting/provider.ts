import type { CustomerId } from "@/lib/auth/scope";
import { endConnection, wantSync } from "@/lib/connections/record/mutations";
import { markContact } from "@/lib/contacts/mutations";
import { db } from "@/lib/core/database/db";
import type { InboxEvent } from "@/lib/core/prisma/client";
import { markDocuments, type ReportedDocument } from "@/lib/decision-queue/document-mutations";
import { markHandled } from "@/lib/inbox/mutations";
import { callbacksOf } from "@/lib/providers/accounting/registry";
import type { OnlineSystem } from "@/lib/providers/accounting/systems";

/**
 * Returns the document that events about one subject report as changed; undefined if they report something else.
 */
export function reportedDocument(books: OnlineSystem, group: InboxEvent[]): ReportedDocument | undefined {
  const readings = readingsOf(books, group);
  const [first] = readings;
  if (first?.reading.about !== "document" || readings.some(({ reading }) => reading.about !== "document"))
    return undefined;
  const isAmountOnly = readings.every(({ reading }) => reading.about === "document" && reading.isAmountOnly);
  const newest = new Date(Math.max(...readings.map(({ occurredAt }) => occurredAt.getTime())));
  return { books, ...first.reading.ref, what: isAmountOnly ? "amount" : "document", occurredAt: newest };
}

/**
 * Handles events about several documents in one transaction, which also marks them as handled. They carry no data, so
 * they only set stale flags and enqueue a sync.
 *
 * @param ids of the events
 */
export async function handleReportedDocuments(
  customerId: CustomerId,
  documents: ReportedDocument[],
  ids: string[],
): Promise<void> {
  await db.$transaction(async (tx) => {
    await markDocuments(tx, customerId, documents);
    await wantSync(tx, customerId, "marked");
    await markHandled(ids, tx);
  });
}

/**
 * Handles an accounting system's events about one subject: sets stale flags and enqueues a sync, or ends a connection
 * whose access was revoked.
 */
export async function handleAccountingEvents(
  customerId: CustomerId,
  books: OnlineSystem,
  group: InboxEvent[],
): Promise<void> {
  const readings = readingsOf(books, group);
  const ended = readings.findLast(({ reading }) => reading.about === "ended access");
  if (ended?.reading.about === "ended access")
    return await endOwnConnection(customerId, books, ended.reading.connectionId, ended.occurredAt);
  const document = reportedDocument(books, group);
  const [first] = readings;
  await db.$transaction(async (tx) => {
    if (document) await markDocuments(tx, customerId, [document]);
    else if (first?.reading.about !== "contact") return;
    else if (!(await markContact(tx, customerId, { books, externalId: first.reading.externalId }))) return;
    await wantSync(tx, customerId, "marked");
  });
}

function readingsOf(books: OnlineSystem, group: InboxEvent[]) {
  return group.flatMap((event) => {
    const reading = callbacksOf(books)?.readEvent(event);
    return reading ? [{ reading, occurredAt: event.occurredAt }] : [];
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
