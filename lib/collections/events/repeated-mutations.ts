import type { CustomerId } from "@/lib/auth/scope";
import { factsOf, isSame } from "@/lib/collections/lifecycle/event-rules";
import type { Tx } from "@/lib/core/database/db";
import type { Collection, CollectionEvent } from "@/lib/core/prisma/client";
import { now } from "@/lib/core/time/clock";
import { derivedStateOf } from "@/lib/statuses/collection-rules";
import type { CollectionStep } from "./mutations";

/**
 * Adds events of the provider that repeat what our own events have stored already, for several payments at once. Nothing
 * follows from such events. Runs under the locks of the invoices, like `recordSteps`.
 *
 * @param reported the events of each payment, by the provider's id of the payment
 * @returns the payments whose events are stored; all others have to be handled on their own
 */
export async function recordRepeated(
  tx: Tx,
  customerId: CustomerId,
  reported: ReadonlyMap<string, CollectionStep[]>,
): Promise<string[]> {
  const ids = [...reported.keys()];
  // In the order of ids, like everywhere that locks several invoices.
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM invoices WHERE customer_id = ${customerId} AND id IN (
      SELECT invoice_id FROM collections WHERE customer_id = ${customerId} AND provider_id = ANY(${ids})
    ) ORDER BY id FOR UPDATE`;
  const isLocked = new Set(locked.map(({ id }) => id));
  const found = await tx.collection.findMany({
    where: { customerId, providerId: { in: ids } },
    include: { events: true },
  });
  const stored: string[] = [];
  const data: CollectionEvent[] = [];
  for (const row of found) {
    const { providerId } = row;
    const steps = providerId && isLocked.has(row.invoiceId) ? reported.get(providerId) : undefined;
    const news = steps && repeatedEvents(row, steps);
    if (!providerId || !news) continue;
    stored.push(providerId);
    data.push(...news);
  }
  if (data.length > 0) await tx.collectionEvent.createMany({ data, skipDuplicates: true });
  return stored;
}

/** Returns the rows of new events; undefined if anything else than the history changes with them. */
function repeatedEvents(
  row: Collection & { events: CollectionEvent[] },
  steps: CollectionStep[],
): CollectionEvent[] | undefined {
  const { customerId, id: collectionId, events } = row;
  const known = new Set(events.map(({ id }) => id));
  const receivedAt = now();
  const news = steps
    .filter(({ id }) => !known.has(id))
    .map((step) => ({ customerId, collectionId, ...step, status: row.status, receivedAt }));
  const { status, failure, history } = derivedStateOf([...events, ...news]);
  const isAsStored = history.every(({ event, statusAfter }) => event.status === statusAfter);
  const isRepeated = status === row.status && !failure && isAsStored && isSame(row, factsOf(status, failure, history));
  return isRepeated && !row.cancelRequestedAt ? news : undefined;
}
